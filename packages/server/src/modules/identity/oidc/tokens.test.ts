import { createBaseUrl, type Log } from '@drive/base';
import { createTestClock } from '@drive/base/test';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutboundFetch } from '../../../platform/outbound/index.ts';
import { Issuer } from './issuer.ts';

const url = 'https://login.test';
const secrets = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) };
const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const clientSecret = 'a secret of at least thirty-two characters';

type Claims = Readonly<Record<string, unknown>>;
type Keys = Awaited<ReturnType<typeof newKeys>>;
const newKeys = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
};
const seconds = (ago: number): number => Math.floor(Date.now() / 1000) - ago;
const sign = ({ kid, privateKey }: Keys, claims: Claims): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);

let keys: Keys;
let idToken: string;
let issuer: Issuer;
/** Paths at the issuer. */
let asked: string[];
beforeEach(async () => {
  keys = await newKeys('1');
  asked = [];
  const answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
      id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
    }),
    '/keys': () => ({ keys: [keys.jwk] }),
    '/token': () => ({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken }),
  };
  const operatorFetch: OutboundFetch = async (request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return { status: 200, contentType: 'application/json', body: JSON.stringify(answers[pathname]?.()) };
  };
  const deps = { baseUrl: createBaseUrl('https://drive.test'), operatorFetch, clock: createTestClock(), log };
  const config = { issuer: url, clientId: 'drive', clientSecret, scopes: 'openid', name: 'Login' };
  issuer = new Issuer(deps, { issuer: config });
});

const claims = (more: Claims = {}): Claims => ({
  iss: url,
  aud: 'drive',
  sub: 'ada',
  nonce: secrets.nonce,
  iat: seconds(0),
  exp: seconds(-300),
  ...more,
});
const exchange = () => issuer.exchange(`?code=code&state=state&iss=${encodeURIComponent(url)}`, secrets, false);
const refused = { code: 'access_denied' };

describe('an ID token', () => {
  test('[P-1137] is accepted up to a minute late, and with a key that has just replaced another', async () => {
    idToken = await sign(keys, claims({ exp: seconds(50) }));
    expect((await exchange()).claims).toMatchObject({ sub: 'ada' });
    keys = await newKeys('2');
    idToken = await sign(keys, claims());
    expect((await exchange()).claims).toMatchObject({ sub: 'ada' });
  });

  test.each([
    ['another issuer', { iss: 'https://login.test.evil.example' }],
    ['another client', { aud: 'another' }],
    ['another attempt', { nonce: 'another' }],
    ['more than a minute ago', { exp: seconds(70) }],
    ['nobody', { sub: undefined }],
  ])('[P-1138] of %s is refused', async (_, more) => {
    idToken = await sign(keys, claims(more));
    await expect(exchange()).rejects.toMatchObject(refused);
  });

  test('without a signature of the issuer is refused', async () => {
    idToken = new UnsecuredJWT({ ...claims() }).encode();
    await expect(exchange()).rejects.toMatchObject(refused);
    const shared = new TextEncoder().encode(clientSecret);
    idToken = await new SignJWT({ ...claims() }).setProtectedHeader({ alg: 'HS256' }).sign(shared);
    await expect(exchange()).rejects.toMatchObject(refused);
    idToken = await sign(await newKeys('1'), claims());
    await expect(exchange()).rejects.toMatchObject(refused);
  });
});

describe('a logout token', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const logout = (more: Claims = {}): Claims => ({
    iss: url,
    aud: 'drive',
    iat: seconds(0),
    jti: 'x',
    sub: 'ada',
    sid: 'session',
    events,
    ...more,
  });

  test('[P-1139] names a user, a session, or both', async () => {
    const read = async (more: Claims) => issuer.readLogoutToken(await sign(keys, logout(more)));
    expect(await read({})).toEqual({ subject: 'ada', session: 'session' });
    expect(await read({ sid: undefined })).toEqual({ subject: 'ada', session: undefined });
    expect(await read({ sub: undefined })).toEqual({ subject: undefined, session: 'session' });
  });

  test.each([
    ['of another issuer', { iss: 'https://other.test' }],
    ['for another client', { aud: 'another' }],
    ['that is old', { iat: seconds(600) }],
    ['that is an ID token', { events: undefined, nonce: 'nonce' }],
    ['with a nonce', { nonce: 'nonce' }],
    ['of nobody', { sub: undefined, sid: undefined }],
  ])('%s is refused', async (_, more) => {
    await expect(issuer.readLogoutToken(await sign(keys, logout(more)))).rejects.toMatchObject(refused);
  });

  test('makes the server read what the issuer publishes once, however many of them are not valid', async () => {
    const forged = await sign(await newKeys('1'), logout());
    const read = (token: string) => issuer.readLogoutToken(token).catch(() => undefined);
    for (const token of ['no token', forged, await sign(keys, logout()), forged]) await read(token);
    expect(asked).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  test('without a signature of the issuer is refused', async () => {
    const shared = new TextEncoder().encode(clientSecret);
    const byNobody = [
      new UnsecuredJWT({ ...logout() }).encode(),
      await new SignJWT({ ...logout() }).setProtectedHeader({ alg: 'HS256' }).sign(shared),
      await sign(await newKeys('1'), logout()),
    ];
    for (const token of byNobody) await expect(issuer.readLogoutToken(token)).rejects.toMatchObject(refused);
  });
});
