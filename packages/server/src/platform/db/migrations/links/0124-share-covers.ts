import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from '../run-statements.ts';

/** Adds covers of links, and the sizes of thumbnails, which pages reserve their places by. */
export const shareCovers = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, statements);

const statements = `
create table thumbnail_sizes (preview_key text primary key, width integer not null, height integer not null);
alter table shares add column cover_id text
`;
