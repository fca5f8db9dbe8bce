import type { ChangePage } from '@drive/contract';
import type { Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { treeApi } from '../../../test/api/tree-api.ts';
import { serverCount, startDrive, type Drive, type DriveOptions, type TestUser } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';
import type { Schema } from '../../platform/db/index.ts';

let drive: Drive;
let user: TestUser;
afterEach(() => drive.close());

async function start(options: DriveOptions = {}): Promise<void> {
  drive = await startDrive(options);
  user = await drive.createUser();
}

const ask = (query: string, key: string): Promise<Response> => drive.fetch(`/api/changes?${query}`, { key });

test.runIf(serverCount === 1)('a page takes the same few statements, however many changes it has', async () => {
  let statements = 0;
  await start({
    database: (database) =>
      overriding(database, {
        reader: (database.reader as Kysely<Schema>).withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            statements += 1;
            return result;
          },
        }),
      }),
  });
  const tree = treeApi(drive, user);
  const top = await tree.folder('top');
  for (let folder = top, depth = 0; depth < 10; depth += 1) {
    folder = await tree.folder(`${depth}`, folder);
    for (const name of ['a', 'b']) await tree.folder(name, folder);
  }
  const { rawKey } = (await tree.call('POST', '/api/me/api-keys', { folderId: top })).body as { rawKey: string };

  /** The least of some requests: on Postgres, servers also look for what others changed. */
  async function costOf(limit: number, key: string): Promise<[changes: number, statements: number]> {
    let [most, least] = [0, Infinity];
    for (let request = 0; request < 4; request += 1) {
      const before = statements;
      const { changes } = (await (await ask(`limit=${limit}`, key)).json()) as ChangePage;
      [most, least] = [changes.length, Math.min(least, statements - before)];
    }
    return [most, least];
  }
  // The key, the feed, the items, and the folders above them.
  expect([await costOf(1, user.key), await costOf(1000, user.key)]).toEqual([
    [1, 4],
    [31, 4],
  ]);
  // One more looks for the folder of the key.
  expect([await costOf(1, rawKey), await costOf(1000, rawKey)]).toEqual([
    [1, 5],
    [30, 5],
  ]);
});

test('a request counts once in the limit of its key, however long it is held', async () => {
  await start({ settings: { RATE_APIKEY: '4' } });
  const { cursor } = (await (await drive.fetch('/api/changes/latest', { key: user.key })).json()) as ChangePage;
  const held = ask(`wait=1&cursor=${encodeURIComponent(cursor)}`, user.key);
  const answers = [await held, await ask('', user.key), await ask('', user.key)];
  expect(answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')])).toEqual([
    [200, '2'],
    [200, '1'],
    [200, '0'],
  ]);
  for (const path of ['/api/changes', '/api/changes/latest']) {
    const response = await drive.fetch(path, { key: user.key });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await response.json()).toMatchObject({ code: 'rate_limited' });
  }
  drive.clock.advance(60_000);
  expect((await ask('', user.key)).status).toBe(200);
});

test.runIf(serverCount === 1)('held requests take no places of event streams', async () => {
  await start();
  const { cursor } = (await (await drive.fetch('/api/changes/latest', { key: user.key })).json()) as ChangePage;
  const stop = new AbortController();
  const init = { key: user.key, signal: stop.signal };
  const held = Array.from({ length: 21 }, () =>
    drive.fetch(`/api/changes?wait=50&cursor=${encodeURIComponent(cursor)}`, init),
  );
  const ended = Promise.allSettled(held);
  // The one too many is answered at once, whichever it is.
  expect((await Promise.race(held)).status).toBe(429);
  const stream = await drive.fetch('/api/users/me/events/stream', init);
  expect(stream.status).toBe(200);
  stop.abort();
  await ended;
});
