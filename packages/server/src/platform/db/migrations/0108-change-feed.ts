import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** The change feed reads the events of items, among which there may be many others of the user. */
export const changeFeed = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, 'create index events_changes on events (user_id, row_id) where item_id is not null');
