import { Transaction } from 'kysely';
import type { Dialect, Reader } from './database.ts';
import type { ReaderSource } from './database.ts';
import { openPostgres } from './postgres.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { sqliteQueries } from './sqlite-queries.ts';

export interface OpenReader<Schema> {
  readonly dialect: Dialect;
  /** Sees commits before each statement, which may be a moment before they are durable. */
  readonly reader: Reader<Schema>;
  close(): Promise<void>;
}

const SQLITE_CACHE_BYTES = 8 * 1024 * 1024;
const POSTGRES_CONNECTIONS = 2;

export async function openReader<Schema>(source: ReaderSource): Promise<OpenReader<Schema>> {
  if (source.dialect === 'postgres') {
    const database = await openPostgres<Schema>({
      url: source.url,
      maxConnections: POSTGRES_CONNECTIONS,
    });
    return { dialect: database.dialect, reader: database.workerReader, close: () => database.close() };
  }
  const connection = connectSqlite(source.file, { readonly: true, cacheBytes: SQLITE_CACHE_BYTES });
  return {
    dialect: 'sqlite',
    reader: new Transaction<Schema>(sqliteQueries({ provideConnection: async (use) => use(connection) })),
    close: async () => void connection.raw.close(),
  };
}
