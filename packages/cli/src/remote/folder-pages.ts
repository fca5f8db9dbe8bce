import type { DriveClient, Item, PagedList } from '@drive/sdk';

export type Sort = NonNullable<NonNullable<Parameters<DriveClient['files']['list']>[0]>['sort']>;

/** Default maximum of the server. */
export const PAGE_ITEMS = 200;

export interface FolderQuery {
  /** Folders come first by default. */
  readonly sort?: Sort;
  readonly maxRetries?: number;
}

/** The items in a folder; null is the root. */
export function listFolder(
  client: DriveClient,
  folderId: string | null,
  signal: AbortSignal,
  { sort = 'type,name', maxRetries }: FolderQuery = {},
): PagedList<Item> {
  const query = { sort, limit: PAGE_ITEMS, ...(folderId === null ? {} : { parentId: folderId }) };
  return client.files.list(query, { signal, maxRetries });
}
