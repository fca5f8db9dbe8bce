/**
 * The only way to the database for the rest of the server. Tables are in schema.ts and created in migrations/. The port and
 * its drivers are in `@drive/database`.
 */
export {
  allRows,
  checkSqliteFile,
  compileOnce,
  computed,
  converted,
  countRows,
  createLastUse,
  createTally,
  deleteInBatches,
  findLostRow,
  flag,
  isAfter,
  isAmong,
  isMiscounted,
  jsonRows,
  listLostRows,
  movePartitions,
  openRawSqlite,
  PoolerError,
  removeLostRow,
  requirePreparing,
  restOf,
  rowIdList,
  toNumber,
  untilReachable,
  type Counted,
  type Dialect,
  type LastUse,
  type LastUseOptions,
  type LostRow,
  type ReaderSource,
  type RowOf,
  type SqliteOptions,
  type TalliedPiece,
} from '@drive/database';
export {
  defineKeptCounts,
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
export type { Flag, ItemState, OwnerKind, Schema } from './schema.ts';
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
