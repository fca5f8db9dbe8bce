import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/**
 * Adds who locked a resource in a tree of others, and which item it is, and who made a file request, a proofing or an upload grant. Those
 * of earlier versions are the owner's.
 */
export const locksOfMembers = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, columns);

const columns = `
alter table dav_locks add column created_by integer;
alter table dav_locks add column item_id integer;
create index dav_locks_member on dav_locks (created_by) where created_by is not null;
alter table collections add column created_by integer;
alter table proofings add column created_by integer;
alter table upload_grants add column created_by integer
`;
