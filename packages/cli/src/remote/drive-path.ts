import type { DriveClient, Item, TeamDrive } from '@drive/sdk';
import { CliError } from '../shell/cli-error.ts';
import { findSharedItem, isSharedRoot, sharedRootOf, type OwnedItem } from './shared-path.ts';

/**
 * A path in a team drive begins with its name: `Design:/Logos`; one of what others share with `Shared` and their name:
 * `Shared:/Ada/Plans`. A single letter is a disk on Windows.
 */
const IN_DRIVE = /^([^/:]{2,}):(\/.*)?$/s;

export interface DrivePath {
  /** Name of the team drive, or `Shared`; undefined: the path is in the caller's own tree. */
  readonly drive: string | undefined;
  /** From the root of the tree. */
  readonly path: string;
}

export function splitDrive(written: string): DrivePath {
  const [, drive, path = '/'] = IN_DRIVE.exec(written) ?? [];
  return drive === undefined ? { drive, path: written } : { drive, path };
}

/** `Design:/`, or `/` for the caller's own tree. */
export const rootPathOf = (drive: string | undefined): string => (drive === undefined ? '/' : `${drive}:/`);

const known = new WeakMap<DriveClient, Promise<readonly TeamDrive[]>>();

/** The team drives of the caller. One request for each client. */
function listDrives(client: DriveClient, signal: AbortSignal): Promise<readonly TeamDrive[]> {
  let drives = known.get(client);
  if (drives === undefined) {
    drives = client.drives.list({ signal }).then((list) => list.drives);
    known.set(client, drives);
    drives.catch(() => known.delete(client));
  }
  return drives;
}

/** By its name, in upper or lower case. */
async function requireDrive(client: DriveClient, name: string, signal: AbortSignal): Promise<TeamDrive> {
  const drives = await listDrives(client, signal);
  const found =
    drives.find((drive) => drive.name === name) ??
    drives.find((drive) => drive.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw new CliError('not_found', `there is no team drive ${name}`, { hint: 'list them with: drive-cli drives list' });
}

/** By its name, with or without the colon of a path, or by its id. */
export async function findDriveId(client: DriveClient, named: string, signal: AbortSignal): Promise<string> {
  const drives = await listDrives(client, signal);
  const found = drives.find(({ id }) => id === named.toLowerCase());
  return (found ?? (await requireDrive(client, named.replace(/:\/?$/, ''), signal))).id;
}

/** The query of the API for a path: with the id of the folder that it begins in, if that is not the caller's root. */
export async function inDrive(
  client: DriveClient,
  written: string,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly folderId: string | undefined }> {
  const { drive, path } = splitDrive(written);
  if (drive === undefined) return { path, folderId: undefined };
  if (isSharedRoot(drive)) {
    const { item, below } = await findSharedItem(client, path, signal);
    return { path: below, folderId: item.id };
  }
  const { rootId } = await requireDrive(client, drive, signal);
  return { path, folderId: rootId };
}

/** The path of the root folder of a team drive by its id; undefined if it is none. */
export async function findRootPath(
  client: DriveClient,
  rootId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const drive = (await listDrives(client, signal)).find((each) => each.rootId === rootId);
  return drive && rootPathOf(drive.name);
}

/** A path of items without the root of a team drive, with which the server begins it. */
export async function withoutRoot(client: DriveClient, path: readonly Item[], signal: AbortSignal): Promise<Item[]> {
  const [top, ...below] = path;
  const isRoot = top?.driveId != null && (await findRootPath(client, top.id, signal)) !== undefined;
  return isRoot ? below : [...path];
}

/** The path of the root above an item: `/`, that of its team drive, or that of what its owner shares. */
export async function rootPathFor(client: DriveClient, item: OwnedItem, signal: AbortSignal): Promise<string> {
  if (item.role === 'owner' || item.role === null) return '/';
  const drive = (await listDrives(client, signal)).find(({ id }) => id === item.driveId);
  return drive === undefined ? sharedRootOf(item) : rootPathOf(drive.name);
}
