/** The port is in database.ts, its two drivers in sqlite.ts and postgres.ts. No code outside this package uses a driver. */
export type { Database, Dialect, Reader, ReaderSource, Tx, WriteOptions } from './database.ts';
export { checkSqliteFile, findLostRow, listLostRows, removeLostRow, type LostRow } from './check-references.ts';
export { compileOnce } from './compile-once.ts';
export { countRows, isAfter, isAmong, jsonRows, rowIdList, toNumber } from './query-parts.ts';
export {
  computed,
  converted,
  defineAnyRow,
  flag,
  type DefineRow,
  type RowDefinition,
  type RowField,
  type RowOf,
} from './define-row.ts';
export { anyDeleteRows, deleteInBatches, type DeleteRows, type RowBatch } from './delete-in-batches.ts';
export { openReader, type OpenReader } from './open-reader.ts';
export { openPostgres } from './postgres.ts';
export type { PostgresOptions } from './postgres-pool.ts';
export { connectSqlite, openRawSqlite } from './sqlite-connection.ts';
export { openSqlite, type SqliteOptions } from './sqlite.ts';
export { createDatabaseFile } from './wal.ts';
