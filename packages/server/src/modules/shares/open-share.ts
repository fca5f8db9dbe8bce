import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { isSameTree, type FileRow, type Files } from '../files/index.ts';
import { findShare, listShareFiles, type FindShareBy, type ShareRow } from './share-store.ts';

/** A share that visitors may open, with its items. It may be locked. */
export type OpenShare = OpenFileShare | OpenFolderShare | OpenMultiShare;

interface Open extends ShareRow {
  readonly mode: 'SHARED' | 'PUBLIC';
  /** Name of the item; of a multi-share, `3 files`. */
  readonly name: string;
}
export interface OpenFileShare extends Open {
  readonly kind: 'file';
  /** Alive and not quarantined. */
  readonly item: FileRow;
}
export interface OpenFolderShare extends Open {
  readonly kind: 'folder';
  /** Alive. */
  readonly item: FileRow;
}
export interface OpenMultiShare extends Open {
  readonly kind: 'multi';
  /** At least one, alive, in the order of sharing. */
  readonly files: readonly FileRow[];
}

type OpenShareDeps = Pick<Ports, 'clock'> & { readonly files: Files };

export interface OpenOptions {
  /** Includes shares without downloads left, for transfers that began before. */
  readonly orUsedUp?: boolean;
}

/** Whether no download is left. */
export const isUsedUp = ({ maxDownloads, downloadCount }: Pick<ShareRow, 'maxDownloads' | 'downloadCount'>): boolean =>
  maxDownloads !== null && downloadCount >= maxDownloads;

/** Throws `share_expired`, `share_limit_reached`, `file_quarantined`, else `share_not_found`, the same for unknown ones. */
export async function requireOpenShare(
  deps: OpenShareDeps,
  reader: Reader,
  by: FindShareBy,
  { orUsedUp = false }: OpenOptions = {},
): Promise<OpenShare> {
  const share = await findShare(reader, by);
  if (share === undefined || share.mode === 'PRIVATE') throw shareNotFound();
  const opened = await openShare(deps, reader, { ...share, mode: share.mode });
  if (share.expiresAt !== null && share.expiresAt <= deps.clock.now())
    throw new DomainError('share_expired', 'This link has expired.');
  if (!orUsedUp && isUsedUp(share)) throw shareLimitReached();
  if (opened.kind === 'file') deps.files.requireReleased(opened.item);
  return opened;
}

async function openShare(
  { files }: OpenShareDeps,
  reader: Reader,
  share: ShareRow & { readonly mode: 'SHARED' | 'PUBLIC' },
): Promise<OpenShare> {
  if (share.itemId === null) {
    const alive = await listAliveFiles(files, reader, share);
    if (alive.length === 0) throw shareNotFound();
    return { ...share, kind: 'multi', name: alive.length === 1 ? '1 file' : `${alive.length} files`, files: alive };
  }
  const item = await files.findFile(reader, share.itemId);
  if (!isOpened(share, item)) throw shareNotFound();
  return { ...share, kind: item.isFolder ? 'folder' : 'file', name: item.name, item };
}

/** A link opens nothing of another owner than its own, whatever became of its item. */
const isOpened = (share: ShareRow, item: FileRow | undefined): item is FileRow =>
  item !== undefined && item.state === 'alive' && isSameTree(share, item);

async function listAliveFiles(files: Files, reader: Reader, share: ShareRow): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for (const id of await listShareFiles(reader, share.rowId)) {
    const file = await files.findFile(reader, id);
    if (isOpened(share, file)) rows.push(file);
  }
  return rows;
}

/** A file of the share: the shared file, a file anywhere in the shared folder, or a file of the multi-share. */
export async function findSharedFile(
  { files }: { readonly files: Files },
  reader: Reader,
  share: OpenShare,
  fileId: string,
): Promise<FileRow | undefined> {
  if (share.kind === 'file') return share.item.id === fileId ? share.item : undefined;
  if (share.kind === 'multi') return share.files.find(({ id }) => id === fileId);
  const file = await files.findFile(reader, fileId);
  if (file === undefined || file.isFolder || file.state !== 'alive') return undefined;
  return (await files.isWithin(reader, file.parentRowId, share.item.rowId)) ? file : undefined;
}

/** Whether several files or a folder are shared, and this alive file is one of them, be the share open or not. */
export async function hasFile(
  { files }: { readonly files: Files },
  reader: Reader,
  { rowId, itemId }: ShareRow,
  fileId: string,
): Promise<boolean> {
  const file = await files.findFile(reader, fileId);
  if (file === undefined || file.isFolder || file.state !== 'alive') return false;
  if (itemId === null) return (await listShareFiles(reader, rowId)).includes(fileId);
  const item = await files.findFile(reader, itemId);
  return item?.isFolder === true && (await files.isWithin(reader, file.parentRowId, item.rowId));
}

export async function findSharedFolder(
  { files }: { readonly files: Files },
  reader: Reader,
  share: OpenFolderShare,
  folderId: string,
): Promise<FileRow | undefined> {
  const folder = await files.findFile(reader, folderId);
  if (folder === undefined || !folder.isFolder || folder.state !== 'alive') return undefined;
  return (await files.isWithin(reader, folder.rowId, share.item.rowId)) ? folder : undefined;
}

const shareNotFound = (): DomainError => new DomainError('share_not_found', 'There is no share at this link.');

export const shareLimitReached = (): DomainError =>
  new DomainError('share_limit_reached', 'This link has no downloads left.');
