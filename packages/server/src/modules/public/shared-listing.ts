import { foldName, type Item, type ItemPage, type ListSort } from '@drive/contract';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import { paginationOf } from '../../platform/paging.ts';
import type { FileRow, Files } from '../files/index.ts';
import type { OpenShare, Shares } from '../shares/index.ts';
import { asShared, toSharedItem } from './public-share.ts';

export interface SharedListingRequest {
  /** A folder in the shared one; undefined: the top of what is shared. */
  readonly folderId: string | undefined;
  readonly sort: ListSort;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** One page of what is shared, and never of what lies around it: `folder_not_found` for any other folder. */
export async function listShared(
  { database, files, shares }: { readonly database: Database; readonly files: Files; readonly shares: Shares },
  share: OpenShare,
  { folderId, sort, page, limit }: SharedListingRequest,
): Promise<ItemPage> {
  if (share.kind === 'folder') {
    const folder =
      folderId === undefined ? share.item : await requireSharedFolder({ database, shares }, share, folderId);
    const request = { ownerId: share.ownerId, folderId: folder.id, q: '', sort, page, limit };
    const listed = await files.list(request, share);
    return { ...listed, files: listed.files.map((item) => asShared(share, item)) };
  }
  if (folderId !== undefined) throw noSuchFolder();
  const rows = share.kind === 'multi' ? share.files : [share.item];
  const items = rows.map((row) => toSharedItem(files, share, row)).toSorted(orders[sort]);
  return {
    files: items.slice((page - 1) * limit, page * limit),
    pagination: paginationOf({ page, limit }, items.length),
  };
}

/** The shared folder or one in it; `folder_not_found` for any other. */
export async function requireSharedFolder(
  { database, shares }: { readonly database: Database; readonly shares: Shares },
  share: OpenShare,
  folderId: string,
): Promise<FileRow> {
  const folder = share.kind === 'folder' ? await shares.findSharedFolder(database.reader, share, folderId) : undefined;
  if (folder === undefined) throw noSuchFolder();
  return folder;
}

const noSuchFolder = (): DomainError => new DomainError('folder_not_found', 'There is no such folder at this link.');

type Compare = (a: Item, b: Item) => number;
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName: Compare = (a, b) =>
  byText(foldName(a.name), foldName(b.name)) || byText(a.name, b.name) || byText(a.id, b.id);
const byTime: Compare = (a, b) => byText(a.uploadedAt, b.uploadedAt) || byName(a, b);
const bySize: Compare = (a, b) => (a.size ?? 0) - (b.size ?? 0) || byName(a, b);

/** Files only: the orders of a folder, as far as they tell files apart. */
const orders: Record<ListSort, Compare> = {
  'type,name': byName,
  name: byName,
  '-name': (a, b) => byName(b, a),
  createdAt: byTime,
  '-createdAt': (a, b) => byTime(b, a),
  size: bySize,
  '-size': (a, b) => bySize(b, a),
};
