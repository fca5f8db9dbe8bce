import type { Kysely } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { someBytes } from '../../test/api/uploads.ts';
import { startDrive, type Drive } from '../../test/drive.ts';
import { overriding } from '../../test/overriding.ts';
import type { Schema } from '../platform/db/index.ts';

/** Over a connection to another database, which stays when those of the drive are closed. */
async function connectBeside({ database }: Drive) {
  if (database.source.dialect !== 'postgres') throw new Error('not on Postgres');
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  const name = new URL(database.source.url).pathname.slice(1);
  return {
    accept: (isOpen: boolean) => client.query(`alter database ${name} allow_connections ${isOpen}`),
    terminateOthers: () =>
      client.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1`, [name]),
    end: () => client.end(),
  };
}

/** 503 and Retry-After, or the expected status. */
async function requireHonest(response: Response, status: number): Promise<boolean> {
  const answer = { status: response.status, retryAfter: response.headers.get('retry-after') };
  await response.body?.cancel();
  if (answer.status === status) return true;
  expect(answer).toEqual({ status: 503, retryAfter: '1' });
  return false;
}

describe.runIf(inject('databaseKind') === 'postgres')('a server whose Postgres is away', () => {
  test('answers 503 with Retry-After, and works again as soon as it is back', async () => {
    const drive = await startDrive();
    const { key } = await drive.createUser();
    const beside = await connectBeside(drive);
    const read = async (path: string) => {
      const response = await drive.fetch(path, { key });
      return { status: response.status, retryAfter: response.headers.get('retry-after') };
    };
    try {
      await beside.accept(false);
      await beside.terminateOthers();
      for (const path of ['/api/files', '/api/me', '/share/someToken'])
        expect({ path, ...(await read(path)) }).toEqual({ path, status: 503, retryAfter: '1' });
      expect(await read('/readyz')).toEqual({ status: 503, retryAfter: '5' });
      expect(await read('/healthz')).toEqual({ status: 200, retryAfter: null });
    } finally {
      await beside.accept(true);
      await beside.end();
    }
    for (const path of ['/api/files', '/api/me', '/readyz']) expect((await read(path)).status).toBe(200);
    await drive.close();
  });

  test('loses no acknowledged upload when every connection is closed again and again under load', async () => {
    const drive = await startDrive();
    const user = await drive.createUser();
    const beside = await connectBeside(drive);
    const acknowledged: string[] = [];
    let isOver = false;
    const uploads = Array.from({ length: 8 }, async (_, worker) => {
      for (let turn = 0; !isOver; turn += 1) {
        const json = { fileName: `${worker}-${turn}`, contentType: 'text/plain', fileSizeBytes: 10 };
        const reserved = await drive.fetch('/api/uploads', { method: 'POST', key: user.key, json });
        if (reserved.status !== 201) {
          await requireHonest(reserved, 201);
          continue;
        }
        const { sessionId } = (await reserved.json()) as { readonly sessionId: string };
        const put = await drive.fetch(`/files/uploads/${sessionId}`, { method: 'PUT', body: someBytes(10) });
        if (await requireHonest(put, 200)) acknowledged.push(json.fileName);
      }
    });
    const reads = Array.from({ length: 4 }, async () => {
      while (!isOver) await requireHonest(await drive.fetch('/api/files', { key: user.key }), 200);
    });
    for (let round = 1; round <= 5; round += 1) {
      await expect.poll(() => acknowledged.length).toBeGreaterThan(round * 10);
      await beside.terminateOthers();
    }
    isOver = true;
    await Promise.all([...uploads, ...reads]);
    await beside.end();
    const rows = await drive.database.reader.selectFrom('items').select('name').execute();
    const stored = new Set(rows.map(({ name }) => name));
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    await drive.close();
  });
});

test('[P-1413] a server that has not reached its database for long answers 503 at once, except that it lives', async () => {
  let isCutOff = false;
  let reads = 0;
  const drive = await startDrive({
    isCutOff: () => isCutOff,
    settings: { RATE_API: '100' },
    database: (own) =>
      overriding(own, {
        write: async (work, options) => {
          reads += 1;
          return own.write(work, options);
        },
      }),
  });
  const { key } = await drive.createUser();
  isCutOff = true;
  reads = 0;
  for (const path of ['/api/files', '/api/nothing', '/files/d/token/name', '/share/token', '/dav/', '/readyz', '/app/'])
    for (const method of ['GET', 'HEAD', 'POST']) {
      const response = await drive.fetch(path, { key, method });
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5']);
    }
  expect((await drive.fetch('/healthz')).status).toBe(200);
  expect(reads).toBe(0);
  isCutOff = false;
  expect((await drive.fetch('/api/files', { key })).status).toBe(200);
  await drive.close();
});

test('metrics are answered while reads of the database hang, without what would have to be read', async () => {
  let hangs = false;
  let isCutOff = false;
  let reads = 0;
  const token = 'a-token-for-the-metrics-of-tests';
  const drive = await startDrive({
    isCutOff: () => isCutOff,
    settings: { METRICS_TOKEN: token, RATE_AUTH: '10' },
    database: (own) =>
      overriding(own, {
        reader: (own.reader as Kysely<Schema>).withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            if (!hangs) return result;
            reads += 1;
            return new Promise(() => {});
          },
        }),
      }),
  });
  const ask = async (): Promise<string> => {
    const response = await drive.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    return response.text();
  };
  const hasOf = async (asked: Promise<string>) => {
    const text = await asked;
    return { ofServer: /^drive_node_silent_seconds /m.test(text), ofDatabase: /^drive_jobs_oldest/m.test(text) };
  };
  expect(await hasOf(ask())).toEqual({ ofServer: true, ofDatabase: true });
  hangs = true;
  isCutOff = true;
  expect(await hasOf(ask())).toEqual({ ofServer: true, ofDatabase: false });
  expect(reads).toBe(0);
  isCutOff = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let isAnswered = false;
  const asked = ask().finally(() => (isAnswered = true));
  while (!isAnswered) await vi.advanceTimersByTimeAsync(1000);
  expect(await hasOf(asked)).toEqual({ ofServer: true, ofDatabase: false });
  expect(reads).toBeGreaterThan(0);
  vi.useRealTimers();
  hangs = false;
  await drive.close();
});
