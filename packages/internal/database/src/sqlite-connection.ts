import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { isSingleBinary, loadNativeAddon } from '@drive/program';
import Sqlite from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** A SQLite connection with our settings and a cache of statements. */
export interface SqliteConnection extends DatabaseConnection {
  readonly raw: Sqlite.Database;
  /** Runs a cached statement without a result, such as `begin immediate`. */
  run(statement: string): void;
  /** The rows of a query, whose statement is cached. */
  read(query: string, parameters: readonly unknown[]): unknown[];
}

/** Half of the statements that a connection keeps. */
const CACHED_STATEMENTS = 256;
/**
 * How long SQLite itself waits for another process's lock, which blocks the event loop. `BUSY_PATIENCE_MS` of sqlite.ts is
 * how long a statement is tried in all, with pauses that block nothing.
 */
const BLOCKING_WAIT_MS = 50;
/** A restarted WAL is truncated to this length; the rest is overwritten, which is cheaper. */
const LOG_KEPT_BYTES = 64 * 1024 * 1024;

export function connectSqlite(
  file: string,
  options: { readonly readonly: boolean; readonly cacheBytes: number },
): SqliteConnection {
  const raw = openRawSqlite(file, { readonly: options.readonly, timeout: BLOCKING_WAIT_MS });
  try {
    if (!options.readonly) raw.pragma('journal_mode = wal');
    // A commit is not on the disk when it returns: sqlite.ts syncs the WAL. SQLite itself syncs only for the order of
    // writes: the WAL before it is copied, the file after it, the header of a restarted WAL.
    raw.pragma('synchronous = normal');
    // Other systems than Apple's do this at every sync anyway.
    raw.pragma('fullfsync = on');
    raw.pragma('checkpoint_fullfsync = on');
    raw.pragma('wal_autocheckpoint = 0');
    raw.pragma('foreign_keys = on');
    // Deleted data is overwritten, which makes the WAL a hundredth longer.
    raw.pragma('secure_delete = on');
    raw.pragma('temp_store = memory');
    raw.pragma(`cache_size = ${-Math.floor(options.cacheBytes / 1024)}`);
    raw.pragma(`journal_size_limit = ${LOG_KEPT_BYTES}`);
    raw.pragma('trusted_schema = off');
  } catch (error) {
    raw.close();
    throw error;
  }

  const prepare = keepInTwoGenerations(CACHED_STATEMENTS, (text) => raw.prepare(text));

  return {
    raw,
    run: (text) => {
      const statement = prepare(text);
      if (statement.reader) statement.get();
      else statement.run();
    },
    read: (text, parameters) => prepare(text).all(...parameters),
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const statement = prepare(query.sql);
      if (statement.reader) return { rows: statement.all(...query.parameters) as R[] };
      const { changes, lastInsertRowid } = statement.run(...query.parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    // An open cursor blocks checkpoints, so that the WAL grows as long as its reader is slow.
    streamQuery: () => {
      throw new Error('Rows are not streamed: page through them by key');
    },
  };
}

/**
 * Keeps the values of `make` by their keys: at least `count`, and less than twice as many. A recent key takes one look-up;
 * a map in the order of use would be changed at each one.
 */
function keepInTwoGenerations<Value>(count: number, make: (key: string) => Value): (key: string) => Value {
  let recent = new Map<string, Value>();
  let older = new Map<string, Value>();
  return (key) => {
    let value = recent.get(key);
    if (value !== undefined) return value;
    value = older.get(key) ?? make(key);
    if (recent.size === count) [older, recent] = [recent, new Map()];
    recent.set(key, value);
    return value;
  };
}

/**
 * Opens a file with the driver, without any setting. The only call of `new Sqlite()`: a single binary loads SQLite
 * differently.
 */
export function openRawSqlite(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  if (!isSingleBinary) return new Sqlite(file, options);
  const addon = loadNativeAddon('better_sqlite3.node', [tmpdir(), dirname(file), '/dev/shm', '/var/tmp']);
  // The driver accepts a path or a loaded library, which its types omit.
  return new Sqlite(file, { ...options, nativeBinding: addon as unknown as string });
}
