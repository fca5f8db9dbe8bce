import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** The index of the names that a search reads contains folders, too. Earlier servers read the files in it. */
export const itemNames = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, indexes);

const indexes = `
create index items_names on items (owner_id, name_key, name) include (row_id) where state = 'alive';
drop index items_search
`;
