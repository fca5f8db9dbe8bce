import type { DriveClient, Item, PagedList } from '@drive/sdk';

export type Sort = NonNullable<NonNullable<Parameters<DriveClient['files']['list']>[0]>['sort']>;

/** Default maximum of the server. */
export const PAGE_ITEMS = 200;

/** Parameters of the server that select items. */
export type ItemFilter = Pick<
  NonNullable<Parameters<DriveClient['files']['list']>[0]>,
  | 'type'
  | 'contentKind'
  | 'tag'
  | 'meta'
  | 'minSize'
  | 'maxSize'
  | 'uploadedAfter'
  | 'uploadedBefore'
  | 'modifiedAfter'
  | 'modifiedBefore'
  | 'starred'
  | 'shared'
>;

export interface FolderQuery {
  /** Folders come first by default. */
  readonly sort?: Sort;
  readonly maxRetries?: number;
  readonly filter?: ItemFilter | undefined;
}

/** The items in a folder; null is the root. */
export function listFolder(
  client: DriveClient,
  folderId: string | null,
  signal: AbortSignal,
  { sort = 'type,name', maxRetries, filter }: FolderQuery = {},
): PagedList<Item> {
  const query = { ...filter, sort, limit: PAGE_ITEMS, ...(folderId === null ? {} : { parentId: folderId }) };
  return client.files.list(query, { signal, maxRetries });
}
