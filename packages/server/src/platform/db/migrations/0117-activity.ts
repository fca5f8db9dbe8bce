import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds who did what: the user of an event, and the recipient who downloaded. An item is asked for what happened to it. */
export const activity = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, statements);

const statements = `
alter table events add column actor_id integer;
alter table events add column recipient text;
create index events_item on events (item_id, row_id) where item_id is not null
`;
