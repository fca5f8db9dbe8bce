import type { ArchiveUrl } from '@drive/contract';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Archives } from '../archives/index.ts';
import type { FileBelow, Files } from '../files/index.ts';
import type { OpenShare, Shares } from '../shares/index.ts';
import { requireSharedFolder } from './shared-listing.ts';

export interface SharedArchiveDeps {
  readonly database: Database;
  readonly files: Files;
  readonly shares: Shares;
  readonly archives: Archives;
}

/** Some files of what is shared, or one folder in it. */
export interface SharedPart {
  readonly fileIds?: readonly string[] | undefined;
  readonly folderId?: string | undefined;
}

/**
 * A ZIP of all that is shared, of a folder in it (`folder_not_found` for any other) or of some of its files
 * (`access_denied` for any other); folders keep their paths.
 */
export async function createSharedArchive(
  deps: SharedArchiveDeps,
  share: OpenShare,
  { fileIds, folderId, recipientRowId = null }: SharedPart & { readonly recipientRowId: number | null | undefined },
): Promise<ArchiveUrl> {
  const { database, files, archives } = deps;
  const asked = { ownerId: share.ownerId, share, recipientRowId };
  if (fileIds !== undefined) return archives.create({ ...asked, entries: [await listChosen(deps, share, fileIds)] });
  if (folderId !== undefined) {
    const { rowId, name, sizeBytes } = await requireSharedFolder(deps, share, folderId);
    const entries = files.filesBelow(database.reader, rowId);
    return archives.create({ ...asked, name, foreseenBytes: sizeBytes, entries });
  }
  if (share.kind === 'multi') return archives.create({ ...asked, entries: [share.files.map(atTop)] });
  if (share.kind === 'file') return archives.create({ ...asked, entries: [[atTop(share.item)]] });
  const entries = files.filesBelow(database.reader, share.item.rowId);
  return archives.create({ ...asked, name: share.name, foreseenBytes: share.item.sizeBytes, entries });
}

const atTop = (file: FileBelow['file']): FileBelow => ({ file, folderNames: [] });

async function listChosen(
  { database, files, shares }: SharedArchiveDeps,
  share: OpenShare,
  fileIds: readonly string[],
): Promise<FileBelow[]> {
  const chosen: FileBelow[] = [];
  for (const id of new Set(fileIds)) {
    const file = await shares.findSharedFile(database.reader, share, id);
    if (file === undefined) throw new DomainError('access_denied', 'One of these files is not at this link.');
    const path = share.kind === 'folder' ? await files.listPath(database.reader, id) : [];
    const top = path.findIndex((item) => share.kind === 'folder' && item.id === share.item.id);
    chosen.push({ file, folderNames: path.slice(top + 1, -1).map(({ name }) => name) });
  }
  return chosen;
}
