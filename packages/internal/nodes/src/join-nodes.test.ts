import { createFollowingClock, type FollowingClock, type LogFields } from '@drive/base';
import { openTestDatabase, type TestDatabase } from '@drive/database/test';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { joinNodes, type Node, type NodeIdentity } from './join-nodes.ts';
import type { NodesSchema } from './nodes-schema.ts';

/** As the migrations of the server create them. */
const tables = [
  'create table drive_settings (name text primary key, value text not null)',
  `create table nodes (
    id text primary key, version text not null, seen_at bigint not null, alone_because text,
    settings text not null default '{}'
  )`,
];
let db: TestDatabase<NodesSchema>;
const warned: LogFields[] = [];
const silent = (): void => {};
const log = { debug: silent, info: silent, error: silent, warn: (_: string, fields = {}) => void warned.push(fields) };
const first: NodeIdentity = {
  id: 'node-1',
  version: '1.2.3',
  secret: 'one secret',
  storage: { id: 'one disk', kind: 'directory' },
  aloneBecause: 'files in a directory belong to one server',
  settings: { DRIVE_RATE_API: 'a', DRIVE_LIST_MAX: 'b' },
};
/** Bytes in a bucket: others may be alive. */
const among = (id: string): Partial<NodeIdentity> => ({
  id,
  storage: { id: 'one bucket', kind: 'bucket' },
  aloneBecause: undefined,
});
const fiveMinutes = 300_000;
let clock: FollowingClock;
const joined: (Node & { leave(): Promise<void> })[] = [];

async function join(changes: Partial<NodeIdentity> = {}) {
  const node = await joinNodes({ database: db.database, log, clock }, { ...first, ...changes });
  joined.push(node);
  return node;
}

const silence = (id: string, ms: number) =>
  db.database.write((tx) =>
    tx
      .updateTable('nodes')
      .set(({ eb }) => ({ seen_at: eb('seen_at', '-', ms) }))
      .where('id', '=', id)
      .execute(),
  );

describe.runIf(inject('databaseKind') === 'postgres')('a server of a Postgres database', () => {
  beforeEach(async () => {
    clock = createFollowingClock({ now: () => Date.now() - fiveMinutes });
    db = await openTestDatabase(...tables);
  });
  afterEach(async () => {
    vi.useRealTimers();
    warned.length = 0;
    for (const node of joined.splice(0)) await node.leave();
    await db.close();
  });

  test.each([
    ['master secret', { secret: 'another secret' }, /another master secret.*DRIVE_SECRET/],
    ['directory', { storage: { id: 'another', kind: 'directory' } }, /another directory.*storage\.id/],
    ['bucket', { storage: { id: 'another', kind: 'bucket' } }, /another bucket or prefix\. Set DRIVE_STORAGE_URL/],
  ] as const)(
    'is refused with another %s than that of the first, also after the first has ended',
    async (_, changes, said) => {
      const node = await join();
      await node.leave();
      await expect(join(changes)).rejects.toThrow(said);
      await expect(join()).resolves.toBeDefined();
    },
  );

  test('is admitted with a new master secret that knows the previous one, from then on also without that', async () => {
    await (await join()).leave();
    await (await join({ secret: 'new secret', previousSecret: first.secret })).leave();
    await expect(join()).rejects.toThrow(/another master secret/);
    await expect(join({ secret: 'new secret' })).resolves.toBeDefined();
  });

  test('is refused while another one is alive, if files are in a directory, and told which', async () => {
    await join();
    await expect(join({ id: 'node-2' })).rejects.toThrow(
      /Another drive-server \(1\.2\.3, node node-1, alive \d s ago\).*Stop it first: files in a directory/,
    );
  });

  test('is admitted beside others if files are in a bucket, and all count one another', async () => {
    const nodes = [await join(among('node-1')), await join(among('node-2')), await join(among('node-3'))];
    expect(nodes.map((node) => node.countLive())).toEqual([1, 2, 3]);
    await nodes[2]?.leave();
    await silence('node-2', 15_000);
    expect((await join(among('node-1'))).countLive()).toBe(1);
  });

  test('that has to be alone is refused beside others, and they beside it', async () => {
    const repair = { ...among('repair'), aloneBecause: 'a repair needs the database to itself' };
    const node = await join(among('node-1'));
    await expect(join(repair)).rejects.toThrow(/node node-1.*Stop it first: a repair/);
    await node.leave();
    await join(repair);
    await expect(join(among('node-2'))).rejects.toThrow(/node repair.*Stop it first: a repair/);
  });

  test('logs the settings in which it differs from a live one, unless one of them does not have it', async () => {
    await join(among('node-1'));
    await join({ ...among('node-2'), settings: { DRIVE_RATE_API: 'other', DRIVE_LIST_MAX: 'b', DRIVE_NEW: 'c' } });
    expect(warned).toEqual([{ setting: 'DRIVE_RATE_API', node: 'node-1' }]);
  });

  test('that was forgotten is known again after its next sign of life', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const node = await join(among('node-1'));
    await silence('node-1', 7_200_000);
    await join(among('node-2'));
    vi.advanceTimersByTime(5000);
    await vi.waitFor(() => expect(node.countLive()).toBe(2), { timeout: 20_000 });
  });

  test.each<[string, Partial<NodeIdentity>, Partial<NodeIdentity>]>([
    ['serves files in a directory', {}, { id: 'node-2' }],
    ['has to be alone', among('node-1'), { ...among('repair'), aloneBecause: 'a repair needs the database to itself' }],
    ['is not alone', { ...among('node-1'), aloneBecause: 'a repair needs the database to itself' }, among('node-2')],
  ])('that comes back beside one that took its place and %s, ends', async (_, before, after) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const ended: (string | undefined)[] = [];
    const enter = async (changes: Partial<NodeIdentity>) => {
      const identity = { ...first, ...changes };
      const node = await joinNodes(
        { database: db.database, log, clock, onReplaced: () => void ended.push(identity.id) },
        identity,
      );
      joined.push(node);
      return node;
    };
    await enter(before);
    await silence('node-1', 15_000);
    const second = await enter(after);
    vi.advanceTimersByTime(5000);
    await vi.waitFor(() => expect(ended).toEqual(['node-1']), { timeout: 20_000 });
    await silence(second.id, 14_000);
    vi.advanceTimersByTime(5000);
    const renewed = async () => db.database.reader.selectFrom('nodes').select(['id', 'seen_at']).execute();
    await vi.waitFor(async () => expect((await renewed())[0]?.seen_at).toBeGreaterThan(clock.now() - 5000), {
      timeout: 20_000,
    });
    expect((await renewed()).map(({ id }) => id)).toEqual([second.id]);
    expect(ended).toEqual(['node-1']);
  });

  test('of four that start at once one is admitted', async () => {
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((id) => join({ id })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('may follow one that has left at once, and one that was killed after 15 s of silence', async () => {
    const node = await join();
    await node.leave();
    await join({ id: 'node-2' });
    await silence('node-2', 14_000);
    await expect(join({ id: 'node-3' })).rejects.toThrow(/node node-2/);
    await silence('node-2', 1000);
    await expect(join({ id: 'node-3' })).resolves.toBeDefined();
  });

  test('may start again at once after it was killed', async () => {
    await join();
    await expect(join()).resolves.toBeDefined();
  });

  test('has the time of the database, whatever that of its machine is', async () => {
    expect(clock.now() - Date.now()).toBeLessThan(-fiveMinutes / 2);
    await join();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(fiveMinutes / 2);
  });

  test('is cut off after 15 s without a sign of life that the database takes, until it takes one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
    let isAway = false;
    const write: Pick<typeof db.database, 'write'> = {
      write: async (work, options) => {
        if (isAway) throw new Error('the database does not answer');
        return db.database.write(work, options);
      },
    };
    const database = { ...write } as typeof db.database;
    const node = await joinNodes({ database, log, clock }, { ...first, ...among('node-1') });
    joined.push(node);
    isAway = true;
    vi.advanceTimersByTime(14_999);
    expect(node.isCutOff()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(node.isCutOff()).toBe(true);
    await new Promise(setImmediate);
    isAway = false;
    // The next one is due within a second.
    vi.advanceTimersByTime(1000);
    await vi.waitFor(() => expect(node.isCutOff()).toBe(false), { timeout: 20_000 });
  });

  test('gives a sign of life every 5 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await join();
    await silence(first.id, 20_000);
    vi.advanceTimersByTime(5000);
    await vi.waitFor(() => expect(join({ id: 'node-2' })).rejects.toThrow(/node node-1/), { timeout: 20_000 });
  });
});
