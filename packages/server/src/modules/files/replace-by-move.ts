import { contentTypeOf } from '@drive/contract/content-types';
import type { Tx } from '../../platform/db/index.ts';
import type { Thumbnails } from './contents/thumbnail-jobs.ts';
import { hasVersions, removeContent } from './contents/version-store.ts';
import type { Versions } from './contents/versions.ts';
import type { FileRow } from './items/item-row.ts';
import type { Purge } from './trash/purge.ts';
import { resizeFolders } from './tree/folder-rollup.ts';

interface ReplaceDeps {
  readonly versions: Versions;
  readonly thumbnails: Thumbnails;
  readonly purge: Purge;
}

/**
 * Purges the moved file, before which `keep` takes what else belongs to it. False without a change if its links, versions, quarantine
 * or metadata would be lost. Needs the tree lock.
 */
export async function replaceByMove(
  { versions, thumbnails, purge }: ReplaceDeps,
  tx: Tx,
  moved: FileRow,
  replaced: FileRow,
  keep: () => Promise<void>,
): Promise<boolean> {
  const { rowId, ownerId, blobKey, quarantined, shareToken } = moved;
  if (moved.isFolder || replaced.isFolder || blobKey === null || quarantined || shareToken !== null) return false;
  if (moved.annotations !== null || (await hasVersions(tx, rowId))) return false;
  const { sizeBytes, sha256, crc32, isShared, thumbnailKey, scan, virus, modifiedAt } = moved;
  // A type guessed from the temporary name does not describe the content.
  const mimeType = moved.mimeType === contentTypeOf(moved.name) ? contentTypeOf(replaced.name) : moved.mimeType;
  await removeContent(tx, rowId);
  await resizeFolders(tx, moved.parentRowId, -sizeBytes);
  await versions.replace(tx, replaced, {
    sizeBytes,
    mimeType,
    sha256,
    crc32,
    blobKey,
    isShared,
    thumbnailKey,
    scan,
    virus,
    modifiedAt,
  });
  if (thumbnailKey === null && mimeType !== null)
    await thumbnails.schedule(tx, { rowId: replaced.rowId, ownerId, name: replaced.name, mimeType });
  await keep();
  await purge.discard(tx, ownerId, [rowId]);
  return true;
}
