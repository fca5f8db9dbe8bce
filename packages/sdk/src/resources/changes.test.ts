import { describe, expect, it } from 'vitest';
import { startScene, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { json, refusal, serve, type Step } from '../../test/scripted-server.ts';
import { CursorExpiredError, type WatchedChange } from '../index.ts';

const page = (ids: readonly string[], cursor: string, hasMore = false): Step =>
  json(200, {
    changes: ids.map((itemId) => ({
      type: 'created',
      itemId,
      itemType: 'file',
      at: '2026-01-15T12:00:00.000Z',
      item: null,
    })),
    cursor,
    hasMore,
  });

const makeFolders = async ({ client }: Scene, ...names: string[]): Promise<string[]> => {
  const ids = [];
  for (const name of names) ids.push((await client.files.createFolder({ name })).id);
  return ids;
};

async function listAll(changes: AsyncIterable<WatchedChange>): Promise<WatchedChange[]> {
  const all = [];
  for await (const change of changes) all.push(change);
  return all;
}

/** The next changes of a loop, which is left open. */
async function next(changes: AsyncIterator<WatchedChange>, count: number): Promise<WatchedChange[]> {
  const taken = [];
  while (taken.length < count) taken.push((await changes.next()).value as WatchedChange);
  return taken;
}

describe('client.changes', () => {
  it('reads all changes, over as many pages as needed, and each has the cursor to go on from', async () => {
    const scene = await startScene();
    const ids = await makeFolders(scene, 'a', 'b', 'c', 'd', 'e');
    const { changes } = scene.client;
    const read = await listAll(changes.read({ limit: 2 }));
    expect(read.map(({ itemId }) => itemId)).toEqual(ids);
    expect(read[0]?.cursor).toBe('');
    for (const [index, { cursor }] of read.entries()) {
      const rest = (await listAll(changes.read({ cursor }))).map(({ itemId }) => itemId);
      // From the beginning of a page that is not processed.
      const processed = index % 2 === 0 && index < 4 ? index : index + 1;
      expect(rest).toEqual(ids.slice(processed));
    }
    expect(await listAll(changes.read({ cursor: (await changes.latest()).cursor }))).toEqual([]);
  });

  it('watches the changes to come, until the signal is aborted', async () => {
    const scene = await startScene();
    const { cursor } = await scene.client.changes.latest();
    const stop = new AbortController();
    const watched = scene.client.changes.watch({ cursor, signal: stop.signal })[Symbol.asyncIterator]();
    for (const name of ['a', 'b']) {
      const taken = next(watched, 1);
      const ids = await makeFolders(scene, name);
      expect((await taken).map(({ itemId }) => itemId)).toEqual(ids);
    }
    const end = watched.next();
    stop.abort();
    expect((await end).done).toBe(true);
  });

  it('goes on after lost connections, refusals and a restart of the server', async () => {
    const failures: string[] = [];
    const { client, seen } = await serve(
      page(['1'], 'c1'),
      (response) => response.destroy(),
      refusal(503, 'unavailable'),
      page([], 'c1'),
      page(['2', '3'], 'c2'),
    );
    const watched = client.changes.watch({ cursor: 'c0', onDisconnect: ({ message }) => failures.push(message) });
    const taken = await next(watched[Symbol.asyncIterator](), 3);
    expect(taken.map(({ itemId, cursor }) => [itemId, cursor])).toEqual([
      ['1', 'c1'],
      ['2', 'c1'],
      ['3', 'c2'],
    ]);
    expect(seen.map(({ url }) => url)).toEqual(
      ['c0', 'c1', 'c1', 'c1', 'c1'].map((cursor) => `/api/changes?cursor=${cursor}&wait=50`),
    );
    expect(failures).toHaveLength(1);
  });

  it('ends with a CursorExpiredError, also while watching', async () => {
    const { client } = await serve(page(['1'], 'c1'), refusal(410, 'cursor_expired'));
    const watched = client.changes.watch({ cursor: 'c0' })[Symbol.asyncIterator]();
    await next(watched, 1);
    expect(await failure(watched.next())).toBeInstanceOf(CursorExpiredError);
    expect(await failure(client.changes.list({ cursor: 'c1' }))).toMatchObject({ code: 'cursor_expired', status: 410 });
  });

  it('gives up after the retries of the client if the first request fails', async () => {
    const { client, seen } = await serve(refusal(503, 'unavailable'));
    expect(await failure(client.changes.watch()[Symbol.asyncIterator]().next())).toMatchObject({ code: 'unavailable' });
    expect(seen).toHaveLength(3);
    expect(await failure(listAll(client.changes.read({ maxRetries: 0 })))).toMatchObject({
      code: 'unavailable',
    });
    expect(seen).toHaveLength(4);
  });
});
