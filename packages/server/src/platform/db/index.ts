/**
 * The database port and its two drivers. Tables are in schema.ts and created in migrations/. No code outside this
 * folder uses a driver.
 */
export {
  defineRow,
  deleteRows,
  openPostgres,
  openSqlite,
  type Database,
  type Dialect,
  type Reader,
  type ReaderSource,
  type RowBatch,
  type Tx,
} from './database.ts';
export { checkSqliteFile, findLostRow, listLostRows, removeLostRow, type LostRow } from './check-references.ts';
export { compileOnce } from './compile-once.ts';
export { countRows, toNumber } from './query-parts.ts';
export { computed, converted, flag, type RowOf } from './define-row.ts';
export { allRows, defineKeptCounts, isMiscounted, type Counted } from './kept-counts.ts';
export { deleteInBatches } from './delete-in-batches.ts';
export type { Flag, ItemState, Schema } from './schema.ts';
export { createLastUse, type LastUse, type LastUseOptions } from './last-use.ts';
export { DataDirectoryInUseError, lockDataDirectory, lockFileName } from './data-directory-lock.ts';
export { DatabaseVersionError, migrate, type Migration } from './migrate.ts';
export { createTally, type TalliedPiece } from './tally.ts';
export { openRawSqlite } from './sqlite-connection.ts';
export type { SqliteOptions } from './sqlite.ts';
