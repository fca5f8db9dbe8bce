import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createLog } from '../log-writer.ts';
import { joinNodes, type NodeIdentity } from './join-nodes.ts';

let db: TestDatabase;
const log = createLog({ level: 'error', format: 'json', clock: { now: () => 0 }, write: () => {} });
const first: NodeIdentity = { id: 'node-1', version: '1.2.3', secret: 'one secret', storage: 'one disk' };
const joined: { leave(): Promise<void> }[] = [];

async function join(changes: Partial<NodeIdentity> = {}) {
  const node = await joinNodes({ database: db.database, log }, { ...first, ...changes });
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
    db = await createTestDatabase({ mayBeUsed: true });
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const node of joined.splice(0)) await node.leave();
    await db.close();
  });

  test.each([
    ['master secret', { secret: 'another secret' }, /another master secret.*DRIVE_SECRET/],
    ['storage', { storage: 'another disk' }, /another directory.*DRIVE_STORAGE_URL/],
  ])('is refused with another %s than that of the first, also after the first has ended', async (_, changes, said) => {
    const node = await join();
    await node.leave();
    await expect(join(changes)).rejects.toThrow(said);
    await expect(join()).resolves.toBeDefined();
  });

  test('is refused while another one is alive, and told which', async () => {
    await join();
    await expect(join({ id: 'node-2' })).rejects.toThrow(
      /Another drive-server \(1\.2\.3, node node-1, alive \d s ago\)/,
    );
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

  test('gives a sign of life every 5 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await join();
    await silence(first.id, 20_000);
    vi.advanceTimersByTime(5000);
    await vi.waitFor(() => expect(join({ id: 'node-2' })).rejects.toThrow(/node node-1/), { timeout: 20_000 });
  });
});
