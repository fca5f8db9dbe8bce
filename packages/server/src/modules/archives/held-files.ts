import type { BlobStore, FileBlob } from '../../platform/blobs/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { FileRow, Files } from '../files/index.ts';
import type { ArchivedFile } from './part.ts';
import { findPart, type ArchiveRow } from './store.ts';

/** A file of an archive, with what it is now; undefined where there is no such file any more. */
export interface HeldFile {
  readonly archived: ArchivedFile;
  readonly now: FileRow | undefined;
}

export const fileBlobOf = ({ archived, now }: HeldFile): FileBlob => ({
  id: archived.fileId,
  blobKey: now?.blobKey ?? null,
  sizeBytes: archived.sizeBytes,
});

export interface HeldFilesDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly files: Files;
}

/**
 * The files of an archive, part by part, so that it takes no more memory the more it holds. Each part is looked at
 * several times; the one that was looked at last is remembered, and most archives have but one.
 */
export function createHeldFiles(
  { database, files }: Pick<HeldFilesDeps, 'database' | 'files'>,
  archive: Pick<ArchiveRow, 'rowId'>,
): () => AsyncGenerator<readonly HeldFile[]> {
  let last: { readonly position: number; readonly held: readonly HeldFile[] } | undefined;

  return async function* parts() {
    for (let position = 0; ; position += 1) {
      if (last?.position !== position) {
        const archived = await findPart(database.reader, archive.rowId, position);
        if (archived === undefined) return;
        const rows = await files.listFiles(
          database.reader,
          archived.map(({ fileId }) => fileId),
        );
        const byId = new Map(rows.map((row) => [row.id, row]));
        last = { position, held: archived.map((each) => ({ archived: each, now: byId.get(each.fileId) })) };
      }
      yield last.held;
    }
  };
}
