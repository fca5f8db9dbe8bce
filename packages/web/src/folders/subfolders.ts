import type { Item } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { itemsKey } from '../api/items.ts';

/** Maximum number of subfolders that are listed. */
const mostFolders = 1000;

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
