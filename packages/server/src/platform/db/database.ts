/** The engine of `@drive/database` with the types of this program's tables. */
import type * as engine from './port.ts';
import { defineAnyRow, type DefineRow } from './define-row.ts';
import { anyDeleteRows, type DeleteRows, type RowBatch as AnyRowBatch } from './delete-in-batches.ts';
import { openReader as openAnyReader } from './open-reader.ts';
import { openPostgres as openAnyPostgres } from './postgres.ts';
import { openSqlite as openAnySqlite } from './sqlite.ts';
import type { Schema } from './schema.ts';

export type { Dialect, ReaderSource } from './port.ts';
export type Reader = engine.Reader<Schema>;
export interface Tx extends engine.Tx<Schema> {}
export interface Database extends engine.Database<Schema> {}
export type RowBatch = AnyRowBatch<Schema>;

export const openSqlite = openAnySqlite<Schema>;
export const openPostgres = openAnyPostgres<Schema>;
export const openReader = openAnyReader<Schema>;
export const defineRow: DefineRow<Schema> = defineAnyRow;
export const deleteRows: DeleteRows<Schema> = anyDeleteRows;
