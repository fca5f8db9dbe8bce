import type { DriveClient, Item } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { retriesOf } from '../connection/retries.ts';
import { findRootPath, rootPathFor } from './drive-path.ts';
import { joinRemote } from './remote-target.ts';

/** Finds paths of items. Requests each folder once, and caches its ancestors. */
export interface ItemPaths {
  /** undefined when it is not there any more. */
  findFolder(id: string): Promise<string | undefined>;
  /** undefined when it, or a folder above it, is not there any more. */
  find(item: Pick<Item, 'name' | 'parentId'>): Promise<string | undefined>;
}

export function createItemPaths(client: DriveClient, signal: AbortSignal): ItemPaths {
  const folders = new Map<string, Promise<string | undefined>>();

  function findFolder(id: string): Promise<string | undefined> {
    let path = folders.get(id);
    if (path === undefined) folders.set(id, (path = ask(id)));
    return path;
  }

  async function ask(id: string): Promise<string | undefined> {
    const chain = await findChain(client, id, signal);
    if (chain === undefined) return findRootPath(client, id, signal);
    const [top] = chain;
    let path = top === undefined ? '/' : await rootPathFor(client, top, signal);
    for (const folder of chain) {
      path = joinRemote(path, folder.name);
      if (folder.id !== id) folders.set(folder.id, Promise.resolve(path));
    }
    return path;
  }

  return {
    findFolder,
    async find({ name, parentId }) {
      const folder = parentId === null ? '/' : await findFolder(parentId);
      return folder === undefined ? undefined : joinRemote(folder, name);
    },
  };
}

/** An item with the folders above it, from the root down; undefined when there is no such item. */
export async function findChain(client: DriveClient, id: string, signal: AbortSignal): Promise<Item[] | undefined> {
  try {
    return await client.files.path(id, { signal, maxRetries: retriesOf(client) });
  } catch (error) {
    if (isDriveErrorOf(error, 'file_not_found')) return undefined;
    throw error;
  }
}
