import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { signBody } from './webhook-signing.ts';

const secret = '0f'.repeat(32);
const body = JSON.stringify({ id: 'evt_1', type: 'share.download', created: 1_768_478_400, data: { name: 'Größe 🗂' } });
const nowMs = Date.UTC(2026, 0, 15, 12) + 999;

/** As the library does it for its own events: five minutes of tolerance. */
const verify = (given: { body?: string; header?: string; secret?: string; atMs?: number }): unknown =>
  Stripe.webhooks.constructEvent(
    given.body ?? body,
    given.header ?? signBody(secret, body, nowMs),
    given.secret ?? secret,
    300,
    undefined,
    given.atMs ?? nowMs,
  );

test('Stripe’s verifier accepts a signature', () => {
  expect(verify({})).toMatchObject({ id: 'evt_1', data: { name: 'Größe 🗂' } });
  expect(verify({ atMs: nowMs + 299_000 })).toBeDefined();
});

test('Stripe’s verifier rejects another body, secret, time or header', () => {
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
