import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds team drives: owners of the kind `drive`, each with a hidden user whose `is_system` is 2 (ADR 121). */
export const teamDrives = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, tables);

const tables = `
create table drives (
  owner_id integer primary key references owners (row_id), name text not null, name_key text not null,
  link_role text not null, created_at integer not null, deleted_at integer
);
create unique index drives_name on drives (name_key) where deleted_at is null;
create index drives_deleted on drives (deleted_at) where deleted_at is not null
`;
