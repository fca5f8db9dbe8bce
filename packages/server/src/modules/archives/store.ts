import type { Reader, Tx } from '../../platform/db/database.ts';
import { readPart, writePart, type ArchivedFile } from './part.ts';

/** An archive that was asked for. */
export interface ArchiveRow {
  /** archives.row_id */
  readonly rowId: number;
  /** users.row_id */
  readonly ownerId: number;
  /** shares.row_id; null: asked for by the owner. */
  readonly shareRowId: number | null;
  readonly passwordVersion: number | null;
  /** share_recipients.row_id */
  readonly recipientRowId: number | null;
  readonly name: string;
  readonly zipBytes: number;
  readonly expiresAt: number;
  readonly consumedAt: number | null;
}

export interface NewArchiveRow extends Omit<ArchiveRow, 'rowId' | 'zipBytes' | 'consumedAt'> {
  readonly tokenHash: string;
}

/** archives.row_id. Its length is set once it is known. */
export async function insertArchive(tx: Tx, archive: NewArchiveRow): Promise<number> {
  const { row_id } = await tx
    .insertInto('archives')
    .values({
      token_hash: archive.tokenHash,
      owner_id: archive.ownerId,
      share_id: archive.shareRowId,
      password_version: archive.passwordVersion,
      recipient_id: archive.recipientRowId,
      name: archive.name,
      zip_bytes: 0,
      expires_at: archive.expiresAt,
    })
    .returning('row_id')
    .executeTakeFirstOrThrow();
  return row_id;
}

export async function setArchiveMade(tx: Tx, rowId: number, made: { name: string; zipBytes: number }): Promise<void> {
  await tx
    .updateTable('archives')
    .set({ name: made.name, zip_bytes: made.zipBytes })
    .where('row_id', '=', rowId)
    .execute();
}

export async function insertPart(
  tx: Tx,
  archiveRowId: number,
  position: number,
  files: readonly ArchivedFile[],
): Promise<void> {
  await tx
    .insertInto('archive_parts')
    .values({ archive_id: archiveRowId, position, entries: writePart(files) })
    .execute();
}

export async function findArchive(reader: Reader, tokenHash: string): Promise<ArchiveRow | undefined> {
  const row = await reader
    .selectFrom('archives')
    .select([
      'row_id',
      'owner_id',
      'share_id',
      'password_version',
      'recipient_id',
      'name',
      'zip_bytes',
      'expires_at',
      'consumed_at',
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return (
    row && {
      rowId: row.row_id,
      ownerId: row.owner_id,
      shareRowId: row.share_id,
      passwordVersion: row.password_version,
      recipientRowId: row.recipient_id,
      name: row.name,
      zipBytes: row.zip_bytes,
      expiresAt: row.expires_at,
      consumedAt: row.consumed_at,
    }
  );
}

export async function findPart(
  reader: Reader,
  archiveRowId: number,
  position: number,
): Promise<ArchivedFile[] | undefined> {
  const row = await reader
    .selectFrom('archive_parts')
    .select('entries')
    .where('archive_id', '=', archiveRowId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row && readPart(row.entries);
}

/** Takes the first part that is left out of the archive. */
export async function takePart(tx: Tx, archiveRowId: number): Promise<ArchivedFile[] | undefined> {
  const row = await tx
    .deleteFrom('archive_parts')
    .where('archive_id', '=', archiveRowId)
    .where('position', '=', (of) =>
      of
        .selectFrom('archive_parts')
        .select((part) => part.fn.min('position').as('position'))
        .where('archive_id', '=', archiveRowId),
    )
    .returning('entries')
    .executeTakeFirst();
  return row && readPart(row.entries);
}

export async function hasParts(reader: Reader, archiveRowId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('archive_parts')
    .select('position')
    .where('archive_id', '=', archiveRowId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** False where somebody else has. */
export async function consumeArchive(tx: Tx, rowId: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('archives')
    .set({ consumed_at: now })
    .where('row_id', '=', rowId)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Of archives that were never fetched and can't be any more, and of those whose download began so long ago. */
export async function listStaleArchives(
  reader: Reader,
  { expiredAt, consumedBefore, limit }: { expiredAt: number; consumedBefore: number; limit: number },
): Promise<number[]> {
  const unused = await reader
    .selectFrom('archives')
    .select('row_id')
    .where('consumed_at', 'is', null)
    .where('expires_at', '<=', expiredAt)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  const consumed = await reader
    .selectFrom('archives')
    .select('row_id')
    .where('consumed_at', 'is not', null)
    .where('consumed_at', '<=', consumedBefore)
    .orderBy('consumed_at')
    .limit(limit - unused.length)
    .execute();
  return [...unused, ...consumed].map(({ row_id }) => row_id);
}

/** True once nothing is left of its parts; some of them at a time, because there may be hundreds. */
export async function deleteSomeParts(tx: Tx, archiveRowId: number, limit: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('archive_parts')
    .select('position')
    .where('archive_id', '=', archiveRowId)
    .orderBy('position')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  if (last === undefined) return true;
  await tx
    .deleteFrom('archive_parts')
    .where('archive_id', '=', archiveRowId)
    .where('position', '<=', last.position)
    .execute();
  return rows.length < limit;
}

export async function deleteArchive(tx: Tx, rowId: number): Promise<void> {
  await tx.deleteFrom('archives').where('row_id', '=', rowId).execute();
}
