import { createHash } from 'node:crypto';
import { systemRandom } from '@drive/base';
import { createTestClock } from '@drive/base/test';
import { endpoint } from '@drive/contract';
import { startHttp, type HttpTest } from '@drive/http-api/test';
import { JobQueue, type Jobs } from '@drive/jobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createIdempotency, type Remember } from '../platform/http/index.ts';
import { createSecrets } from '../platform/secrets.ts';

const shape = { method: 'POST', auth: 'required', scope: 'any', tag: 'Test', summary: 'A test', errors: [] } as const;
const Made = z.object({ made: z.string() });
const create = endpoint({
  ...shape,
  id: 'create',
  path: '/api/things',
  idempotency: 'replay',
  body: z.strictObject({ name: z.string(), more: z.object({ a: z.int(), b: z.int() }).optional() }),
  responses: { 201: { description: 'Made.', schema: Made } },
});
const createAt = endpoint({
  ...shape,
  id: 'createAt',
  path: '/api/things/{place}',
  idempotency: 'replay',
  params: z.object({ place: z.string() }),
  responses: { 201: { description: 'Made.', schema: Made } },
});
const mint = endpoint({
  ...shape,
  id: 'mint',
  path: '/api/keys',
  idempotency: 'refuse',
  responses: { 201: { description: 'Made.', schema: Made } },
});

let db: TestDatabase;
let http: HttpTest;
let jobs: Jobs;
/** Runs inside the creating transaction, before its response is stored. */
let meanwhile: () => Promise<void>;

beforeEach(async () => {
  db = await createTestDatabase();
  meanwhile = async () => undefined;
  const { database } = db;
  const clock = createTestClock();
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  jobs = new JobQueue({ database, clock, random: systemRandom, log, runsOnlyWhenDrained: true });
  const createThing = async (name: string, remember: Remember<{ made: string }>) =>
    database.write(async (tx) => {
      const made = systemRandom.uuid();
      await tx
        .insertInto('jobs')
        .values({
          type: name,
          key: null,
          payload: made,
          run_at: 0,
          claimed_by: null,
          created_at: 0,
          failed_at: null,
          last_error: null,
        })
        .execute();
      await meanwhile();
      await remember(tx, { made });
      return { made };
    });
  http = await startHttp({
    clock,
    idempotency: createIdempotency({
      database,
      clock,
      jobs,
      secrets: createSecrets(Buffer.alloc(32, 7)),
      sweepMs: 3_600_000,
    }),
    routes: (router) => {
      router.mount(create, ({ body, remember }) => createThing(body.name, remember));
      router.mount(createAt, ({ params, remember }) => createThing(params.place, remember));
      router.mount(mint, ({ remember }) => createThing('key', remember));
    },
  });
});
afterEach(async () => {
  await http.close();
  await db.close();
});

const post = async (path: string, key: string | undefined, body?: unknown, as = 'svc_one') => {
  const response = await fetch(`${http.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { made?: string; code?: string } };
};
const count = async (name: string): Promise<number> =>
  (await db.database.reader.selectFrom('jobs').select('row_id').where('type', '=', name).execute()).length;

describe('an Idempotency-Key', () => {
  it('repeats the first response and creates nothing', async () => {
    const first = await post('/api/things', 'k', { name: 'a' });
    expect(first).toMatchObject({ status: 201, body: { made: expect.any(String) } });
    expect(await post('/api/things', 'k', { name: 'a' })).toEqual(first);
    expect(await count('a')).toBe(1);
  });

  it('compares requests by meaning, not by their spelling', async () => {
    const first = await post('/api/things', 'k', { name: 'a', more: { a: 1, b: 2 } });
    expect(await post('/api/things', 'k', { more: { b: 2, a: 1 }, name: 'a' })).toEqual(first);
  });

  it('answers idempotency_conflict to another body or path', async () => {
    await post('/api/things', 'k', { name: 'a' });
    expect(await post('/api/things', 'k', { name: 'b' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
    await post('/api/things/x', 'p');
    expect(await post('/api/things/y', 'p')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect([await count('b'), await count('y')]).toEqual([0, 0]);
  });

  it('belongs to one account and one endpoint', async () => {
    const made = new Set([
      (await post('/api/things', 'k', { name: 'a' })).body.made,
      (await post('/api/things', 'k', { name: 'a' }, 'svc_admin')).body.made,
      (await post('/api/things/a', 'k')).body.made,
      (await post('/api/things', undefined, { name: 'a' })).body.made,
      (await post('/api/things', undefined, { name: 'a' })).body.made,
    ]);
    expect(made.size).toBe(5);
    expect((await post('/api/things', 'k', { name: 'a' }, 'svc_two')).body.made).toBe([...made][0]);
  });

  it('expires after 24 hours, swept or not', async () => {
    const first = await post('/api/things', 'k', { name: 'a' });
    http.clock.advance(24 * 3_600_000 - 1);
    expect(await post('/api/things', 'k', { name: 'a' })).toEqual(first);
    http.clock.advance(1);
    const second = await post('/api/things', 'k', { name: 'b' });
    expect(second.status).toBe(201);
    expect((await post('/api/things', 'k', { name: 'b' })).body).toEqual(second.body);
    http.clock.advance(24 * 3_600_000);
    await jobs.runNow('idempotency.sweep');
    expect(await db.database.reader.selectFrom('idempotency_keys').select('key').execute()).toEqual([]);
  });

  it('stores no response with a secret: a repeat creates nothing and says so', async () => {
    const first = await post('/api/keys', 'k');
    expect(first.status).toBe(201);
    expect(await post('/api/keys', 'k')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect(await count('key')).toBe(1);
    const rows = await db.database.reader.selectFrom('idempotency_keys').select('response').execute();
    expect(rows).toEqual([{ response: null }]);
  });

  it('is stored without a value from which a password could be guessed', async () => {
    await post('/api/things', 'k', { name: 'a' });
    const rows = await db.database.reader.selectFrom('idempotency_keys').select('request_hash').execute();
    const bare = createHash('sha256').update('{"body":{"name":"a"}}').digest('base64url');
    const keyed = createSecrets(Buffer.alloc(32, 7)).sign('idempotency', '{"body":{"name":"a"}}');
    expect([rows, bare === keyed]).toEqual([[{ request_hash: keyed }], false]);
  });

  it('is committed only together with the created object', async () => {
    meanwhile = () => Promise.reject(new Error('crash'));
    expect((await post('/api/things', 'k', { name: 'a' })).status).toBe(500);
    meanwhile = async () => undefined;
    expect((await post('/api/things', 'k', { name: 'a' })).status).toBe(201);
    expect(await count('a')).toBe(1);
  });

  it('creates one object for concurrent requests, with the same response', async () => {
    for (let round = 0; round < 5; round += 1) {
      const twins = await Promise.all(
        Array.from({ length: 8 }, () => post('/api/things', `twin-${round}`, { name: `t${round}` })),
      );
      expect(new Set(twins.map(({ status, body }) => `${status} ${body.made}`)).size).toBe(1);
      expect(twins[0]?.status).toBe(201);
      expect(await count(`t${round}`)).toBe(1);
    }
  });

  it('creates one secret for concurrent requests', async () => {
    const twins = await Promise.all(Array.from({ length: 8 }, () => post('/api/keys', 'k')));
    expect(twins.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(twins.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await count('key')).toBe(1);
  });

  it('has 1 to 255 visible ASCII characters', async () => {
    expect((await post('/api/things', '~'.repeat(255), { name: 'a' })).status).toBe(201);
    for (const key of ['', 'x'.repeat(256), 'a b', 'ä'])
      expect(await post('/api/things', key, { name: 'a' })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
  });
});
