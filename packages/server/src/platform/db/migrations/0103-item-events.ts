import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Events have the place of their item, webhooks may be for one folder, and an upload knows what caused it. */
export const itemEvents = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, tables);

const tables = `
alter table events add column item_id text;
alter table events add column folder_ids text;
alter table events add column former_folder_ids text;
alter table webhooks add column folder_id text;
alter table webhooks add column root_id text;
alter table upload_sessions add column origin text
`;
