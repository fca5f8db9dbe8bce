import type { DriveClient, Item } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { retriesOf } from '../connection/retries.ts';
import { findRootPath, rootPathFor, withoutRoot } from './drive-path.ts';
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
    if (chain?.[0] === undefined) return findRootPath(client, id, signal);
    let path = await rootPathFor(client, chain[0], signal);
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

/** An item with the folders above it, below the root; empty for the root of a team drive, undefined when there is no such item. */
export async function findChain(client: DriveClient, id: string, signal: AbortSignal): Promise<Item[] | undefined> {
  try {
    return await withoutRoot(client, await client.files.path(id, { signal, maxRetries: retriesOf(client) }), signal);
  } catch (error) {
    if (isDriveErrorOf(error, 'file_not_found')) return undefined;
    throw error;
  }
}
