import type { Kysely } from 'kysely';

export type Dialect = 'sqlite' | 'postgres';

/** Connection data of the database, for a thread that reads it; can be sent as a message. */
export type ReaderSource =
  | { readonly dialect: 'sqlite'; readonly file: string }
  | { readonly dialect: 'postgres'; readonly url: string };

/** Outside a transaction, each statement sees the commits before its start, and the database refuses writes. */
export type Reader<Schema> = Pick<
  Kysely<Schema>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'case' | 'fn' | 'dynamic' | 'executeQuery' | 'getExecutor'
>;

/**
 * One transaction. Only the database may be awaited while it is open: on SQLite all other writes wait, and several
 * transactions may share one commit.
 *
 * A failed statement aborts it on both databases: later statements are refused and nothing is kept, even if the error
 * is caught. Write rows that may conflict with `onConflict(…).doNothing().returning(…)`.
 */
export interface Tx<Schema> extends Kysely<Schema> {
  /** Other transactions that lock the name wait. Free on SQLite, which has one writer; an advisory lock on Postgres. */
  lock(name: string): Promise<void>;
  /**
   * For statements whose outcome the transaction does not ask for. On Postgres they are sent with the next statement or
   * the commit, which fails if one of them does, and return no rows and no counts.
   */
  readonly later: Kysely<Schema>;
  /** Runs in the transaction once the work has ended, in the order of the calls. An error fails the transaction. */
  beforeCommit(run: () => Promise<void>): void;
  /** Runs once the commit is durable, never after a rollback. A hint only (waking a loop): a crash loses it. */
  afterCommit(run: () => void): void;
}

export interface WriteOptions {
  /**
   * owners.row_id of the owner whose rows `work` locks, and no other's. Concurrent writes of one owner may share a commit
   * on Postgres, too, instead of waiting for each other's. Default: a commit of its own on Postgres.
   */
  readonly owner?: number;
}

/** `Schema` maps the names of the tables to the types of their columns, as Kysely has them. */
export interface Database<Schema> {
  readonly dialect: Dialect;
  /** For `openReader`, in another thread. */
  readonly source: ReaderSource;
  /** Sees commits. Throws when used inside `write`, where it would hang on SQLite and miss rows on Postgres. */
  readonly reader: Reader<Schema>;
  /**
   * For queries over many rows. On SQLite they run in a worker thread, one after the other and a tenth of a millisecond
   * later, so that no request waits for them. May see newer rows than `reader`.
   */
  readonly workerReader: Reader<Schema>;
  /**
   * Runs `work` in a separate transaction and resolves when it is durable. If `work` throws, nothing of it is kept and
   * the error is rethrown. Throws when nested. On Postgres `work` runs again after a deadlock, so it must have no
   * effect outside the database. `work` must await each of its queries.
   */
  write<T>(work: (tx: Tx<Schema>) => Promise<T>, options?: WriteOptions): Promise<T>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
