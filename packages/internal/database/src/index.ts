/** The port is in database.ts, its two drivers in sqlite.ts and postgres.ts. No code outside this package uses a driver. */
export type { Database, Dialect, Reader, ReaderSource, Tx, WriteOptions } from './database.ts';
export { checkSqliteFile, findLostRow, listLostRows, removeLostRow, type LostRow } from './check-references.ts';
export { compileOnce } from './rows/compile-once.ts';
export { countRows, isAfter, isAmong, jsonRows, rowIdList, toNumber } from './rows/query-parts.ts';
export {
  computed,
  converted,
  defineAnyRow,
  flag,
  type DefineRow,
  type RowDefinition,
  type RowField,
  type RowOf,
} from './rows/define-row.ts';
export { anyDeleteRows, deleteInBatches, type DeleteRows, type RowBatch } from './rows/delete-in-batches.ts';
export {
  allRows,
  defineAnyKeptCounts,
  isMiscounted,
  type Counted,
  type DefineKeptCounts,
  type KeptCounts,
} from './rows/kept-counts.ts';
export { createLastUse, type LastUse, type LastUseOptions } from './rows/last-use.ts';
export { movePartitions, restOf } from './rows/partitions.ts';
export { createTally, type TalliedPiece } from './rows/tally.ts';
export { openReader, type OpenReader } from './open-reader.ts';
export { openPostgres } from './postgres.ts';
export type { PostgresOptions } from './postgres-pool.ts';
export { explainToOperator, requirePreparing, untilReachable, UnusablePostgresError } from './reach-postgres.ts';
export { connectSqlite, openRawSqlite } from './sqlite-connection.ts';
export { openSqlite, type SqliteOptions } from './sqlite.ts';
export { createDatabaseFile } from './wal.ts';
