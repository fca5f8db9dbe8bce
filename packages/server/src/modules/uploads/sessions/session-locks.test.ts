import { randomUUID } from 'node:crypto';
import { dayMs } from '@drive/base';
import { createTestClock, type TestClock } from '@drive/base/test';
import { soleNode, type Node } from '@drive/nodes';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { fillTables } from '../../../../test/fill-tables.ts';
import { SessionLeases } from './session-leases.ts';
import { sessionLocksContract } from './session-locks.contract.ts';
import { createMemoryLocks, type SessionLock, type SessionLocks } from './session-locks.ts';
import { endSession, insertSessions, touchSession } from './upload-session-store.ts';
import type { Session } from './upload-session.ts';

describe('locks on sessions in memory', () => {
  sessionLocksContract(async (clock) => {
    const locks = createMemoryLocks(clock);
    return { servers: [locks, locks], add: async () => undefined };
  });
});

describe.runIf(inject('databaseKind') === 'postgres')('locks on sessions in their rows', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    // A user and a folder for the sessions.
    await fillTables(test.database);
  });
  beforeEach(async () => {
    taken.length = 0;
    await test.database.write((tx) => tx.deleteFrom('upload_sessions').execute());
  });
  afterAll(() => test.close());

  const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const taken: string[] = [];
  const serverOf = (
    clock: TestClock,
    id: string,
    takeOver = async (session: Session, _lock: SessionLock): Promise<Session> => {
      taken.push(session.id);
      return session;
    },
  ): SessionLocks => {
    const node: Node = { ...soleNode, id, isAlone: false };
    return new SessionLeases({ database: test.database, clock, log: silent, node, takeOver });
  };
  const add = (id: string): Promise<void> =>
    test.database.write((tx) =>
      insertSessions(tx, [
        {
          id,
          ownerId: 1,
          fileId: randomUUID(),
          rootId: null,
          folderRowId: 1,
          fileName: 'a',
          contentType: 'text/plain',
          sizeBytes: 10,
          blobKey: id,
          status: 'PENDING',
          purpose: null,
          endsWithRequest: false,
          reservedBy: null,
          origin: { kind: 'system', id: null },
          holdsItem: true,
          tusMetadata: null,
          networkHash: null,
          modifiedAt: null,
          annotations: null,
          onConflict: 'rename',
          precondition: null,
          replacedId: null,
          isDirect: false,
          activeAt: 0,
        },
      ]),
    );
  const rowOf = (id: string) =>
    test.database.reader.selectFrom('upload_sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  sessionLocksContract(async (clock) => ({ servers: [serverOf(clock, 'a'), serverOf(clock, 'b')], add }));

  /** A session whose holder, on server a, does not renew its lease and does not know that it is over. */
  async function loseLease(): Promise<{ id: string; clock: TestClock; old: SessionLock; b: SessionLocks }> {
    const clock = createTestClock();
    // A server whose timer does not run, as if its process were stopped.
    const id = randomUUID();
    await add(id);
    const a = serverOf(clock, 'a');
    const old = await a.acquire(id, 'put');
    await a.stop();
    if (old === undefined) throw new Error('a free session is locked');
    return { id, clock, old, b: serverOf(clock, 'b') };
  }

  it('go to another server when the holder has not renewed them for 15 s, which continues what is left', async () => {
    const { id, clock, b } = await loseLease();
    clock.advance(14_999);
    expect(await b.tryAcquire(id, 'work')).toBeUndefined();
    clock.advance(1);
    const lock = await b.tryAcquire(id, 'work');
    expect(lock).toMatchObject({ turn: 2, session: { id } });
    expect(taken).toEqual([id]);
    lock?.release();
    await b.stop();
    expect(await rowOf(id)).toMatchObject({ held_by: null });
  });

  it('go to another server if the clock was far ahead when their holder ended', async () => {
    const { id, clock, b } = await loseLease();
    clock.advance(-365 * dayMs);
    const lock = await b.tryAcquire(id, 'work');
    expect(lock).toMatchObject({ turn: 2, session: { id } });
    lock?.release();
    await b.stop();
    const { id: left, clock: setBack } = await loseLease();
    setBack.advance(-365 * dayMs);
    const starting = serverOf(setBack, 'c');
    await starting.start();
    expect(taken).toContain(left);
    await starting.stop();
  });

  it('refuse every write of a holder that has lost its lock', async () => {
    const { id, clock, old, b } = await loseLease();
    clock.advance(15_000);
    const lock = await b.tryAcquire(id, 'work');
    expect(await test.database.write((tx) => touchSession(tx, old, 1))).toBe(false);
    expect(await test.database.write((tx) => endSession(tx, old, 'COMPLETE', 1))).toBe(false);
    expect(await old.confirm()).toBe(false);
    old.release();
    expect(await rowOf(id)).toMatchObject({ held_by: 'b', status: 'PENDING', active_at: 0 });
    expect(await test.database.write((tx) => endSession(tx, lock!, 'COMPLETE', 1))).toBe(true);
    expect(await rowOf(id)).toMatchObject({ held_by: null, status: 'COMPLETE' });
    await b.stop();
  });

  it('tell a holder that has lost its lock to stop', async () => {
    const clock = createTestClock();
    const id = randomUUID();
    await add(id);
    const [a, b] = [serverOf(clock, 'a'), serverOf(clock, 'b')];
    const lock = await a.acquire(id, 'tus');
    await test.database.write((tx) =>
      tx.updateTable('upload_sessions').set({ held_by: 'b', turn: 2 }).where('id', '=', id).execute(),
    );
    await expect.poll(() => lock?.signal.aborted).toBe(true);
    expect(await lock?.confirm()).toBe(false);
    for (const each of [a, b]) await each.stop();
  });

  it('are renewed while a server continues the upload of another, however long that takes', async () => {
    const { id, clock } = await loseLease();
    let finish = (): void => {};
    const b = serverOf(clock, 'b', async (session) => {
      await new Promise<void>((resolve) => (finish = resolve));
      return session;
    });
    const own = randomUUID();
    await add(own);
    const lock = await b.acquire(own, 'put');
    await b.start();
    clock.advance(15_000);
    await expect.poll(async () => (await rowOf(id)).held_by).toBe('b');
    clock.advance(10_000);
    for (const each of [id, own])
      await expect.poll(async () => (await rowOf(each)).held_until).toBe(clock.now() + 15_000);
    finish();
    lock?.release();
    await b.stop();
  });

  it('of an earlier process of a server are continued when it starts, and of others when they have ended', async () => {
    const clock = createTestClock();
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
    for (const id of ids) await add(id);
    const [killed, other, ended] = [serverOf(clock, 'a'), serverOf(clock, 'b'), serverOf(clock, 'c')];
    await ended.acquire(ids[2], 'put');
    await ended.stop();
    clock.advance(15_000);
    await killed.acquire(ids[0], 'put');
    await killed.stop();
    await other.acquire(ids[1], 'put');
    clock.advance(1);
    const restarted = serverOf(clock, 'a');
    await restarted.start();
    expect(taken.toSorted()).toEqual([ids[0], ids[2]].toSorted());
    expect(await rowOf(ids[1])).toMatchObject({ held_by: 'b', turn: 1 });
    for (const each of [restarted, other]) await each.stop();
  });

  it('are tried again if what is left could not be continued', async () => {
    const { id, clock } = await loseLease();
    let isAway = true;
    const b = serverOf(clock, 'b', async (session) => {
      if (isAway) throw new Error('the storage is away');
      taken.push(session.id);
      return session;
    });
    clock.advance(15_000);
    await expect(b.tryAcquire(id, 'work')).rejects.toThrow('the storage is away');
    isAway = false;
    expect(await b.tryAcquire(id, 'work')).toBeDefined();
    expect(taken).toEqual([id]);
    await b.stop();
  });

  it('are kept with a session that is added by the holder', async () => {
    const clock = createTestClock();
    const [a, b] = [serverOf(clock, 'a'), serverOf(clock, 'b')];
    const lock = a.begin(randomUUID(), 'put');
    await add(lock.id);
    await test.database.write((tx) => a.keep(tx, lock));
    expect(await b.tryAcquire(lock.id, 'work')).toBeUndefined();
    lock.release();
    await a.stop();
    expect(await b.tryAcquire(lock.id, 'work')).toMatchObject({ turn: 2 });
    await b.stop();
  });
});
