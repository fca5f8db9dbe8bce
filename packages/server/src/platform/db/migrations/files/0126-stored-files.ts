import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from '../run-statements.ts';

/**
 * Lets owners find the files that use the most storage: by their size, and by that of their versions. On Postgres the index names
 * `file_size`, which no upload below a folder changes, for the reason in 0100-base.
 */
export const storedFiles = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, statements(dialect === 'postgres' ? 'file_size' : 'size'));

/** The index of versions also serves the sum of an owner, as the one that it replaces did. Few files have the size of the other. */
const statements = (size: string): string => `
drop index file_versions_owner;
create index file_versions_owner on file_versions (owner_id, item_id, size);
create index items_large on items (owner_id, ${size}, row_id) where state = 'alive' and is_folder = 0 and ${size} >= 1048576
`;
