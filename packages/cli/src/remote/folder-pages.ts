import type { DriveClient, Item, PagedList } from '@drive/sdk';

export type Sort = NonNullable<NonNullable<Parameters<DriveClient['files']['list']>[0]>['sort']>;

/** Default maximum of the server. */
export const PAGE_ITEMS = 200;

/**
 * Tries after the first one on a long way through many folders: it meets the rate limit again and again, waits as the
 * server asks, and goes on.
 */
export const PATIENT_RETRIES = 4;

export interface FolderQuery {
  /** Folders come first unless it says otherwise. */
  readonly sort?: Sort;
  readonly maxRetries?: number;
}

/** What is in a folder; null is the root. */
export function listFolder(
  client: DriveClient,
  folderId: string | null,
  signal: AbortSignal,
  { sort = 'type,name', maxRetries }: FolderQuery = {},
): PagedList<Item> {
  const query = { sort, limit: PAGE_ITEMS, ...(folderId === null ? {} : { parentId: folderId }) };
  return client.files.list(query, { signal, maxRetries });
}
