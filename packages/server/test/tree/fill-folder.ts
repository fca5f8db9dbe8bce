import { limits } from '@drive/contract';
import type { Tx } from '../../src/platform/db/index.ts';

/** Inserts as many empty items into a folder (items.id) as one request moves to another owner. Counts them nowhere. */
export async function fillFolder(tx: Tx, folderId: string, isFolder: 0 | 1): Promise<void> {
  const folder = await tx
    .selectFrom('items')
    .select(['row_id', 'owner_id'])
    .where('id', '=', folderId)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: limits.movedAtOnce }, (_, n) => ({
    id: crypto.randomUUID(),
    owner_id: folder.owner_id,
    parent_id: folder.row_id,
    is_folder: isFolder,
    name: `item ${n}`,
    name_key: `item ${n}`,
    size: 0,
    mime_type: isFolder === 1 ? null : 'text/plain',
    sha256: null,
    blob_key: null,
    state: 'alive' as const,
    preview_key: null,
    created_at: n,
    deleted_at: null,
  }));
  for (let at = 0; at < rows.length; at += 250)
    await tx
      .insertInto('items')
      .values(rows.slice(at, at + 250))
      .execute();
}
