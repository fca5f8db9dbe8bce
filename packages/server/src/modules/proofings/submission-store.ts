import type { Reader, Schema, Tx } from '../../platform/db/index.ts';
import type { Selectable } from 'kysely';

/** What a client chose, in one round. */
export interface SubmissionRow {
  readonly id: string;
  /** proofings.row_id */
  readonly proofingRowId: number;
  readonly round: number;
  readonly clientName: string | null;
  readonly clientEmail: string | null;
  readonly comment: string | null;
  /** items.id */
  readonly fileIds: readonly string[];
  readonly createdAt: number;
}

export async function insertSubmission(tx: Tx, row: SubmissionRow): Promise<void> {
  await tx
    .insertInto('proofing_submissions')
    .values({
      id: row.id,
      proofing_id: row.proofingRowId,
      round: row.round,
      client_name: row.clientName,
      client_email: row.clientEmail,
      comment: row.comment,
      file_ids: JSON.stringify(row.fileIds),
      created_at: row.createdAt,
    })
    .execute();
}

export async function findSubmission(reader: Reader, id: string): Promise<SubmissionRow | undefined> {
  const row = await reader.selectFrom('proofing_submissions').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toRow(row);
}

/** The newest round first. */
export async function listSubmissionRows(
  reader: Reader,
  proofingRowId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<SubmissionRow[]> {
  const rows = await reader
    .selectFrom('proofing_submissions')
    .selectAll()
    .where('proofing_id', '=', proofingRowId)
    .orderBy('round', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toRow);
}

const toRow = (row: Selectable<Schema['proofing_submissions']>): SubmissionRow => ({
  id: row.id,
  proofingRowId: row.proofing_id,
  round: row.round,
  clientName: row.client_name,
  clientEmail: row.client_email,
  comment: row.comment,
  fileIds: JSON.parse(row.file_ids) as string[],
  createdAt: row.created_at,
});
