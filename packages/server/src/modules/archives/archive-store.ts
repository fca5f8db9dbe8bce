import * as z from 'zod';
import { defineRow, deleteRows, type Reader, type RowBatch, type RowOf, type Tx } from '../../platform/db/index.ts';

/** shareRowId is null if the owner asked for the archive. */
const archiveRow = defineRow('archives', {
  rowId: 'row_id',
  tokenHash: 'token_hash',
  ownerId: 'owner_id',
  shareRowId: 'share_id',
  passwordVersion: 'password_version',
  recipientRowId: 'recipient_id',
  name: 'name',
  zipBytes: 'zip_bytes',
  expiresAt: 'expires_at',
  consumedAt: 'consumed_at',
});
export type ArchiveRow = RowOf<typeof archiveRow>;

export type NewArchiveRow = Omit<ArchiveRow, 'rowId' | 'zipBytes' | 'consumedAt'>;

/** The database holds only the keyed hash, so that a reader of the database cannot download an archive. */
export const hashedTokenOf = (token: string): readonly ['archive', string] => ['archive', token];

/** A file or an empty folder as it was when the archive was created. */
export interface PlannedEntry {
  /** items.id */
  readonly fileId: string;
  /** Content of the file at that time; null for a folder. */
  readonly blobKey: string | null;
  /** Content of a text that is no file of a user; its `fileId` is empty. */
  readonly text?: string;
  /** In the ZIP; that of a folder ends with a slash. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAt: number;
}

/** A text that the server wrote. */
export const isPlannedText = ({ text }: PlannedEntry): boolean => text !== undefined;

export const isPlannedFolder = ({ path }: PlannedEntry): boolean => path.endsWith('/');

/** Entries of one row of archive_parts. */
export const entriesPerPart = 250;

const fields = [z.string(), z.string(), z.int(), z.int(), z.string().nullable()] as const;
const Entries = z.array(z.union([z.tuple(fields), z.tuple([...fields, z.string()])]));

const writePart = (entries: readonly PlannedEntry[]): string =>
  JSON.stringify(
    entries.map(
      ({ fileId, path, sizeBytes, modifiedAt, blobKey, text }) =>
        [fileId, path, sizeBytes, modifiedAt, blobKey, ...(text === undefined ? [] : [text])] as Tuple,
    ),
  );

const readPart = (text: string): PlannedEntry[] =>
  Entries.parse(JSON.parse(text)).map(([fileId, path, sizeBytes, modifiedAt, blobKey, text]) => ({
    fileId,
    blobKey,
    path,
    sizeBytes,
    modifiedAt,
    ...(text === undefined ? {} : { text }),
  }));

type Tuple = z.infer<typeof Entries>[number];

/** Returns archives.row_id. `setArchiveMade` sets name and length. */
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
  entries: readonly PlannedEntry[],
): Promise<void> {
  await tx
    .insertInto('archive_parts')
    .values({ archive_id: archiveRowId, position, entries: writePart(entries) })
    .execute();
}

export async function findArchive(reader: Reader, tokenHash: string): Promise<ArchiveRow | undefined> {
  const row = await reader
    .selectFrom('archives')
    .select(archiveRow.columns)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row && archiveRow.from(row);
}

export async function findPart(
  reader: Reader,
  archiveRowId: number,
  position: number,
): Promise<PlannedEntry[] | undefined> {
  const row = await reader
    .selectFrom('archive_parts')
    .select('entries')
    .where('archive_id', '=', archiveRowId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row && readPart(row.entries);
}

export async function removeFirstPart(tx: Tx, archiveRowId: number): Promise<PlannedEntry[] | undefined> {
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

/** False if the archive has expired or another request has consumed it. */
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

/** archives.row_id of archives that expired unused, and of those consumed before `consumedBefore`. */
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

export const partsOf = (archiveRowId: number): RowBatch =>
  deleteRows('archive_parts', ['archive_id', 'position'], (rows) => rows.where('archive_id', '=', archiveRowId));

export async function deleteArchive(tx: Tx, rowId: number): Promise<void> {
  await tx.deleteFrom('archives').where('row_id', '=', rowId).execute();
}
