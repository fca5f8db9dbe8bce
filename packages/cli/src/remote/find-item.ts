import type { DriveClient, Item } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { CliError } from '../shell/cli-error.ts';
import { findByPath } from './by-path.ts';
import type { Target } from './remote-target.ts';

/** The root has no item. */
export type Place = { readonly isRoot: true } | { readonly isRoot: false; readonly item: Item };

/** The item of a path or an id. Errors contain the user's argument. */
export async function requirePlace(
  client: DriveClient,
  target: Exclude<Target, { kind: 'share' }>,
  signal: AbortSignal,
): Promise<Place> {
  if (target.kind === 'path' && target.path === '/') return { isRoot: true };
  const named = target.kind === 'path' ? target.path : target.id;
  const item = await (target.kind === 'path'
    ? findByPath(client, target.path, signal)
    : findById(client, target.id, signal));
  if (item !== undefined) return { isRoot: false, item };
  throw new CliError('not_found', `${named}: no such file or folder on the server`, {
    hint: 'list items with: drive-cli ls',
  });
}

export async function findById(client: DriveClient, id: string, signal: AbortSignal): Promise<Item | undefined> {
  try {
    return await client.files.get(id, { signal });
  } catch (error) {
    if (isDriveErrorOf(error, 'file_not_found')) return undefined;
    throw error;
  }
}
