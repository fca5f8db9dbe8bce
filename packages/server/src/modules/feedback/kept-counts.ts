import { sql } from 'kysely';
import type { KeptCounts } from '../../platform/db/index.ts';
import { isNotPurged } from '../shares/index.ts';

/** What a share says was left behind at it. */
export const feedbackCounts: KeptCounts = {
  table: 'shares',
  counted: {
    like_count: sql`(select count(*) from share_likes as l where l.share_id = s.row_id)`,
    comment_count: sql`(select count(*) from share_comments as c where c.share_id = s.row_id)`,
  },
  where: sql`s.revoked_at is null and ${isNotPurged}`,
};
