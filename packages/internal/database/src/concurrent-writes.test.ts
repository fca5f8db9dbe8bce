import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../test/test-database.ts';
import type { Tx } from './database.ts';

let handle: TestDatabase;
beforeAll(async () => {
  handle = await openTestDatabase();
  await handle.database.write(async (tx) => {
    await sql`create table accounts (id bigint primary key, balance bigint not null check (balance >= 0))`.execute(tx);
    await sql`create table entries (work bigint not null, step bigint not null)`.execute(tx);
  });
});
afterAll(() => handle.close());

const ACCOUNTS = [0, 1, 2] as const;

interface Work {
  readonly account: number;
  readonly amount: number;
  readonly steps: number;
  /** The step before which it throws; none if past the last. */
  readonly throwsAt: number;
  readonly throwsSynchronously: boolean;
  /** The step at which it runs an invalid statement and ignores the error. */
  readonly swallowsAt: number;
  /** Turns of the event loop before it begins. */
  readonly laterTurns: number;
  /** Whether it may share a commit with others of its account. */
  readonly isShared: boolean;
  /** Whether its last change is deferred to the commit. */
  readonly isDeferred: boolean;
  /** Whether it runs the statements of a step together. */
  readonly isTogether: boolean;
}

const works = fc.array(
  fc.record<Work>({
    account: fc.constantFrom(...ACCOUNTS),
    amount: fc.integer({ min: 1, max: 1000 }),
    steps: fc.integer({ min: 1, max: 3 }),
    throwsAt: fc.integer({ min: 0, max: 9 }),
    throwsSynchronously: fc.boolean(),
    swallowsAt: fc.integer({ min: 0, max: 15 }),
    laterTurns: fc.nat({ max: 2 }),
    isShared: fc.boolean(),
    isDeferred: fc.boolean(),
    isTogether: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

const isKept = (work: Work): boolean =>
  !(work.throwsSynchronously && work.throwsAt === 0) && work.throwsAt >= work.steps && work.swallowsAt >= work.steps;

async function run(tx: Tx<any>, work: Work, index: number): Promise<void> {
  for (let step = 0; step < work.steps; step += 1) {
    if (step === work.throwsAt) throw new Error('on purpose');
    if (step === work.swallowsAt)
      await sql`update accounts set balance = -1 where id = ${work.account}`.execute(tx).catch(() => {});
    const inserted = sql`insert into entries (work, step) values (${index}, ${step})`.execute(tx);
    if (!work.isTogether) await inserted;
    const change = sql`update accounts set balance = balance + ${work.amount} where id = ${work.account}`;
    await Promise.all([inserted, change.execute(work.isDeferred ? tx.later : tx)]);
  }
}

test('if some of many concurrent writes fail, the state is that of the others run one after another', async () => {
  const { database } = handle;
  await fc.assert(
    fc.asyncProperty(works, async (all) => {
      await database.write(async (tx) => {
        await sql`delete from entries`.execute(tx);
        await sql`delete from accounts`.execute(tx);
        for (const id of ACCOUNTS) await sql`insert into accounts values (${id}, 0)`.execute(tx);
      });
      const results = await Promise.allSettled(
        all.map(async (work, index) => {
          for (let turn = 0; turn < work.laterTurns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          return database.write(
            (tx) => {
              if (work.throwsSynchronously && work.throwsAt === 0) throw new Error('at once');
              return run(tx, work, index);
            },
            work.isShared ? { owner: work.account } : {},
          );
        }),
      );

      expect(results.map((result) => result.status === 'fulfilled')).toEqual(all.map(isKept));
      const balances = await sql<{ balance: number }>`select balance from accounts order by id`.execute(
        database.reader,
      );
      expect(balances.rows.map((row) => row.balance)).toEqual(
        ACCOUNTS.map((id) =>
          all
            .filter((work) => work.account === id && isKept(work))
            .reduce((sum, work) => sum + work.amount * work.steps, 0),
        ),
      );
      const entries = await sql<{
        work: number;
        step: number;
      }>`select work, step from entries order by work, step`.execute(database.reader);
      expect(entries.rows).toEqual(
        all.flatMap((work, index) =>
          isKept(work) ? Array.from({ length: work.steps }, (_, step) => ({ work: index, step })) : [],
        ),
      );
    }),
    { numRuns: inject('databaseKind') === 'sqlite' ? 60 : 15 },
  );
});
