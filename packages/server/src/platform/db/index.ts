/**
 * The only way to the database for the rest of the server. Tables are in schema.ts and created in migrations/. The port and
 * its drivers are in `@drive/database`.
 */
export {
  checkSqliteFile,
  compileOnce,
  computed,
  converted,
  countRows,
  deleteInBatches,
  findLostRow,
  flag,
  isAfter,
  isAmong,
  jsonRows,
  listLostRows,
  openRawSqlite,
  removeLostRow,
  rowIdList,
  toNumber,
  type Dialect,
  type LostRow,
  type ReaderSource,
  type RowOf,
  type SqliteOptions,
} from '@drive/database';
export {
  defineRow,
  deleteRows,
  openPostgres,
  openReader,
  openSqlite,
  type Database,
  type Reader,
  type RowBatch,
  type Tx,
} from './database.ts';
export { allRows, defineKeptCounts, isMiscounted, type Counted } from './kept-counts.ts';
export type { Flag, ItemState, OwnerKind, Schema } from './schema.ts';
export { createLastUse, type LastUse, type LastUseOptions } from './last-use.ts';
export { DataDirectoryInUseError, lockDataDirectory, lockFileName } from './data-directory-lock.ts';
export {
  createMigrationsTable,
  DatabaseVersionError,
  migrate,
  migrations,
  recordMigration,
  stepsOf,
  type Migration,
  type MigrationOutcome,
} from './migrate.ts';
export { movePartitions, restOf } from './partitions.ts';
export { createTally, type TalliedPiece } from './tally.ts';
