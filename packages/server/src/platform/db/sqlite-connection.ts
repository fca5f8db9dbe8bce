import Sqlite from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** One SQLite connection, set up the way every connection of ours is. */
export interface SqliteConnection extends DatabaseConnection {
  readonly handle: Sqlite.Database;
  /** Runs a statement without a result, such as `begin immediate`, from the statement cache. */
  run(statement: string): void;
}

const CACHED_STATEMENTS = 512;
/** How long SQLite may hold up the event loop for another process's lock; waiting longer is done outside. */
const BUSY_TIMEOUT_MS = 50;
const WAL_LIMIT_BYTES = 64 * 1024 * 1024;

export function connectSqlite(
  file: string,
  options: { readonly readonly: boolean; readonly cacheBytes: number },
): SqliteConnection {
  const handle = new Sqlite(file, { readonly: options.readonly, timeout: BUSY_TIMEOUT_MS });
  try {
    if (!options.readonly) handle.pragma('journal_mode = wal');
    // Said on every connection: the build's default in WAL mode acknowledges commits that a power cut takes back.
    handle.pragma('synchronous = full');
    handle.pragma('foreign_keys = on');
    handle.pragma('temp_store = memory');
    handle.pragma(`cache_size = ${-Math.floor(options.cacheBytes / 1024)}`);
    handle.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`);
    handle.pragma('trusted_schema = off');
  } catch (error) {
    handle.close();
    throw error;
  }

  const statements = new Map<string, Sqlite.Statement>();
  const prepare = (text: string): Sqlite.Statement => {
    let statement = statements.get(text);
    if (statement === undefined) {
      statement = handle.prepare(text);
      if (statements.size >= CACHED_STATEMENTS) {
        for (const oldest of statements.keys()) {
          statements.delete(oldest);
          break;
        }
      }
    } else {
      statements.delete(text);
    }
    statements.set(text, statement);
    return statement;
  };

  return {
    handle,
    run: (statement) => void prepare(statement).run(),
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const statement = prepare(query.sql);
      if (statement.reader) return { rows: statement.all(...query.parameters) as R[] };
      const { changes, lastInsertRowid } = statement.run(...query.parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    // An open cursor keeps the log from being folded into the file, and what is left of it when the reader is slow grows.
    streamQuery: () => {
      throw new Error('Rows are not streamed: page through them by key');
    },
  };
}
