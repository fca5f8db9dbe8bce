import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/index.ts';

/** Wanted sums per query. */
const wantedAtOnce = 50;

/** Lower-case hex. */
export interface Checksums {
  readonly sha1: string;
  readonly md5: string;
}

/** Sums by key; null for those that are wanted or cannot be computed. */
export async function listChecksums(
  reader: Reader,
  blobKeys: readonly string[],
): Promise<ReadonlyMap<string, Checksums | null>> {
  if (blobKeys.length === 0) return new Map();
  const rows = await reader
    .selectFrom('content_checksums')
    .select(['blob_key as key', 'sha1', 'md5'])
    .where('blob_key', 'in', blobKeys)
    .execute();
  return new Map(rows.map(({ key, sha1, md5 }) => [key, sha1 && md5 ? { sha1, md5 } : null]));
}

export async function wantChecksums(tx: Tx, blobKeys: readonly string[]): Promise<void> {
  await tx
    .insertInto('content_checksums')
    .values(blobKeys.map((key) => ({ blob_key: key, sha1: null, md5: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface WantedFile {
  /** items.id */
  readonly id: string;
  readonly sizeBytes: number;
  readonly blobKey: string;
}

/** Wanted sums, each with the file that has the content now. */
export async function listWanted(
  reader: Reader,
): Promise<{ readonly blobKey: string; readonly file: Omit<WantedFile, 'blobKey'> | undefined }[]> {
  const rows = await reader
    .selectFrom('content_checksums')
    .leftJoin('items', (join) =>
      join.on(
        'items.row_id',
        '=',
        sql<number>`(select row_id from items where blob_key = content_checksums.blob_key
          or shared_key = content_checksums.blob_key limit 1)`,
      ),
    )
    .select(['content_checksums.blob_key as blobKey', 'items.id', 'items.size as sizeBytes'])
    .where('content_checksums.sha1', 'is', null)
    .orderBy('content_checksums.blob_key')
    .limit(wantedAtOnce)
    .execute();
  return rows.map(({ blobKey, id, sizeBytes }) => ({
    blobKey,
    file: id === null || sizeBytes === null ? undefined : { id, sizeBytes },
  }));
}

/** null: they cannot be computed. Adds no row, because the content may have been purged meanwhile. */
export async function setChecksums(tx: Tx, blobKey: string, sums: Checksums | null): Promise<void> {
  const { sha1, md5 } = sums ?? { sha1: '', md5: '' };
  await tx.updateTable('content_checksums').set({ sha1, md5 }).where('blob_key', '=', blobKey).execute();
}

/** Call in the transaction that adds the content. */
export async function keepChecksums(tx: Tx, blobKey: string, { sha1, md5 }: Checksums): Promise<void> {
  await tx.insertInto('content_checksums').values({ blob_key: blobKey, sha1, md5 }).execute();
}

/** For contents that are deleted. */
export async function deleteChecksums(tx: Tx, blobKeys: readonly string[]): Promise<void> {
  if (blobKeys.length > 0) await tx.deleteFrom('content_checksums').where('blob_key', 'in', blobKeys).execute();
}
