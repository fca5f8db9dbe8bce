import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signBody, signedHeaders } from './webhook-signing.ts';

const secret = '0f'.repeat(32);
const body = JSON.stringify({ id: 'evt_1', type: 'share.download', created: 1_768_478_400, data: { name: 'Größe 🗂' } });
const nowMs = Date.UTC(2026, 0, 15, 12) + 999;

/** The tolerance of five minutes is the library's for its own events. */
const verify = (given: { body?: string; header?: string; secret?: string; atMs?: number }): unknown =>
  Stripe.webhooks.constructEvent(
    given.body ?? body,
    given.header ?? signBody(secret, body, nowMs),
    given.secret ?? secret,
    300,
    undefined,
    given.atMs ?? nowMs,
  );

test('[P-457] Stripe’s verifier accepts a signature', () => {
  expect(verify({})).toMatchObject({ id: 'evt_1', data: { name: 'Größe 🗂' } });
  expect(verify({ atMs: nowMs + 299_000 })).toBeDefined();
});

test('[P-458] Stripe’s verifier rejects another body, secret, time or header', () => {
  expect(() => verify({ body: body.replace('Größe', 'Grösse') })).toThrow();
  expect(() => verify({ secret: 'f0'.repeat(32) })).toThrow();
  expect(() => verify({ atMs: nowMs + 302_000 })).toThrow();
  expect(() => verify({ header: signBody(secret, body, nowMs).replace('t=17', 't=18') })).toThrow();
});

test('a signature has the documented value, with the secret’s text as key', () => {
  expect(signBody('a'.repeat(64), '{}', 1_700_000_000_000)).toBe(
    't=1700000000,v1=178720ea191118a30ad651bcd4a7bc80cc4e454035a098096487b1484430299a',
  );
});

describe('Standard Webhooks', () => {
  // The library reads the system clock.
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: nowMs }));
  afterEach(() => void vi.useRealTimers());

  const delivery = { id: '3a0f', eventId: 'evt_1', body };
  const headers = signedHeaders(secret, delivery, nowMs);

  test('the standard’s own library accepts a delivery with the secret as it was returned', () => {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    vi.setSystemTime(nowMs + 299_000);
    expect(new Webhook(secret).verify(body, headers)).toBeDefined();
  });

  test('the library rejects another body, secret, id or time', () => {
    const verifier = new Webhook(secret);
    expect(() => verifier.verify(body.replace('Größe', 'Grösse'), headers)).toThrow();
    expect(() => new Webhook('f0'.repeat(32)).verify(body, headers)).toThrow();
    expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => verifier.verify(body, { ...headers, 'webhook-timestamp': later })).toThrow();
    vi.setSystemTime(nowMs + 302_000);
    expect(() => verifier.verify(body, headers)).toThrow('too old');
  });

  test('a signature has the documented value, with the secret decoded as base64 as key', () => {
    expect(signedHeaders('a'.repeat(64), { ...delivery, body: '{}' }, 1_700_000_000_000)).toEqual({
      'x-service-delivery': '3a0f',
      'x-service-signature': 't=1700000000,v1=178720ea191118a30ad651bcd4a7bc80cc4e454035a098096487b1484430299a',
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,HNG7WpXiYxGpyKu1f7dFfWIBIHdWJb2YUvSXf9na5Ak=',
    });
  });
});
