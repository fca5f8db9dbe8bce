import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresDialect, PostgresDriver, sql, Transaction, type DatabaseConnection, type Driver } from 'kysely';
import type { CustomTypesConfig } from 'pg';
import { DomainError } from '../errors.ts';
import type { Database, Tx } from './database.ts';
import type { Schema } from './schema.ts';
import { createKyselyFactory, createNestingGuard, runHooks, runWork, type Outcome } from './transaction.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** Default 16. */
  readonly maxConnections?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** A transaction that is idle for this long has lost its client: its locks are released. */
const IDLE_TRANSACTION_MS = 60_000;
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 5;

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  // Loaded only for Postgres: it would slow every start down.
  const { default: pg } = await import('pg');
  /** Sums of int8 are numeric; both are returned as numbers, as by SQLite. */
  const numbers: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
  const types: CustomTypesConfig = {
    getTypeParser: (oid, format) => (numbers.has(oid) ? Number : pg.types.getTypeParser(oid, format)),
  };
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 16,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    application_name: 'drive-server',
    keepAlive: true,
    // Reads outside a transaction cannot write, as on SQLite.
    options: '-c default_transaction_read_only=on',
    types,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
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
    const connection = await driver.acquireConnection().catch((cause: unknown) => {
      throw new DomainError('unavailable', 'The database does not answer. Try again in a moment.', {
        cause,
        retryAfterSeconds: 1,
      });
    });
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
