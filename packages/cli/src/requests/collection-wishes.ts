import type { CollectionChange, DriveClient } from '@drive/sdk';
import type { Connecting } from '../connection/connect.ts';
import { requirePlace } from '../remote/find-item.ts';
import { ensureFolder } from '../remote/ensure-folder.ts';
import { parseOwnTarget } from '../remote/target.ts';
import { CliError } from '../shell/cli-error.ts';
import { limitOf, readLinkWishes, type LinkOptions } from './link-wishes.ts';

export interface CollectionOptions extends LinkOptions {
  /** Path or id of the folder where files land. */
  readonly to?: string;
  /** 0 lifts the limit. */
  readonly maxFiles?: number;
  /** 0 lifts the limit. */
  readonly maxSize?: number;
  /** An empty list lifts the limit. */
  readonly types?: readonly string[];
  readonly requireName?: boolean;
}

/** What a file request shall be like; the folder is made where it is missing. */
export async function readCollectionWishes(
  context: Connecting & { readonly signal: AbortSignal },
  client: DriveClient,
  options: CollectionOptions,
): Promise<CollectionChange> {
  const { to, maxFiles, maxSize, types, requireName } = options;
  const wishes = await readLinkWishes(context, options);
  return {
    ...wishes,
    ...(maxFiles === undefined ? {} : { maxFiles: limitOf(maxFiles) }),
    ...(maxSize === undefined ? {} : { maxFileBytes: limitOf(maxSize) }),
    ...(types === undefined ? {} : { allowedTypes: types.length === 0 ? null : [...types] }),
    ...(requireName === undefined ? {} : { requireName }),
    ...(to === undefined ? {} : { folderId: await requireFolderId(client, to, context.signal) }),
  };
}

async function requireFolderId(client: DriveClient, named: string, signal: AbortSignal): Promise<string> {
  const target = parseOwnTarget(named);
  if (target.kind === 'path') {
    const { id } = await ensureFolder(client, target.path, signal);
    if (id !== null) return id;
    throw new CliError('usage', 'files can not be collected in /', { hint: 'name a folder, as --to /Inbox' });
  }
  const place = await requirePlace(client, target, signal);
  if (!place.isRoot && place.item.type === 'folder') return place.item.id;
  throw new CliError('usage', `${named} is a file, where a folder is needed`);
}
