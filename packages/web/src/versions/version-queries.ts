import type { DeletedVersions, FileVersion, Item, StoredFile } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { refreshItems } from '../api/item-changes.ts';
import type { PagedSource } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';

const versionsOfPage = 50;

const versionsKey = (fileId: string) => ['versions', fileId] as const;

/** The contents that a file had before. A new content gives another `sha256`, and with it a list that is loaded again. */
export const versionPages = ({ id, sha256 }: Pick<Item, 'id' | 'sha256'>): PagedSource<FileVersion> => ({
  queryKey: [...versionsKey(id), sha256],
  load: (cursor, signal) => client.files.versions.list(id, { limit: versionsOfPage, ...cursor }, { signal }),
});

const filesOfPage = 10;

export type StoredFileOrder = 'versions' | 'size';

/** The files that use the most storage. */
export const storedFilePages = (by: StoredFileOrder): PagedSource<StoredFile> => ({
  queryKey: ['storage-use', by],
  load: (cursor, signal) => client.account.storedFiles({ by, limit: filesOfPage, ...cursor }, { signal }),
});

const refreshVersions = (fileId: string): Promise<unknown> =>
  Promise.all([
    ...[versionsKey(fileId), ['storage-use']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    refreshItems(),
  ]);

export async function restoreVersion(fileId: string, version: number): Promise<void> {
  await client.files.versions.restore(fileId, version);
  await refreshVersions(fileId);
}

export async function deleteVersion(fileId: string, version: number): Promise<void> {
  await client.files.versions.delete(fileId, version);
  await refreshVersions(fileId);
}

export async function deleteVersions(fileId: string): Promise<DeletedVersions> {
  const deleted = await client.files.versions.deleteAll(fileId);
  await refreshVersions(fileId);
  return deleted;
}

/** The item that has a name in a folder; null: the root. */
export const itemInFolderQuery = (folderId: string | null, name: string) =>
  queryOptions({
    queryKey: ['items', 'named', folderId, name],
    queryFn: ({ signal }): Promise<Item> =>
      client.files.getByPath(`/${name}`, folderId === null ? { signal } : { signal, folderId }),
  });
