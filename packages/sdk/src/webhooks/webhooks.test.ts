import { createHmac } from 'node:crypto';
import { limits } from '@drive/contract';
import fc from 'fast-check';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { sign, unwrap, verify, WebhookError, type WebhookBody, type WebhookHeaders } from './index.ts';

const secret = '0f'.repeat(32);
const event = {
  id: 'evt_6d9c3f4e-3c50-4e2f-8f9e-7a9d1a6f4b11',
  type: 'share.download',
  created: 1_768_478_400,
  data: { share_token: 't', share_name: 'Größe 🗂', recipient_email_domain: 'example.org', occurred_at: '2026-01-15' },
};
const body = JSON.stringify(event);
const now = new Date(Date.UTC(2026, 0, 15, 12) + 999);
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

async function mistake(call: Promise<unknown>): Promise<WebhookError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof WebhookError)) throw new Error('expected a WebhookError', { cause: error });
  expect(error.message).not.toContain(secret);
  return error;
}

describe('sign', () => {
  it('signs as documented, with the secret as text as key', async () => {
    const headers = await sign('{}', 'a'.repeat(64), { now: new Date(1_700_000_000_000), deliveryId: 'one' });
    expect(headers).toEqual({
      'content-type': 'application/json',
      'x-service-delivery': 'one',
      'x-service-signature': 't=1700000000,v1=178720ea191118a30ad651bcd4a7bc80cc4e454035a098096487b1484430299a',
      'webhook-id': 'one',
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,F4tot7+XsXBrcaHeC0wkH/+544es836I0WFHOHKqfwQ=',
    });
  });

  it('leaves out the headers of Standard Webhooks if the secret is not base64', async () => {
    expect(Object.keys(await sign(body, 'a secret of the test'))).toEqual([
      'content-type',
      'x-service-delivery',
      'x-service-signature',
    ]);
  });

  it('creates a new delivery ID each time, and the current time', async () => {
    const before = Math.floor(Date.now() / 1000);
    const [one, two] = [await sign(body, secret), await sign(new TextEncoder().encode(body), secret)];
    expect(one['x-service-delivery']).not.toBe(two['x-service-delivery']);
    expect(Number(/t=(\d+)/.exec(one['x-service-signature'])?.[1])).toBeGreaterThanOrEqual(before);
    await expect(unwrap(body, two, secret)).resolves.toEqual(event);
  });
});

describe('unwrap', () => {
  const bodies: [string, WebhookBody][] = [
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a Buffer', Buffer.from(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
    ['a part of a larger buffer', Buffer.from(`..${body}..`).subarray(2, -2)],
  ];
  it.each(bodies)('accepts a body as %s', async (_, given) => {
    await expect(unwrap(given, await sign(body, secret, { now }), secret, { now })).resolves.toEqual(event);
  });

  const platforms: [string, (signature: string) => WebhookHeaders][] = [
    ['Headers', (signature) => new Headers({ 'X-Service-Signature': signature })],
    ['a Request', (value) => new Request('http://localhost', { headers: { 'x-service-signature': value } })],
    ['Node’s headers', (signature) => ({ host: 'localhost', cookie: undefined, 'x-service-signature': signature })],
    ['a request of Node', (signature) => ({ headers: { 'x-service-signature': signature }, url: '/hook' })],
    ['names as they were sent', (signature) => ({ 'X-Service-Signature': signature })],
    ['lists of values', (signature) => ({ 'X-Service-Signature': [signature] })],
  ];
  it.each(platforms)('accepts headers as %s', async (_, make) => {
    const { 'x-service-signature': signature } = await sign(body, secret, { now });
    await expect(unwrap(body, make(signature), secret, { now })).resolves.toEqual(event);
  });

  it('accepts the old and the new secret during rotation', async () => {
    const headers = await sign(body, secret, { now });
    await expect(unwrap(body, headers, ['another', secret], { now })).resolves.toEqual(event);
    expect(await mistake(unwrap(body, headers, ['another', 'a third'], { now }))).toMatchObject({
      code: 'signature_mismatch',
    });
  });

  it('enforces the recommended tolerance in both directions', async () => {
    const headers = await sign(body, secret, { now });
    for (const late of [limits.webhookSignatureSeconds, -limits.webhookSignatureSeconds])
      await expect(unwrap(body, headers, secret, { now: at(late) })).resolves.toEqual(event);
    const old = await mistake(unwrap(body, headers, secret, { now: at(limits.webhookSignatureSeconds + 1) }));
    expect([old.code, old.message]).toEqual(['timestamp_too_old', expect.stringContaining('301 seconds ago')]);
    const early = await mistake(unwrap(body, headers, secret, { now: at(-limits.webhookSignatureSeconds - 1) }));
    expect([early.code, early.message]).toEqual(['timestamp_too_new', expect.stringContaining('clock slow')]);
    await expect(unwrap(body, headers, secret, { now: at(500), toleranceSeconds: 500 })).resolves.toEqual(event);
  });

  it('reports a wrong signature before an old time', async () => {
    const headers = await sign(body, 'another', { now: at(-10_000) });
    expect(await mistake(unwrap(body, headers, secret, { now }))).toMatchObject({ code: 'signature_mismatch' });
  });

  it('rejects a signed body that is not an event', async () => {
    for (const text of ['null', '[]', '{"id":1}', 'hello'])
      expect(await mistake(unwrap(text, await sign(text, secret), secret))).toMatchObject({ code: 'body_invalid' });
  });
});

describe('a delivery with the headers of Standard Webhooks alone', () => {
  const standardOf = async (key = secret): Promise<Record<string, string>> => {
    const { 'x-service-signature': _, ...headers } = await sign(body, key, { now });
    return headers;
  };

  it.each([
    ['64 hexadecimal characters', secret],
    ['base64 with the prefix', `whsec_${Buffer.alloc(42, 7).toString('base64')}`],
    ['base64 without padding', `whsec_${'0f'.repeat(29)}`],
  ])('is accepted with a secret of %s', async (_, key) => {
    const headers = await standardOf(key);
    expect(headers['webhook-id']).toBe(event.id);
    await expect(unwrap(body, headers, key, { now })).resolves.toEqual(event);
    await expect(unwrap(body, headers, ['another one!', key], { now })).resolves.toEqual(event);
  });

  it('is accepted if one of several signatures matches', async () => {
    const headers = await standardOf();
    const list = `v1a,abc v1,${'A'.repeat(43)}= ${headers['webhook-signature']}`;
    await expect(unwrap(body, { ...headers, 'webhook-signature': list }, secret, { now })).resolves.toEqual(event);
  });

  it('is refused with another body, id, time or secret, and if it is old', async () => {
    const headers = await standardOf();
    const codeOf = async (given: WebhookHeaders, key = secret, text = body, seconds = 0): Promise<string> =>
      (await mistake(unwrap(text, given, key, { now: at(seconds) }))).code;
    expect(await codeOf(headers, 'f0'.repeat(32))).toBe('signature_mismatch');
    expect(await codeOf(headers, 'not base64!')).toBe('signature_mismatch');
    expect(await codeOf(headers, secret, `${body} `)).toBe('body_changed');
    expect(await codeOf({ ...headers, 'webhook-id': 'evt_2' })).toBe('signature_mismatch');
    expect(await codeOf({ ...headers, 'webhook-timestamp': '1768478401' })).toBe('signature_mismatch');
    expect(await codeOf(headers, secret, body, limits.webhookSignatureSeconds + 1)).toBe('timestamp_too_old');
    expect(await codeOf(headers, secret, body, -limits.webhookSignatureSeconds - 1)).toBe('timestamp_too_new');
  });

  it.each([
    ['webhook-id', '', /webhook-id is missing/],
    ['webhook-timestamp', 'soon', /Unix seconds/],
    ['webhook-signature', 'v1,abc', /v1,<base64>/],
  ])('is refused if %s is malformed', async (name, value, text) => {
    const error = await mistake(unwrap(body, { ...(await standardOf()), [name]: value }, secret, { now }));
    expect([error.code, error.message]).toEqual(['header_malformed', expect.stringMatching(text)]);
  });

  it('is judged by X-Service-Signature if that arrived too', async () => {
    const headers = { ...(await sign(body, secret, { now })), 'webhook-signature': 'v1,abc' };
    await expect(unwrap(body, headers, secret, { now })).resolves.toEqual(event);
  });
});

describe('verify', () => {
  it('resolves or throws the reason', async () => {
    const headers = await sign(body, secret);
    await expect(verify(body, headers, secret)).resolves.toBeUndefined();
    expect(await mistake(verify(`${body} `, headers, 'wrong'))).toMatchObject({ code: 'signature_mismatch' });
  });
});

describe('a mistake has its own message:', () => {
  const signed = () => sign(body, secret, { now });
  const never = undefined as never;

  it.each<[string, unknown, RegExp]>([
    ['an object', event, /parsed already.*express\.raw/],
    ['a promise', Promise.resolve(body), /await it/],
    ['a request', new Request('http://localhost'), /read it whole/],
  ])('the body as %s', async (_, given, text) => {
    const error = await mistake(unwrap(given as never, await signed(), secret, { now }));
    expect([error.code, error.message]).toEqual(['body_parsed', expect.stringMatching(text)]);
  });

  it.each([undefined, null, '', new Uint8Array()])('no body (%j)', async (given) => {
    const error = await mistake(unwrap(given as never, await signed(), secret, { now }));
    expect([error.code, error.message]).toEqual(['body_missing', expect.stringContaining('read only once')]);
  });

  it('a body that was parsed and serialized again', async () => {
    const error = await mistake(unwrap(JSON.stringify(event, null, 2), await signed(), secret, { now }));
    expect([error.code, error.message]).toEqual(['body_changed', expect.stringContaining('raw text')]);
  });

  it.each([{}, { 'x-service-signature': '' }, new Headers(), { headers: {} }, undefined, null])(
    'no signature among the headers (%j)',
    async (headers) => {
      const error = await mistake(unwrap(body, headers as never, secret, { now }));
      expect([error.code, error.message]).toEqual(['header_missing', expect.stringMatching(/proxy|Give the ones/)]);
    },
  );

  it.each([
    ['v1=00', /no time/],
    ['t=abc,v1=00', /no time/],
    ['t=1', /no signature/],
    ['t=1,v0=00', /no signature/],
    ['t=1,v1=00', /64 hex digits/],
    ['hello', /no time/],
  ])('a malformed signature (%s)', async (value, text) => {
    const error = await mistake(unwrap(body, { 'x-service-signature': value }, secret, { now }));
    expect([error.code, error.message]).toEqual(['header_malformed', expect.stringMatching(text)]);
  });

  it.each([undefined, '', ' ', [], [''], [secret, '']])('no secret (%j)', async (given) => {
    const error = await mistake(unwrap(body, await signed(), given ?? never, { now }));
    expect([error.code, error.message]).toEqual(['secret_missing', expect.stringContaining('environment variable')]);
  });

  it.each([
    ['of another', 'f0'.repeat(32), /another webhook, or was it rotated/],
    ['as lists show it', '0f0f…0f0f', /masked/],
    ['with a line break', `${secret}\n`, /line break/],
  ])('the secret %s', async (_, given, text) => {
    const error = await mistake(unwrap(body, await signed(), given, { now }));
    expect([error.code, error.message]).toEqual(['signature_mismatch', expect.stringMatching(text)]);
  });
});

describe('compared with stripe-node’s verifier', () => {
  const hmac = (key: string, t: string, text: string): string =>
    createHmac('sha256', key).update(`${t}.${text}`).digest('hex');
  const stripeTakes = (text: string, header: string, key: string): boolean => {
    try {
      return Stripe.webhooks.signature?.verifyHeader(text, header, key, 300, undefined, now.getTime()) === true;
    } catch {
      return false;
    }
  };
  const weTake = async (text: string, header: string, key: string): Promise<boolean> => {
    try {
      await verify(text, { 'x-service-signature': header }, key, { now });
      return true;
    } catch (error) {
      if (error instanceof WebhookError) return false;
      throw error;
    }
  };
  const key = fc.stringMatching(/^[0-9a-f]{64}$/);
  const text = fc.string({ minLength: 1, maxLength: 200, unit: 'binary' }).filter((value) => value.isWellFormed());
  // Not from the future: there stripe-node takes everything.
  const age = fc.oneof(fc.integer({ min: 0, max: 310 }), fc.integer({ min: 0, max: 1e9 }));
  const part = fc.oneof(
    fc.constantFrom('right', 'right', 'wrong', 'other scheme'),
    fc.stringMatching(/^[a-z0-9]{0,4}(=[a-z0-9]{0,6}){0,2}$/).filter((value) => !/^t(=|$)/.test(value)),
  );

  it('accepts and refuses the same', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(key, key, text, age, fc.array(part, { maxLength: 5 }), async (k, other, value, old, parts) => {
        const t = String(Math.floor(now.getTime() / 1000) - old);
        const header = parts.map((each) => {
          if (each === 'right') return `v1=${hmac(k, t, value)}`;
          if (each === 'wrong') return `v1=${hmac(other, t, value)}`;
          return each === 'other scheme' ? `v0=${hmac(k, t, value)}` : each;
        });
        header.splice(parts.length % 3, 0, `t=${t}`);
        const expected = stripeTakes(value, header.join(','), k);
        taken += expected ? 1 : 0;
        expect(await weTake(value, header.join(','), k)).toBe(expected);
      }),
      { numRuns: 400, seed: 5 },
    );
    expect(taken).toBeGreaterThan(40);
  });

  it('refuses a change of a single character, too', async () => {
    const t = String(Math.floor(now.getTime() / 1000));
    const header = `t=${t},v1=${hmac(secret, t, body)}`;
    for (let place = 0; place < header.length; place += 1) {
      const other = header[place] === '1' ? '2' : '1';
      const changed = header.slice(0, place) + other + header.slice(place + 1);
      expect(await weTake(body, changed, secret)).toBe(false);
      expect(stripeTakes(body, changed, secret)).toBe(false);
    }
  });
});
