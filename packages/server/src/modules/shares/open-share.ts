import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FileRow, Files } from '../files/index.ts';
import type { FindShareBy, ShareRow } from './share-row.ts';
import { findShare, listShareFiles } from './store.ts';

/** A share that a stranger may come to, and what it holds. It may be locked. */
export type OpenShare = OpenFileShare | OpenFolderShare | OpenMultiShare;

interface Open extends ShareRow {
  readonly mode: 'SHARED' | 'PUBLIC';
  /** What it is called: the item's name, or how many files there are. */
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
  /** Those that are alive, in the order they were shared in; at least one. */
  readonly files: readonly FileRow[];
}

export interface OpenShareDeps {
  readonly clock: Clock;
  readonly files: Files;
}

export interface OpenOptions {
  /** Also one that was downloaded as often as it may be: for what was begun before. */
  readonly orUsedUp?: boolean;
}

/** Downloaded as often as its owner allows. */
export const isUsedUp = ({ maxDownloads, downloadCount }: Pick<ShareRow, 'maxDownloads' | 'downloadCount'>): boolean =>
  maxDownloads !== null && downloadCount >= maxDownloads;

/**
 * `share_expired` past the expiry, `share_limit_reached` where it was downloaded as often as it may be,
 * `file_quarantined` where its only file is held back; `share_not_found` for all else, so that nothing is told of what is
 * not open.
 */
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
  if (opened.kind === 'file' && opened.item.quarantined) throw fileQuarantined();
  return opened;
}

async function openShare(
  { files }: OpenShareDeps,
  reader: Reader,
  share: ShareRow & { readonly mode: 'SHARED' | 'PUBLIC' },
): Promise<OpenShare> {
  if (share.itemId === null) {
    const alive = await listAliveFiles(files, reader, share.rowId);
    if (alive.length === 0) throw shareNotFound();
    return { ...share, kind: 'multi', name: alive.length === 1 ? '1 file' : `${alive.length} files`, files: alive };
  }
  const item = await files.findFile(reader, share.itemId);
  if (item === undefined || item.state !== 'alive') throw shareNotFound();
  return { ...share, kind: item.isFolder ? 'folder' : 'file', name: item.name, item };
}

async function listAliveFiles(files: Files, reader: Reader, shareRowId: number): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for (const id of await listShareFiles(reader, shareRowId)) {
    const file = await files.findFile(reader, id);
    if (file?.state === 'alive') rows.push(file);
  }
  return rows;
}

/** A file that the share reaches: itself, one anywhere in the folder, or one of those shared together. */
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

/** The shared folder or one anywhere in it. */
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

const shareNotFound = (): DomainError => new DomainError('share_not_found', 'There is nothing at this link.');

export const shareLimitReached = (): DomainError =>
  new DomainError('share_limit_reached', 'This link was downloaded as often as its owner allowed.');

const fileQuarantined = (): DomainError =>
  new DomainError('file_quarantined', 'This file is held back by the administrator.');
