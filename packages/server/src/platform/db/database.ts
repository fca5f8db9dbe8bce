/** The engine of `@drive/database` with the types of this program's tables. */
import {
  anyDeleteRows,
  defineAnyKeptCounts,
  defineAnyRow,
  openPostgres as openAnyPostgres,
  openReader as openAnyReader,
  openSqlite as openAnySqlite,
  type Database as AnyDatabase,
  type DefineKeptCounts,
  type DefineRow,
  type DeleteRows,
  type Reader as AnyReader,
  type RowBatch as AnyRowBatch,
  type Tx as AnyTx,
} from '@drive/database';
import type { Schema } from './schema.ts';

export type Reader = AnyReader<Schema>;
export interface Tx extends AnyTx<Schema> {}
export interface Database extends AnyDatabase<Schema> {}
export type RowBatch = AnyRowBatch<Schema>;

export const openSqlite = openAnySqlite<Schema>;
export const openPostgres = openAnyPostgres<Schema>;
export const openReader = openAnyReader<Schema>;
export const defineRow: DefineRow<Schema> = defineAnyRow;
export const deleteRows: DeleteRows<Schema> = anyDeleteRows;
export const defineKeptCounts: DefineKeptCounts<Schema> = defineAnyKeptCounts;
