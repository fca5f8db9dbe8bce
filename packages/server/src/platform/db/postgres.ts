import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresDialect, sql, Transaction, type CompiledQuery } from 'kysely';
import type { Database, Tx } from './database.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { openPostgresPool, type PostgresOptions } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import {
  createKyselyFactory,
  createNestingGuard,
  PlainExecutor,
  runHooks,
  runWork,
  type Outcome,
} from './transaction.ts';

const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 5;

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const pool = await openPostgresPool(options);
  // Only the compiler of the dialect is used.
  const kysely = createKyselyFactory(new PostgresDialect({ pool: () => Promise.reject(new Error('not used')) }));
  const guard = createNestingGuard();

  const inUse = new Set<Promise<unknown>>();
  let isClosed = false;

  async function onConnection<T>(use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    if (isClosed) throw new Error('The database is closed');
    const ended = useConnection(use);
    inUse.add(ended);
    try {
      return await ended;
    } finally {
      inUse.delete(ended);
    }
  }

  async function useConnection<T>(use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const connection = await pool.connect();
    try {
      return await use(connection);
    } finally {
      connection.release();
    }
  }

  const attempt = <T>(work: (tx: Tx) => Promise<T>): Promise<Outcome<T>> =>
    onConnection(async (connection) => {
      connection.begin();
      try {
        const lock = async (name: string): Promise<void> => connection.lock(name);
        const defer = (query: CompiledQuery): void => connection.defer(query);
        const outcome = await guard.run(() => runWork(connection, kysely, lock, work, defer));
        await connection.commit();
        return outcome;
      } catch (error) {
        // The work's own error is more useful than that of a rollback on a closed connection.
        await connection.rollback().catch(() => {});
        throw error;
      }
    });

  const reader = new Transaction<Schema>(
    kysely(
      {
        provideConnection: async (use) => {
          guard.assertOutside('database.reader');
          return onConnection(use);
        },
      },
      PlainExecutor,
    ),
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
      await pool.end();
    },
  };
}

/** serialization_failure and deadlock_detected: Postgres requires the transaction to be repeated. */
const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
