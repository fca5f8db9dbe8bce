import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds what guarded writes compare, who trashed an item, orders of the trash, and the language of a user. */
export async function guards(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await runStatements(db, dialect, statements);
}

const statements = `
alter table items add column revision integer not null default 1;
alter table items add column trashed_by integer;
create index items_trash_names on items (owner_id, name_key, row_id) where state = 'trashed';
create index items_trash_sizes on items (owner_id, size, row_id) where state = 'trashed';
alter table users add column language text
`;
