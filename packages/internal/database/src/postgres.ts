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
import type { Database, Reader, ReaderSource, Tx, WriteOptions } from './database.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { isConflict, WorkGatherer } from './postgres-gather.ts';
import { openPostgresPool, type PostgresOptions, type PostgresPool } from './postgres-pool.ts';
import { ReadGatherer } from './postgres-reads.ts';
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
  return new PostgresDatabase(options.url, await openPostgresPool(options));
}

class PostgresDatabase<Schema> implements Database<Schema> {
  readonly dialect = 'postgres';
  readonly source: ReaderSource;
  readonly reader: Reader<Schema>;
  readonly workerReader: Reader<Schema>;
  readonly #pool: PostgresPool;
  /** Only the compiler of the dialect is used. */
  readonly #kysely = createKyselyFactory(new PostgresDialect({ pool: () => Promise.reject(new Error('not used')) }));
  readonly #guard = createNestingGuard();
  readonly #inUse = new Set<Promise<unknown>>();
  #isClosed = false;
  readonly #gatherer: WorkGatherer;

  constructor(url: string, pool: PostgresPool) {
    this.#pool = pool;
    this.#gatherer = new WorkGatherer((use) => this.#useConnection(use));
    const gathered = new ReadGatherer((use) => this.#onConnection(use));
    this.reader = this.#createReader((query) => gathered.read(query));
    this.source = { dialect: 'postgres', url };
    this.workerReader = this.#createReader((query) =>
      this.#onConnection((connection) => connection.executeQuery(query)),
    );
  }

  async write<T>(work: (tx: Tx<Schema>) => Promise<T>, { owner }: WriteOptions = {}): Promise<T> {
    this.#guard.assertOutside('database.write');
    for (let count = 1; ; count += 1) {
      try {
        const { value, hooks } = await (owner === undefined ? this.#attempt(work) : this.#attemptGathered(owner, work));
        runHooks(hooks);
        return value;
      } catch (error) {
        if (!isConflict(error) || count === MAX_ATTEMPTS) throw error;
        await sleep(FIRST_PAUSE_MS * 2 ** (count - 1));
      }
    }
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.reader);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#gatherer.idle();
    await Promise.allSettled(this.#inUse);
    await this.#pool.end();
  }

  async #onConnection<T>(use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error('The database is closed');
    const ended = this.#useConnection(use);
    this.#inUse.add(ended);
    try {
      return await ended;
    } finally {
      this.#inUse.delete(ended);
    }
  }

  async #useConnection<T>(use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const connection = await this.#pool.connect();
    try {
      return await use(connection);
    } finally {
      connection.release();
    }
  }

  #run<T>(connection: PostgresConnection, work: (tx: Tx<Schema>) => Promise<T>): Promise<Outcome<T>> {
    const lock = async (name: string): Promise<void> => connection.lock(name);
    const defer = (query: CompiledQuery): void => connection.defer(query);
    return this.#guard.run(() => runWork(connection, this.#kysely, lock, work, defer));
  }

  #attempt<T>(work: (tx: Tx<Schema>) => Promise<T>): Promise<Outcome<T>> {
    return this.#onConnection(async (connection) => {
      connection.begin();
      try {
        const outcome = await this.#run(connection, work);
        await connection.commit();
        return outcome;
      } catch (error) {
        // The work's own error is more useful than that of a rollback on a closed connection.
        await connection.rollback().catch(() => {});
        throw error;
      }
    });
  }

  #attemptGathered<T>(owner: number, work: (tx: Tx<Schema>) => Promise<T>): Promise<Outcome<T>> {
    if (this.#isClosed) throw new Error('The database is closed');
    // Each work runs in the context of its caller, not in that of the one that began the transaction.
    const context = new AsyncResource('database.write');
    return new Promise((resolve, reject) => {
      let outcome: Outcome<T>;
      this.#gatherer.add(owner, {
        run: async (connection) => {
          outcome = await context.runInAsyncScope(() => this.#run(connection, work));
        },
        committed: () => resolve(outcome),
        failed: reject,
      });
    });
  }

  #createReader(read: (query: CompiledQuery) => Promise<QueryResult<unknown>>): Transaction<Schema> {
    const connection: DatabaseConnection = {
      executeQuery: <Row>(query: CompiledQuery) => read(query) as Promise<QueryResult<Row>>,
      streamQuery: () => {
        throw new Error('Rows are not streamed: page through them by key');
      },
    };
    const provideConnection: ConnectionProvider['provideConnection'] = async (use) => {
      this.#guard.assertOutside('database.reader');
      return use(connection);
    };
    return new Transaction(this.#kysely({ provideConnection }, PlainExecutor));
  }
}
