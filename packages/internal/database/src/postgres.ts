import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  PostgresDialect,
  sql,
  Transaction,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import type { Database, Tx } from './database.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { createGatherer, isConflict } from './postgres-gather.ts';
import { createReadGatherer } from './postgres-reads.ts';
import { openPostgresPool, type PostgresOptions } from './postgres-pool.ts';
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

export async function openPostgres<Schema>(options: PostgresOptions): Promise<Database<Schema>> {
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

  const run = <T>(connection: PostgresConnection, work: (tx: Tx<Schema>) => Promise<T>): Promise<Outcome<T>> => {
    const lock = async (name: string): Promise<void> => connection.lock(name);
    const defer = (query: CompiledQuery): void => connection.defer(query);
    return guard.run(() => runWork(connection, kysely, lock, work, defer));
  };

  const attempt = <T>(work: (tx: Tx<Schema>) => Promise<T>): Promise<Outcome<T>> =>
    onConnection(async (connection) => {
      connection.begin();
      try {
        const outcome = await run(connection, work);
        await connection.commit();
        return outcome;
      } catch (error) {
        // The work's own error is more useful than that of a rollback on a closed connection.
        await connection.rollback().catch(() => {});
        throw error;
      }
    });

  const gatherer = createGatherer(useConnection);
  const attemptGathered = <T>(owner: number, work: (tx: Tx<Schema>) => Promise<T>): Promise<Outcome<T>> => {
    if (isClosed) throw new Error('The database is closed');
    // Each work runs in the context of its caller, not in that of the one that began the transaction.
    const context = new AsyncResource('database.write');
    return new Promise((resolve, reject) => {
      let outcome: Outcome<T>;
      gatherer.add(owner, {
        run: async (connection) => {
          outcome = await context.runInAsyncScope(() => run(connection, work));
        },
        committed: () => resolve(outcome),
        failed: reject,
      });
    });
  };

  const createReader = (read: (query: CompiledQuery) => Promise<QueryResult<unknown>>): Transaction<Schema> => {
    const connection: DatabaseConnection = {
      executeQuery: <Row>(query: CompiledQuery) => read(query) as Promise<QueryResult<Row>>,
      streamQuery: () => {
        throw new Error('Rows are not streamed: page through them by key');
      },
    };
    const provideConnection: ConnectionProvider['provideConnection'] = async (use) => {
      guard.assertOutside('database.reader');
      return use(connection);
    };
    return new Transaction(kysely({ provideConnection }, PlainExecutor));
  };
  const reads = createReadGatherer(onConnection);
  const reader = createReader(reads.read);

  return {
    dialect: 'postgres',
    source: { dialect: 'postgres', url: options.url },
    reader,
    workerReader: createReader((query) => onConnection((connection) => connection.executeQuery(query))),
    write: async (work, { owner } = {}) => {
      guard.assertOutside('database.write');
      for (let count = 1; ; count += 1) {
        try {
          const { value, hooks } = await (owner === undefined ? attempt(work) : attemptGathered(owner, work));
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
      await gatherer.idle();
      await Promise.allSettled(inUse);
      await pool.end();
    },
  };
}
