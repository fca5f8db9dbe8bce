import { paginationOf, readPage, type PageRequest, type SortKeys } from '@drive/base';
import { foldName, type Item, type SharedItemPage, type SharedListSort } from '@drive/contract';
import type { Reader } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { parseWords, type EmptyFolder, type FileBelow, type FileRow, type Files } from '../../files/index.ts';
import type { Shares } from '../create-shares.ts';
import type { OpenShare } from '../open-share.ts';
import type { ShareRow } from '../share-store.ts';

type SharedItemsDeps = Pick<Ports, 'database'> & { readonly files: Files; readonly shares: Shares };

/** Whether search may list the share: PUBLIC and without a password. */
export const isIndexable = (share: Pick<OpenShare, 'mode' | 'passwordHash'>): boolean =>
  share.mode === 'PUBLIC' && share.passwordHash === null;

/** null if turned off. */
export const visibleCounts = (
  share: ShareRow,
): { readonly likeCount: number | null; readonly commentCount: number | null } => ({
  likeCount: share.likesEnabled ? share.likeCount : null,
  commentCount: share.commentsEnabled ? share.commentCount : null,
});

export const sizeOf = (share: OpenShare): number =>
  share.kind === 'multi' ? share.files.reduce((sum, file) => sum + file.sizeBytes, 0) : share.item.sizeBytes;

/** An item of the share for visitors: its place within the share, and nothing about other shares of the owner. */
export const toSharedItem = (files: Files, share: OpenShare, row: FileRow): Item =>
  asShared(files, share, files.toItem(row, share));

function asShared(files: Files, share: OpenShare, item: Item): Item {
  const top = share.kind === 'folder' ? share.item.id : null;
  const isTop = share.kind !== 'folder' || item.id === top || item.parentId === top;
  const isShare = share.kind === 'file' || item.id === top;
  const { likeCount, commentCount } = visibleCounts(share);
  return {
    ...item,
    parentId: isTop ? null : item.parentId,
    shareMode: share.mode,
    shareToken: isShare ? share.token : null,
    // Of a file in a shared folder it would name another share.
    publicUrl: share.kind === 'file' ? item.publicUrl : null,
    downloadCount: 0,
    likesCount: (isShare && likeCount) || 0,
    commentsCount: (isShare && commentCount) || 0,
    previewUrl: files.heldBackFor(item) === undefined ? item.previewUrl : null,
  };
}

export interface SharedListingRequest extends PageRequest {
  /** A folder within the shared folder; undefined for the top. */
  readonly folderId: string | undefined;
  readonly sort: SharedListSort;
  /** Words to search for below the folder; blank or undefined: lists it. */
  readonly q?: string | undefined;
}

/** One page of the items of a share. Throws `folder_not_found` for a folder outside it. */
export async function listShared(
  { database, files, shares }: SharedItemsDeps,
  share: OpenShare,
  { folderId, sort, q = '', ...page }: SharedListingRequest,
): Promise<SharedItemPage> {
  const words = parseWords(q);
  if (share.kind === 'folder') {
    const folder =
      folderId === undefined ? share.item : await requireSharedFolder({ database, shares }, share, folderId);
    const wanted = words.length === 0 ? undefined : { words, belowId: folder.id };
    const request = { ownerId: share.ownerId, folderId: folder.id, wanted, sort, ...page };
    const listed = await files.list(request, share);
    const items = listed.files.map((item) => asShared(files, share, item));
    return {
      ...listed,
      files: items,
      ...(wanted === undefined ? {} : { folders: await foldersOf({ database, files }, share.item, items) }),
    };
  }
  if (folderId !== undefined) throw noSuchFolder();
  const rows = (share.kind === 'multi' ? share.files : [share.item]).filter(({ name }) => {
    const key = foldName(name);
    return words.every((word) => key.includes(word));
  });
  const items = rows.map((row) => toSharedItem(files, share, row)).toSorted(orders[sort]);
  const { rows: found, nextCursor } = await readPage(
    page,
    async ({ offset, limit, after }) =>
      (after === undefined ? items : items.filter((item) => orders[sort](item, toPosition(after)) > 0)).slice(
        offset,
        offset + limit,
      ),
    ({ name, uploadedAt, size, id }) => [name, uploadedAt, size ?? 0, id],
  );
  return { files: found, pagination: paginationOf(page, items.length, nextCursor) };
}

/** The folders of items that were found below a folder. */
async function foldersOf(
  { database, files }: Pick<SharedItemsDeps, 'database' | 'files'>,
  { ownerId, id: folderId }: FileRow,
  items: readonly Item[],
): Promise<SharedItemPage['folders']> {
  const ids = [...new Set(items.flatMap(({ parentId }) => parentId ?? []))];
  if (ids.length === 0) return [];
  const folders = await files.listCurrent(database.reader, ownerId, { ids, folderId });
  return [...folders.values()].map(({ id, name }) => ({ id, name }));
}

const toPosition = ([name, uploadedAt, size, id]: SortKeys): Position => ({
  name: String(name),
  uploadedAt: String(uploadedAt),
  size: Number(size),
  id: String(id),
});

export async function requireSharedFolder(
  { database, shares }: Omit<SharedItemsDeps, 'files'>,
  share: OpenShare,
  folderId: string,
): Promise<FileRow> {
  const folder = share.kind === 'folder' ? await shares.findSharedFolder(database.reader, share, folderId) : undefined;
  if (folder === undefined) throw noSuchFolder();
  return folder;
}

export interface SharedPart {
  readonly fileIds?: readonly string[] | undefined;
  readonly folderId?: string | undefined;
}

/** What a visitor saves: these files, or everything. Throws `access_denied` for a file outside the share. */
export async function collectShared(
  { database, shares }: Omit<SharedItemsDeps, 'files'>,
  share: OpenShare,
  fileIds: readonly string[] | undefined,
): Promise<readonly FileRow[]> {
  if (fileIds === undefined) return share.kind === 'multi' ? share.files : [share.item];
  const chosen: FileRow[] = [];
  for (const id of new Set(fileIds)) chosen.push(await requireShared(shares, database.reader, share, id));
  return chosen;
}

async function requireShared(shares: Shares, reader: Reader, share: OpenShare, id: string): Promise<FileRow> {
  const file = await shares.findSharedFile(reader, share, id);
  if (file === undefined) throw new DomainError('access_denied', 'One of these files is not at this link.');
  return file;
}

export interface SharedArchive {
  readonly ownerId: number;
  readonly share: OpenShare;
  readonly recipientRowId: number | null;
  readonly name?: string;
  /** Total size of `entries`, if known without reading them. */
  readonly knownBytes?: number;
  readonly entries: Iterable<readonly FileBelow[]> | AsyncIterable<readonly (FileBelow | EmptyFolder)[]>;
}

type SharedEntries = Pick<SharedArchive, 'entries' | 'name' | 'knownBytes'>;

/** Throws `folder_not_found` and `access_denied` for a folder or a file outside the share. */
export async function collectSharedEntries(
  deps: SharedItemsDeps,
  share: OpenShare,
  { fileIds, folderId }: SharedPart,
): Promise<SharedEntries> {
  const { database, files } = deps;
  const entriesOf = ({ rowId, name, sizeBytes }: FileRow): SharedEntries => ({
    name,
    knownBytes: sizeBytes,
    entries: files.treeBelow(database.reader, rowId),
  });
  if (fileIds !== undefined) return { entries: [await listChosen(deps, share, fileIds)] };
  if (folderId !== undefined) return entriesOf(await requireSharedFolder(deps, share, folderId));
  if (share.kind === 'multi') return { entries: [share.files.map(atTop)] };
  if (share.kind === 'file') return { entries: [[atTop(share.item)]] };
  return entriesOf(share.item);
}

const atTop = (file: FileBelow['file']): FileBelow => ({ file, folderNames: [] });

async function listChosen(
  { database, files, shares }: SharedItemsDeps,
  share: OpenShare,
  fileIds: readonly string[],
): Promise<FileBelow[]> {
  const chosen: FileBelow[] = [];
  for (const id of new Set(fileIds)) {
    const file = await requireShared(shares, database.reader, share, id);
    const path = share.kind === 'folder' ? await files.listPath(database.reader, id) : [];
    const top = path.findIndex((item) => share.kind === 'folder' && item.id === share.item.id);
    chosen.push({ file, folderNames: path.slice(top + 1, -1).map(({ name }) => name) });
  }
  return chosen;
}

const noSuchFolder = (): DomainError => new DomainError('folder_not_found', 'There is no such folder at this link.');

type Position = Pick<Item, 'name' | 'uploadedAt' | 'size' | 'id'>;
type Compare = (a: Position, b: Position) => number;
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName: Compare = (a, b) =>
  byText(foldName(a.name), foldName(b.name)) || byText(a.name, b.name) || byText(a.id, b.id);
const byTime: Compare = (a, b) => byText(a.uploadedAt, b.uploadedAt) || byName(a, b);
const bySize: Compare = (a, b) => (a.size ?? 0) - (b.size ?? 0) || byName(a, b);

/** The sort orders of folder listings, for files only. */
const orders: Record<SharedListSort, Compare> = {
  'type,name': byName,
  name: byName,
  '-name': (a, b) => byName(b, a),
  createdAt: byTime,
  '-createdAt': (a, b) => byTime(b, a),
  size: bySize,
  '-size': (a, b) => bySize(b, a),
};
