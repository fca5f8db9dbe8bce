import { openRawSqlite } from '../../platform/db/index.ts';

export interface NamedBlob {
  readonly rowId: number;
  readonly key: string;
  /** null for thumbnails, like the sum: lost ones are made again. */
  readonly bytes: number | null;
  readonly sha256: string | null;
}

export interface OpenSnapshot {
  listBlobs(): IterableIterator<NamedBlob>;
  /** Whether its bytes are being purged, and may be deleted before the row changes. */
  isPurging(blob: NamedBlob): boolean;
  /** A description for operators: the kind of blob and its owner. */
  describe(blob: NamedBlob): string;
  close(): void;
}

export function openSnapshot(file: string): OpenSnapshot {
  const handle = openRawSqlite(file, { readonly: true, fileMustExist: true });
  const blobs = handle.prepare<[], NamedBlob>(`
    select row_id as rowId, blob_key as key, size as bytes, sha256 from items where blob_key is not null
    union all select item_id, blob_key, size, sha256 from file_versions where blob_key is not null
    union all select min(row_id), shared_key, size, sha256 from (
        select row_id, shared_key, size, sha256 from items where shared_key is not null
        union all select item_id, shared_key, size, sha256 from file_versions where shared_key is not null
      ) group by shared_key
    union all select min(row_id), preview_key, null, null from (
        select row_id, preview_key from items where preview_key is not null
        union all select item_id, preview_key from file_versions where preview_key is not null
      ) group by preview_key`);
  const nearestMark = handle
    .prepare<[number], string>(
      `
    with recursive above(parent_id, state, depth) as (
      select parent_id, state, 0 from items where row_id = ?
      union all select items.parent_id, items.state, depth + 1 from items join above on items.row_id = above.parent_id
    ) select state from above where state <> 'alive' order by depth limit 1`,
    )
    .pluck();
  const owner = handle.prepare<[number], { id: string; name: string; email: string }>(
    `select items.id, items.name, users.email from items join users on users.row_id = items.owner_id
     where items.row_id = ?`,
  );
  return {
    listBlobs: () => blobs.iterate(),
    isPurging: ({ rowId }) => ['purging', 'purged'].includes(nearestMark.get(rowId) ?? 'alive'),
    describe: ({ rowId, bytes }) => {
      const found = owner.get(rowId);
      const what = bytes === null ? 'the thumbnail of file' : 'file';
      return found === undefined ? `${what} ${rowId}` : `${what} ${found.id} ("${found.name}" of ${found.email})`;
    },
    close: () => handle.close(),
  };
}
