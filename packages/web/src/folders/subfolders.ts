import type { Item } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { itemsKey } from '../api/items.ts';
import { mayUse } from '../api/rights.ts';

/** Maximum number of subfolders that are listed. */
const mostFolders = 1000;

/** Folders of others to which the user may add: the topmost that were given. */
export const givenFoldersQuery = queryOptions({
  queryKey: [...itemsKey, 'given', 'folders'],
  queryFn: async ({ signal }) => {
    const { items } = await client.files.list({ sharedWithMe: true, sort: 'type,name', limit: 200 }, { signal });
    return items.filter((item) => item.type === 'folder' && mayUse(item, 'add', undefined));
  },
});

/** The folders in a folder; null: the root. */
export const subfoldersQuery = (folderId: string | null) =>
  queryOptions({
    queryKey: [...itemsKey, folderId, 'folders'],
    queryFn: async ({ signal }) => {
      const folders: Item[] = [];
      const list = client.files.list(
        { sort: 'type,name', limit: 200, ...(folderId === null ? {} : { parentId: folderId }) },
        { signal },
      );
      for await (const item of list) {
        // Folders come first.
        if (item.type !== 'folder' || folders.length >= mostFolders) break;
        folders.push(item);
      }
      return folders;
    },
  });
