import type { FolderItem } from '../api.gen.ts';
import { DriveError, isDriveError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * Options of `client.files.ensureFolder`.
 *
 * @example
 * ```ts
 * import { DriveClient, type EnsureFolderOptions } from '@drive/sdk';
 *
 * const options: EnsureFolderOptions = { signal: AbortSignal.timeout(10_000) };
 * await new DriveClient().files.ensureFolder('/Photos/2026', options);
 * ```
 */
export interface EnsureFolderOptions extends Pick<RequestOptions, 'signal' | 'timeout' | 'maxRetries'> {
  /** ID of a team drive, in whose root the path begins. */
  readonly driveId?: string | undefined;
  /** ID of the folder that the path begins in, also one that others share. Without `driveId`. */
  readonly folderId?: string | undefined;
}

/** Returns the folder at a path below the root. Creates what is missing, also while other callers do. */
export async function ensureFolder(
  transport: Transport,
  path: string,
  options: EnsureFolderOptions,
): Promise<FolderItem> {
  const names = path.split('/').filter((name) => name !== '');
  if (!path.startsWith('/') || names.length === 0)
    throw new DriveError('invalid_argument', `${path} is not the path of a folder. Give one like /Photos/2026.`);
  return (await findFolder(transport, names, options)) ?? (await createMissing(transport, names, options));
}

async function findFolder(
  transport: Transport,
  names: readonly string[],
  { driveId, folderId, ...options }: EnsureFolderOptions,
): Promise<FolderItem | undefined> {
  const path = `/${names.join('/')}`;
  try {
    const item = await transport.call('getFileByPath', { query: { path, driveId, folderId } }, options);
    if (item.type === 'folder') return item;
  } catch (error) {
    if (isDriveError(error) && error.status === 404) return undefined;
    throw error;
  }
  throw new DriveError('name_conflict', `${path} is a file. Choose another path for the folder.`);
}

async function createMissing(
  transport: Transport,
  names: readonly string[],
  options: EnsureFolderOptions,
): Promise<FolderItem> {
  const above = names.slice(0, -1);
  const parent = above.length === 0 ? undefined : await ensureFolder(transport, `/${above.join('/')}`, options);
  const { driveId, folderId, ...calling } = options;
  const place = parent === undefined ? { driveId, parentId: folderId } : { parentId: parent.id };
  const body = { name: names.at(-1) ?? '', ...place };
  try {
    return (await transport.call('createFolder', { body }, calling)) as FolderItem;
  } catch (error) {
    // Another caller has created it meanwhile.
    const found = isDriveError(error, 'name_conflict') ? await findFolder(transport, names, options) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}
