import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { isNotPurged } from './store.ts';

/** What may be left behind at a share: each kind is counted with it, and can be switched off. */
export type FeedbackKind = 'like' | 'comment';

/** False, and nothing is counted, where the share is revoked or takes none of the kind now. */
export async function addFeedback(tx: Tx, rowId: number, kind: FeedbackKind): Promise<boolean> {
  const row = await tx
    .updateTable('shares')
    .set((of) => ({ [`${kind}_count`]: of(`${kind}_count`, '+', 1) }))
    .where('row_id', '=', rowId)
    .where('revoked_at', 'is', null)
    .where(`${kind}s_enabled`, '=', 1)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function subtractFeedback(tx: Tx, rowId: number, kind: FeedbackKind): Promise<void> {
  await tx
    .updateTable('shares')
    .set((of) => ({ [`${kind}_count`]: of(`${kind}_count`, '-', 1) }))
    .where('row_id', '=', rowId)
    .execute();
}

export async function clearFeedback(tx: Tx, rowId: number): Promise<void> {
  await tx.updateTable('shares').set({ like_count: 0, comment_count: 0 }).where('row_id', '=', rowId).execute();
}

/** Written as the index has it, which is used only then. */
const hasFeedback = sql<boolean>`(s.comment_count > 0 or s.like_count > 0)`;

/** Of the shares after one that have something left behind: which are revoked or were purged, so that they never come back. */
export async function listEndedWithFeedback(
  reader: Reader,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly ended: number[]; /** undefined: there are no more. */ readonly last: number | undefined }> {
  const rows = await reader
    .selectFrom('shares as s')
    .select(['s.row_id', sql`s.revoked_at is null and ${isNotPurged}`.as('is_there')])
    .where('s.row_id', '>', after)
    .where(hasFeedback)
    .orderBy('s.row_id')
    .limit(limit)
    .execute();
  return {
    // 0 or false, as the database has it.
    ended: rows.filter((row) => !row.is_there).map((row) => row.row_id),
    last: rows.length < limit ? undefined : rows.at(-1)?.row_id,
  };
}
