import type { PageSlice } from '@drive/base';
import { sql } from 'kysely';
import { converted, defineRow, isAfter, type Reader, type RowOf, type Tx } from '../../platform/db/index.ts';
import { createLinkStore, folderLinkColumns, type NewLink } from '../links/index.ts';

const proofingRow = defineRow('proofings', {
  ...folderLinkColumns,
  maxSelections: 'max_selections',
  roundCount: 'round_count',
});
export type ProofingRow = RowOf<typeof proofingRow>;

/** undefined means unchanged. */
type ProofingOptions = {
  readonly [Column in 'name' | 'message' | 'expiresAt' | 'passwordHash' | 'maxSelections']?:
    | ProofingRow[Column]
    | undefined;
};

const columnsOf = (options: ProofingOptions) => ({
  name: options.name,
  message: options.message,
  expires_at: options.expiresAt,
  password_hash: options.passwordHash,
  max_selections: options.maxSelections,
});

const links = createLinkStore('proofings', proofingRow);

export const proofingStore = {
  ...links,

  /** `fileIds` (items.id) are shown in this order; undefined for a proofing of a folder. */
  insert: async (
    tx: Tx,
    { id, token, ownerId, createdBy, createdAt }: NewLink & { readonly ownerId: number },
    options: ProofingOptions & { readonly name: string; readonly folderId: string | null },
    fileIds: readonly string[] | undefined,
  ): Promise<void> => {
    const { name, folderId } = options;
    const link = {
      id,
      token,
      owner_id: ownerId,
      folder_id: folderId,
      created_by: createdBy,
      created_at: createdAt,
    };
    const { row_id } = await tx
      .insertInto('proofings')
      .values({ ...columnsOf(options), name, ...link })
      .returning('row_id')
      .executeTakeFirstOrThrow();
    if (fileIds === undefined) return;
    await tx
      .insertInto('proofing_files')
      .values(fileIds.map((fileId, position) => ({ proofing_id: row_id, item_id: fileId, position })))
      .execute();
  },

  change: (tx: Tx, rowId: number, options: ProofingOptions): Promise<void> =>
    links.update(tx, rowId, columnsOf(options)),

  /** items.id in the order they are shown. */
  listFiles: async (reader: Reader, rowId: number): Promise<string[]> => {
    const rows = await reader
      .selectFrom('proofing_files')
      .select('item_id')
      .where('proofing_id', '=', rowId)
      .orderBy('position')
      .execute();
    return rows.map((row) => row.item_id);
  },

  /** Returns the number of the next round; undefined if the proofing has ended. */
  beginRound: async (tx: Tx, rowId: number, now: number): Promise<number | undefined> => {
    const row = await tx
      .updateTable('proofings')
      .set({ round_count: sql<number>`round_count + 1` })
      .where('row_id', '=', rowId)
      .where('deleted_at', 'is', null)
      .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', now)]))
      .returning('round_count')
      .executeTakeFirst();
    return row?.round_count;
  },
};

const submissionRow = defineRow('proofing_submissions', {
  id: 'id',
  proofingRowId: 'proofing_id',
  round: 'round',
  clientName: 'client_name',
  clientEmail: 'client_email',
  comment: 'comment',
  fileIds: converted('file_ids', (json: string): readonly string[] => JSON.parse(json) as string[]),
  createdAt: 'created_at',
});
export type SubmissionRow = RowOf<typeof submissionRow>;

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
  const row = await reader
    .selectFrom('proofing_submissions')
    .select(submissionRow.columns)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && submissionRow.from(row);
}

/** Newest round first. */
export async function listSubmissions(
  reader: Reader,
  proofingRowId: number,
  { offset, limit, after }: PageSlice,
): Promise<SubmissionRow[]> {
  const rows = await reader
    .selectFrom('proofing_submissions')
    .select(submissionRow.columns)
    .where('proofing_id', '=', proofingRowId)
    .where(isAfter(after, ['round'], 'desc'))
    .orderBy('round', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(submissionRow.from);
}
