import { minuteMs, secondMs } from '@drive/base';
import type { CreatedApiKey } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

interface Started {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  readonly expiresIn: number;
  readonly interval: number;
}

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());

const post = (path: string, json?: unknown, user?: TestUser): Promise<Response> =>
  drive.fetch(path, {
    method: 'POST',
    ...(json === undefined ? {} : { json }),
    ...(user === undefined ? {} : { key: user.key }),
  });
const start = async (): Promise<Started> => (await (await post('/api/auth/device')).json()) as Started;
const decide = (userCode: string, user: TestUser, approve?: boolean): Promise<Response> =>
  post('/api/auth/device/approve', { userCode, ...(approve === undefined ? {} : { approve }) }, user);
const poll = async (deviceCode: string): Promise<{ status: number; code?: string; rawKey?: string }> => {
  const answer = await post('/api/auth/device/token', { deviceCode });
  return { status: answer.status, ...((await answer.json()) as { code?: string; rawKey?: string }) };
};

describe('guessing the code of a device', () => {
  let limited: Drive;
  beforeAll(async () => {
    limited = await startDrive({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
  });
  afterAll(() => limited.close());
  let networks = 0;
  const guess = async (user: TestUser, userCode = 'BBBB-BBBB', from = `192.0.2.${(networks += 1)}`) => {
    const headers = { 'x-forwarded-for': from };
    const json = { userCode };
    const answer = await limited.fetch('/api/auth/device/approve', { method: 'POST', key: user.key, json, headers });
    return { status: answer.status, retry: answer.headers.get('retry-after') };
  };
  const codeOf = async (): Promise<string> =>
    ((await (await limited.fetch('/api/auth/device', { method: 'POST' })).json()) as Started).userCode;

  it('[P-378] ends after five wrong codes, for the account, also after a restart', async () => {
    const user = await limited.createUser();
    const right = await codeOf();
    for (let n = 0; n < 4; n += 1) expect(await guess(user)).toMatchObject({ status: 404 });
    expect(await guess(user, await codeOf())).toMatchObject({ status: 204 });
    expect(await guess(user)).toMatchObject({ status: 404 });
    limited.clock.advance(10_000);
    expect(await guess(user, right)).toEqual({ status: 429, retry: '590' });
    await limited.restart();
    expect(await guess(user, right)).toEqual({ status: 429, retry: '590' });
    expect(await guess(await limited.createUser(), right)).toMatchObject({ status: 204 });
    limited.clock.advance(590_000);
    expect(await guess(user, await codeOf())).toMatchObject({ status: 204 });
  });

  it('ends after five wrong codes, for the network', async () => {
    for (let n = 0; n < 5; n += 1)
      expect(await guess(await limited.createUser(), 'BBBB-BBBB', '198.51.100.1')).toMatchObject({ status: 404 });
    const other = await limited.createUser();
    expect(await guess(other, await codeOf(), '198.51.100.1')).toMatchObject({ status: 429 });
    expect(await guess(other, await codeOf(), '198.51.100.2')).toMatchObject({ status: 204 });
  });
});

describe('signing a device in', () => {
  it('returns the URL, the code, and the poll interval', async () => {
    const device = await start();
    expect(device.userCode).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    expect(device).toMatchObject({
      verificationUri: `${drive.url}/device`,
      verificationUriComplete: `${drive.url}/device?code=${device.userCode}`,
      expiresIn: 600,
      interval: 10,
    });
  });

  it('waits for the approval, then issues a working key once', async () => {
    const user = await drive.createUser();
    const device = await start();
    expect(await poll(device.deviceCode)).toMatchObject({ status: 400, code: 'authorization_pending' });
    expect((await decide(device.userCode, user)).status).toBe(204);
    drive.clock.advance(10 * secondMs);
    const { rawKey } = (await poll(device.deviceCode)) as CreatedApiKey & { status: number };
    const me = (await (await drive.fetch('/api/me', { key: rawKey })).json()) as { email: string };
    expect(me.email).toBe(user.email);
    drive.clock.advance(10 * secondMs);
    expect(await poll(device.deviceCode)).toMatchObject({ status: 400, code: 'expired_token' });
  });

  it('accepts the code in any case, with or without spaces and dashes', async () => {
    const user = await drive.createUser();
    const device = await start();
    expect((await decide(` ${device.userCode.toLowerCase().replace('-', ' ')} `, user)).status).toBe(204);
  });

  it('tells a device that polls too fast to slow down, and counts from that poll', async () => {
    const { deviceCode } = await start();
    await poll(deviceCode);
    drive.clock.advance(9 * secondMs - 1);
    expect(await poll(deviceCode)).toMatchObject({ code: 'slow_down' });
    drive.clock.advance(9 * secondMs - 1);
    expect(await poll(deviceCode)).toMatchObject({ code: 'slow_down' });
    drive.clock.advance(10 * secondMs);
    expect(await poll(deviceCode)).toMatchObject({ code: 'authorization_pending' });
  });

  it('ends if the user refuses', async () => {
    const device = await start();
    await decide(device.userCode, await drive.createUser(), false);
    expect(await poll(device.deviceCode)).toMatchObject({ code: 'access_denied' });
  });

  it('ends after ten minutes, for the user and for the device', async () => {
    const user = await drive.createUser();
    const device = await start();
    drive.clock.advance(10 * minuteMs);
    expect((await decide(device.userCode, user)).status).toBe(404);
    expect(await poll(device.deviceCode)).toMatchObject({ code: 'expired_token' });
  });

  it('is decided once', async () => {
    const user = await drive.createUser();
    const device = await start();
    const decisions = await Promise.all([decide(device.userCode, user), decide(device.userCode, user, false)]);
    expect(decisions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404]);
  });

  it('returns the key to one of two concurrent polls', async () => {
    const device = await start();
    await decide(device.userCode, await drive.createUser());
    const answers = await Promise.all([poll(device.deviceCode), poll(device.deviceCode)]);
    expect(answers.filter(({ rawKey }) => rawKey !== undefined)).toHaveLength(1);
  });

  it('tells the user, not the device, that there are ten keys', async () => {
    const user = await drive.createUser();
    for (let count = 0; count < 9; count++) await post('/api/me/api-keys', undefined, user);
    const device = await start();
    const answer = await decide(device.userCode, user);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'api_key_limit_reached']);
    expect(await poll(device.deviceCode)).toMatchObject({ code: 'authorization_pending' });
  });

  it('refuses a device code that was never issued', async () => {
    expect(await poll('x'.repeat(43))).toMatchObject({ status: 400, code: 'expired_token' });
  });
});
