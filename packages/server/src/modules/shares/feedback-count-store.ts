import { sql } from 'kysely';
import { defineKeptCounts } from '../../platform/db/index.ts';
import type { FeedbackCounts } from '../feedback/index.ts';
import { isNotPurged } from './share-store.ts';

export const shareFeedback: FeedbackCounts = {
  add: async (tx, rowId, kind) => {
    const row = await tx
      .updateTable('shares')
      .set((of) => ({ [`${kind}_count`]: of(`${kind}_count`, '+', 1) }))
      .where('row_id', '=', rowId)
      .where('revoked_at', 'is', null)
      .where(`${kind}s_enabled`, '=', 1)
      .returning('row_id')
      .executeTakeFirst();
    return row !== undefined;
  },

  subtract: async (tx, rowId, kind) => {
    await tx
      .updateTable('shares')
      .set((of) => ({ [`${kind}_count`]: of(`${kind}_count`, '-', 1) }))
      .where('row_id', '=', rowId)
      .execute();
  },

  clear: async (tx, rowId) => {
    await tx.updateTable('shares').set({ like_count: 0, comment_count: 0 }).where('row_id', '=', rowId).execute();
  },

  listEnded: async (reader, { after, limit }) => {
    const rows = await reader
      .selectFrom('shares as s')
      .select(['s.row_id', sql`s.revoked_at is null and ${isNotPurged}`.as('is_active')])
      .where('s.row_id', '>', after)
      .where(hasFeedback)
      .orderBy('s.row_id')
      .limit(limit)
      .execute();
    return {
      // SQLite returns 0, Postgres false.
      ended: rows.filter((row) => !row.is_active).map((row) => row.row_id),
      last: rows.length < limit ? undefined : rows.at(-1)?.row_id,
    };
  },
};

/** Must be written exactly as in the partial index. */
const hasFeedback = sql<boolean>`(s.comment_count > 0 or s.like_count > 0)`;

/** For the doctor command: the correct counts of a share. */
export const feedbackCounts = defineKeptCounts(
  'shares',
  {
    like_count: sql`(select count(*) from share_likes as l where l.share_id = s.row_id)`,
    comment_count: sql`(select count(*) from share_comments as c where c.share_id = s.row_id)`,
  },
  sql`s.revoked_at is null and ${isNotPurged}`,
);
