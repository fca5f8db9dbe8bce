import { sql } from 'kysely';
import type { KeptCounts } from '../../platform/db/index.ts';

/** What a file request says has come, and is on its way. */
export const collectionCounts: KeptCounts = {
  table: 'collections',
  counted: {
    pending_count: sql`(select count(*) from collection_uploads as u where u.collection_id = s.row_id and u.completed_at is null)`,
    file_count: sql`(select count(*) from collection_uploads as u where u.collection_id = s.row_id and u.completed_at is not null)`,
  },
  where: sql`s.deleted_at is null`,
};
