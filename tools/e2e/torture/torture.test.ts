import { expect, it } from 'vitest';
import { Pool } from './pool.ts';
import { createRequest } from './request.ts';
import { Targets } from './targets.ts';
import { kinds, type World } from './torture-world.ts';
import { runTorture } from './torture.ts';

const credentials = { key: 'svc_key', cookie: 'auth_token=a', xsrf: 'x' };
const world = (prefix: string): World => ({
  owner: credentials,
  admin: credentials,
  stranger: credentials,
  accountIds: [],
  pool: Object.fromEntries(kinds.map((kind) => [kind, [`${prefix}-${kind}`]])) as unknown as World['pool'],
});

it('includes every operation of openapi.json and every page of the server', () => {
  const patterns = new Targets().all.map(({ method, path }) => `${method} ${path}`);
  expect(patterns).toEqual(
    expect.arrayContaining([
      'POST /api/auth/login',
      'PUT /files/uploads/{sessionId}',
      'POST /files/tus',
      'GET /share/{token}',
      'POST /share/{token}/like',
      'POST /sign-in',
      'PROPFIND /dav/{dav}',
      'LOCK /dav/{dav}',
    ]),
  );
  expect(patterns.length).toBeGreaterThan(200);
});

it('creates the same request for the same seed and index, with any learned values', () => {
  const targets = new Targets();
  const fresh = new Pool(world('a'), 'localhost');
  const taught = new Pool(world('a'), 'localhost');
  taught.learn('/api/admin/jobs', { items: [{ id: 'a-job' }], shareToken: 'a-share' });
  for (let index = 0; index < 500; index++) {
    const [first, second] = [createRequest(7, index, targets, fresh), createRequest(7, index, targets, taught)];
    expect(second.pattern).toBe(first.pattern);
    expect(second.bytes.length).toBe(first.bytes.length);
  }
  expect(createRequest(7, 3, targets, fresh)).toEqual(createRequest(7, 3, targets, new Pool(world('a'), 'localhost')));
});

it.each(['off', 'on'] as const)(
  'finds no violation in the first thousands of requests of a seed, feature limits %s',
  { timeout: 300_000 },
  async (featureLimits) => {
    const summary = await runTorture({
      seed: 12,
      from: 0,
      until: 3_000,
      forMs: Infinity,
      slowMs: Infinity,
      featureLimits,
      connections: 8,
    });
    expect(summary.findings).toEqual([]);
    expect(summary.requests).toBe(3_000);
    // If all requests were refused, the run would show nothing.
    expect(summary.targetsWithSuccess).toBeGreaterThan(90);
  },
);
