import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from '../run-statements.ts';

/** Adds the name that the item of an event had then. */
export const namesInEvents = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, 'alter table events add column item_name text');
