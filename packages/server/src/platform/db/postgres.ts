import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresDialect, PostgresDriver, sql, Transaction, type DatabaseConnection, type Driver } from 'kysely';
import type { Database, Tx } from './database.ts';
import { openPostgresPool, type PostgresOptions } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { createKyselyFactory, createNestingGuard, runHooks, runWork, type Outcome } from './transaction.ts';

const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 5;

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const pool = await openPostgresPool(options);
  const driver: Driver = new PostgresDriver({ pool });
  await driver.init();
  const kysely = createKyselyFactory(new PostgresDialect({ pool }));
  const guard = createNestingGuard();

  const inUse = new Set<Promise<unknown>>();
  let isClosed = false;

  async function onConnection<T>(use: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (isClosed) throw new Error('The database is closed');
    const ended = useConnection(use);
    inUse.add(ended);
    try {
      return await ended;
    } finally {
      inUse.delete(ended);
    }
  }

  async function useConnection<T>(use: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    const connection = await driver.acquireConnection();
    try {
      return await use(connection);
    } finally {
      await driver.releaseConnection(connection);
    }
  }

  const attempt = <T>(work: (tx: Tx) => Promise<T>): Promise<Outcome<T>> =>
    onConnection(async (connection) => {
      await driver.beginTransaction(connection, { isolationLevel: 'read committed', accessMode: 'read write' });
      let outcome: Outcome<T>;
      try {
        outcome = await guard.run(() => runWork(connection, kysely, lock, work));
      } catch (error) {
        // The work's own error is more useful than that of a rollback on a closed connection.
        await driver.rollbackTransaction(connection).catch(() => {});
        throw error;
      }
      await driver.commitTransaction(connection);
      return outcome;
    });

  const reader = new Transaction<Schema>(
    kysely({
      provideConnection: async (use) => {
        guard.assertOutside('database.reader');
        return onConnection(use);
      },
    }),
  );

  return {
    dialect: 'postgres',
    source: { dialect: 'postgres', url: options.url },
    reader,
    workerReader: reader,
    write: async (work) => {
      guard.assertOutside('database.write');
      for (let count = 1; ; count += 1) {
        try {
          const { value, hooks } = await attempt(work);
          runHooks(hooks);
          return value;
        } catch (error) {
          if (!isConflict(error) || count === MAX_ATTEMPTS) throw error;
          await sleep(FIRST_PAUSE_MS * 2 ** (count - 1));
        }
      }
    },
    ping: async () => {
      await sql`select 1`.execute(reader);
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled(inUse);
      await driver.destroy();
    },
  };
}

async function lock(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** serialization_failure and deadlock_detected: Postgres requires the transaction to be repeated. */
const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
