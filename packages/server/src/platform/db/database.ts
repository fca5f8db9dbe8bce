import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Dialect = 'sqlite' | 'postgres';

/** Where a database is, for a thread that reads it with a connection of its own; may be sent as a message. */
export type ReaderSource =
  | { readonly dialect: 'sqlite'; readonly file: string }
  | { readonly dialect: 'postgres'; readonly url: string };

/**
 * Reads, inside or outside a transaction. Outside, each statement sees what is committed when it begins, and one that
 * writes is refused by the database.
 */
export type Reader = Pick<
  Kysely<Schema>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'case' | 'fn' | 'dynamic' | 'executeQuery' | 'getExecutor'
>;

/**
 * One transaction. Nothing but the database may be awaited while it is open: on SQLite all other writes wait, and several
 * transactions may share one commit.
 *
 * A statement that fails aborts it on both databases: later statements are refused and nothing is kept, even if the error
 * is caught. Write what may conflict with `onConflict(…).doNothing().returning(…)`.
 */
export interface Tx extends Kysely<Schema> {
  /**
   * Makes every other transaction that locks the same name wait until this one ends. Free on SQLite, where there is one
   * writer anyway; an advisory lock on Postgres.
   */
  lock(name: string): Promise<void>;
  /** Runs once the commit is durable, never after a rollback. A hint only (waking a loop): a crash loses it. */
  afterCommit(run: () => void): void;
}

/** The database as the modules see it: read anywhere, write in transactions. */
export interface Database {
  readonly dialect: Dialect;
  /** For `openReader`, in another thread. */
  readonly source: ReaderSource;
  /** Sees what is committed. Throws when used inside `write`, where it would hang on SQLite and miss rows on Postgres. */
  readonly reader: Reader;
  /**
   * For queries that look through many rows. On SQLite they run in a worker thread, one after the other and a tenth of a
   * millisecond later, so that no request waits for them. May see newer rows than `reader` does.
   */
  readonly workerReader: Reader;
  /**
   * Runs `work` in a transaction of its own and resolves when it is durable. When `work` throws, nothing of it is kept
   * and the error passes through. Throws when nested. On Postgres `work` runs again after a deadlock, so it changes
   * nothing but the database. Every query of it is awaited before it ends.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Resolves when a trivial query answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
