import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds the settings that administrators save while the server runs. */
export const savedSettings = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, table);

const table = `
create table saved_settings (
  row_id integer primary key autoincrement, name text not null unique, value text, sealed text, revision integer not null
)
`;
