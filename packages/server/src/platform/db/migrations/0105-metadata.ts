import type { Dialect } from '@drive/database';
import { sql, type Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds metadata, tags and stars of items, and the terms to find items by them. */
export async function metadata(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await runStatements(db, dialect, tables);
  for (const trigger of triggers[dialect]) await sql.raw(trigger).execute(db);
}

const tables = `
alter table items add column annotations text;
alter table items add column star_count integer not null default 0;
alter table upload_sessions add column annotations text;
alter table upload_sessions add column metadata_bytes integer not null default 0;
create table item_terms (
  item_id integer not null references items (row_id) on delete cascade, term text not null,
  owner_id integer not null, folder_id integer, bytes integer not null,
  primary key (item_id, term)
);
create index item_terms_of_owner on item_terms (owner_id, term, item_id);
create index item_terms_in_folder on item_terms (folder_id, term, item_id);
create table item_stars (
  user_id integer not null references users (row_id) on delete cascade,
  item_id integer not null references items (row_id) on delete cascade,
  primary key (user_id, item_id)
);
create index item_stars_of_item on item_stars (item_id)
`;

// Triggers, so that the terms follow an item whatever moves, trashes, restores or purges it, also a server of an earlier version.
const follow = `update item_terms set folder_id = case when new.state = 'alive' then new.parent_id end
    where item_id = new.row_id;`;
const drop = `update storage_usage
    set stored_bytes = stored_bytes - (select coalesce(sum(bytes), 0) from item_terms where item_id = new.row_id)
    where owner_id = new.owner_id;
  delete from item_terms where item_id = new.row_id;
  delete from item_stars where item_id = new.row_id;`;
const after = `after update of parent_id, state on items for each row when`;
const isMoved = `(old.annotations is not null and new.state <> 'purged'
    and (old.parent_id <> new.parent_id or old.state <> new.state))`;
const isPurged = `((old.annotations is not null or old.star_count > 0) and old.state <> 'purged' and new.state = 'purged')`;

const triggers: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `create trigger items_placed ${after} ${isMoved} begin ${follow} end`,
    `create trigger items_purged ${after} ${isPurged} begin ${drop} end`,
  ],
  postgres: [
    `create function follow_item() returns trigger language plpgsql as $$ begin ${follow} return null; end $$`,
    `create function drop_terms() returns trigger language plpgsql as $$ begin ${drop} return null; end $$`,
    `create trigger items_placed ${after} ${isMoved} execute function follow_item()`,
    `create trigger items_purged ${after} ${isPurged} execute function drop_terms()`,
  ],
};
