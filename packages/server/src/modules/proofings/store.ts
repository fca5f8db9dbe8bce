import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { ProofingRow } from './proofing-row.ts';

/** What is undefined stays. */
export type ProofingChanges = {
  readonly [Column in 'name' | 'message' | 'expiresAt' | 'passwordHash' | 'maxSelections']?:
    | ProofingRow[Column]
    | undefined;
};

export type NewProofingRow = ProofingChanges &
  Pick<ProofingRow, 'id' | 'token' | 'ownerId' | 'folderId' | 'name' | 'createdAt'>;

/** proofings.row_id */
export async function insertProofing(tx: Tx, row: NewProofingRow): Promise<number> {
  const inserted = await tx
    .insertInto('proofings')
    .values({
      id: row.id,
      token: row.token,
      owner_id: row.ownerId,
      folder_id: row.folderId,
      name: row.name,
      message: row.message ?? null,
      expires_at: row.expiresAt ?? null,
      password_hash: row.passwordHash ?? null,
      max_selections: row.maxSelections ?? null,
      created_at: row.createdAt,
    })
    .returning('row_id')
    .executeTakeFirstOrThrow();
  return inserted.row_id;
}

/** items.id, in the order they are shown. */
export async function insertProofingFiles(tx: Tx, rowId: number, fileIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('proofing_files')
    .values(fileIds.map((id, position) => ({ proofing_id: rowId, item_id: id, position })))
    .execute();
}

export async function listProofingFiles(reader: Reader, rowId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('proofing_files')
    .select('item_id')
    .where('proofing_id', '=', rowId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.item_id);
}

/** A change of the password ends every unlocking. */
export async function changeProofing(tx: Tx, rowId: number, changes: ProofingChanges): Promise<void> {
  const columns = {
    ...(changes.name === undefined ? {} : { name: changes.name }),
    ...(changes.message === undefined ? {} : { message: changes.message }),
    ...(changes.expiresAt === undefined ? {} : { expires_at: changes.expiresAt }),
    ...(changes.maxSelections === undefined ? {} : { max_selections: changes.maxSelections }),
    ...(changes.passwordHash === undefined
      ? {}
      : { password_hash: changes.passwordHash, password_version: sql<number>`password_version + 1` }),
  };
  if (Object.keys(columns).length === 0) return;
  await tx.updateTable('proofings').set(columns).where('row_id', '=', rowId).execute();
}

/** False where it was ended already. */
export async function endProofing(tx: Tx, rowId: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('proofings')
    .set({ deleted_at: now })
    .where('row_id', '=', rowId)
    .where('deleted_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Those that were ended by then, with their submissions; returns how many. */
export async function deleteEndedProofings(tx: Tx, endedUntil: number, limit: number): Promise<number> {
  const deleted = await tx
    .deleteFrom('proofings')
    .where('row_id', 'in', (db) =>
      db.selectFrom('proofings').select('row_id').where('deleted_at', '<=', endedUntil).limit(limit),
    )
    .returning('row_id')
    .execute();
  return deleted.length;
}

/** At most `limit` of one owner's, with all that is known of them; returns how many. */
export async function deleteProofingsOf(tx: Tx, ownerId: number, limit: number): Promise<number> {
  const deleted = await tx
    .deleteFrom('proofings')
    .where('row_id', 'in', (db) =>
      db.selectFrom('proofings').select('row_id').where('owner_id', '=', ownerId).limit(limit),
    )
    .returning('row_id')
    .execute();
  return deleted.length;
}

/** The number of the next round; undefined where the proofing is over. */
export async function beginRound(tx: Tx, rowId: number, now: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('proofings')
    .set({ round_count: sql<number>`round_count + 1` })
    .where('row_id', '=', rowId)
    .where('deleted_at', 'is', null)
    .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', now)]))
    .returning('round_count')
    .executeTakeFirst();
  return row?.round_count;
}

export async function findProofing(
  reader: Reader,
  by: { readonly id: string } | { readonly token: string } | { readonly rowId: number },
): Promise<ProofingRow | undefined> {
  // What comes in an address may hold anything, also what a database can't compare.
  if ('token' in by && !/^[A-Za-z0-9_-]{1,64}$/.test(by.token)) return undefined;
  const [column, value] =
    'id' in by
      ? (['id', by.id] as const)
      : 'token' in by
        ? (['token', by.token] as const)
        : (['row_id', by.rowId] as const);
  const row = await select(reader).where(column, '=', value).executeTakeFirst();
  return row === undefined ? undefined : toRow(row);
}

/** The newest first. */
export async function listProofings(
  reader: Reader,
  ownerId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ProofingRow[]> {
  const rows = await select(reader)
    .where('owner_id', '=', ownerId)
    .orderBy('row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toRow);
}

export async function countProofings(reader: Reader, ownerId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('proofings')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

const select = (reader: Reader) => reader.selectFrom('proofings').selectAll().where('deleted_at', 'is', null);

const toRow = (row: Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>): ProofingRow => ({
  rowId: row.row_id,
  id: row.id,
  token: row.token,
  ownerId: row.owner_id,
  folderId: row.folder_id,
  name: row.name,
  message: row.message,
  expiresAt: row.expires_at,
  passwordHash: row.password_hash,
  passwordVersion: row.password_version,
  maxSelections: row.max_selections,
  roundCount: row.round_count,
  createdAt: row.created_at,
});
