import type { DriveClient } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { CliError } from '../shell/cli-error.ts';
import { findByPath } from './by-path.ts';
import { joinRemote, splitRemote } from './remote-target.ts';

export interface RemoteFolder {
  /** null is the root. */
  readonly id: string | null;
  /** Created by this call. */
  readonly made: boolean;
}

/** The folder at a path, made with all that is missing above it. */
export async function ensureFolder(client: DriveClient, path: string, signal: AbortSignal): Promise<RemoteFolder> {
  const parts = splitRemote(path);
  const found = await findFolder(client, path, signal);
  if (found !== undefined) return found;
  if (parts === undefined) throw new Error(`there is no root ${path}`);
  const parent = await ensureFolder(client, parts.folder, signal);
  return makeFolder(client, { parentId: parent.id, parentPath: parts.folder, name: parts.name }, signal);
}

interface NewFolderAt {
  readonly parentId: string | null;
  readonly parentPath: string;
  readonly name: string;
}

/** Creates a folder, or returns the one that was created concurrently. */
export async function makeFolder(
  client: DriveClient,
  { parentId, parentPath, name }: NewFolderAt,
  signal: AbortSignal,
): Promise<RemoteFolder> {
  try {
    const { id } = await client.files.createFolder({ name, parentId }, { signal });
    return { id, made: true };
  } catch (error) {
    if (!isDriveErrorOf(error, 'name_conflict')) throw error;
    const found = await findFolder(client, joinRemote(parentPath, name), signal);
    if (found === undefined) throw error;
    return found;
  }
}

/** The folder at a path; undefined if there is none. */
export async function findFolder(
  client: DriveClient,
  path: string,
  signal: AbortSignal,
): Promise<RemoteFolder | undefined> {
  if (path === '/') return { id: null, made: false };
  const item = await findByPath(client, path, signal);
  if (item !== undefined && item.type !== 'folder') {
    throw new CliError('conflict', `${path} is a file on the server, not a folder`);
  }
  return item && { id: item.id, made: false };
}
