import type { PageSlice } from '@drive/base';
import type { ReportReason } from '@drive/contract';
import { deleteRows, isAfter, type Reader, type RowBatch, toNumber, type Tx } from '../../platform/db/index.ts';

export interface ReportRow {
  readonly rowId: number;
  readonly id: string;
  readonly reason: ReportReason;
  readonly message: string | null;
  readonly email: string | null;
  readonly createdAt: number;
  /** Name of the shared item; null for several files. */
  readonly shareName: string | null;
  /** items.id; null: everything at the link. */
  readonly fileId: string | null;
  /** null: created without an account. */
  readonly owner: { readonly id: string; readonly email: string; readonly name: string | null } | null;
}

export async function insertReport(
  tx: Tx,
  report: Omit<ReportRow, 'rowId' | 'owner' | 'shareName'> & { readonly shareRowId: number },
): Promise<void> {
  const { id, shareRowId, fileId, reason, message, email, createdAt } = report;
  await tx
    .insertInto('reports')
    .values({ id, share_id: shareRowId, item_id: fileId, reason, message, email, created_at: createdAt })
    .execute();
}

export async function countReports(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('reports')
    .select((db) => db.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return toNumber(count);
}

export const listReportRows = async (
  reader: Reader,
  { offset, limit, after }: PageSlice,
): Promise<readonly ReportRow[]> => {
  const rows = await reader
    .selectFrom('reports as r')
    .innerJoin('shares as s', 's.row_id', 'r.share_id')
    .innerJoin('owners as o', 'o.row_id', 's.owner_id')
    .leftJoin('users as u', 'u.row_id', 'o.row_id')
    .leftJoin('items as i', (join) =>
      join.on('i.id', '=', (of) => of.fn.coalesce('s.item_id', 's.further_item_id')).on('i.state', '<>', 'purged'),
    )
    .select([
      'r.row_id as rowId',
      'r.id as id',
      'r.reason as reason',
      'r.message as message',
      'r.email as email',
      'r.created_at as createdAt',
      'r.item_id as fileId',
      'o.id as ownerId',
      'o.kind as ownerKind',
      'u.email as ownerEmail',
      'u.name as ownerName',
      'i.name as shareName',
    ])
    .where(isAfter(after, ['r.row_id'], 'desc'))
    .orderBy('r.row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ ownerId, ownerEmail, ownerName, ownerKind, ...row }) => ({
    ...row,
    reason: row.reason as ReportReason,
    owner:
      ownerKind === 'anonymous' || ownerEmail === null ? null : { id: ownerId, email: ownerEmail, name: ownerName },
  }));
};

/** Returns false if there is none. */
export async function deleteReport(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom('reports').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

export async function deleteReportsOfFile(tx: Tx, fileId: string): Promise<void> {
  await tx.deleteFrom('reports').where('item_id', '=', fileId).execute();
}

export const reportsOfOwner = (ownerId: number): RowBatch =>
  deleteRows('reports', 'row_id', (rows) =>
    rows.where('share_id', 'in', (db) => db.selectFrom('shares').select('row_id').where('owner_id', '=', ownerId)),
  );
