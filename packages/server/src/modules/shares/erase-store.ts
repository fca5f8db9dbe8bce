import type { Reader, Tx } from '../../platform/db/database.ts';

/** shares.row_id of an owner's that are not revoked, at most `limit`. */
export async function listUnrevoked(reader: Reader, ownerId: number, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('shares')
    .select('row_id')
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .limit(limit)
    .execute();
  return rows.map((row) => row.row_id);
}

/** Whom an owner has mailed a link to; at most `limit`, returns how many. */
export async function deleteRecipientsOf(tx: Tx, ownerId: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('share_recipients')
    .where('row_id', 'in', (db) =>
      db
        .selectFrom('share_recipients as r')
        .innerJoin('shares as s', 's.row_id', 'r.share_id')
        .select('r.row_id')
        .where('s.owner_id', '=', ownerId)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
