import type { DriveClient, Item } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { retriesOf } from '../connection/retries.ts';
import { inDrive } from './drive-path.ts';
import { listFolder } from './folder-pages.ts';

/** Servers refuse requests whose URL and headers exceed 16 KiB; the path may use half of that. */
const MAX_ENCODED_PATH = 8_000;

/** The item at a path; undefined if there is none. A path that is too long for a URL is resolved folder by folder. */
export async function findByPath(client: DriveClient, path: string, signal: AbortSignal): Promise<Item | undefined> {
  const { path: fromRoot, folderId } = await inDrive(client, path, signal);
  // The root of a team drive is a folder with an id, and what others share is an item; the root of the caller is none.
  if (fromRoot === '/' && folderId !== undefined) return client.files.get(folderId, { signal });
  const { near, far } = split(fromRoot);
  let item = await ask(client, near, { folderId, signal });
  for (const name of far) {
    if (item?.type !== 'folder') return undefined;
    item = await findChild(client, item.id, name, signal);
  }
  return item;
}

/** The longest prefix that fits into a URL, and the names below. */
function split(path: string): { near: string; far: string[] } {
  const names = path.split('/').slice(1);
  let length = 0;
  const fitting = names.findIndex((name) => (length += encodeURIComponent(`/${name}`).length) > MAX_ENCODED_PATH);
  if (fitting <= 0) return { near: path, far: [] };
  return { near: `/${names.slice(0, fitting).join('/')}`, far: names.slice(fitting) };
}

async function ask(
  client: DriveClient,
  path: string,
  options: { readonly folderId: string | undefined; readonly signal: AbortSignal },
): Promise<Item | undefined> {
  try {
    return await client.files.getByPath(path, options);
  } catch (error) {
    // A file that others share contains nothing.
    if (isDriveErrorOf(error, 'file_not_found', 'folder_not_found')) return undefined;
    throw error;
  }
}

async function findChild(
  client: DriveClient,
  folderId: string,
  name: string,
  signal: AbortSignal,
): Promise<Item | undefined> {
  for await (const item of listFolder(client, folderId, signal, { maxRetries: retriesOf(client) })) {
    if (item.name === name) return item;
  }
  return undefined;
}
