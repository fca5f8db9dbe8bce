import type { DriveClient } from '@drive/sdk';
import { CliError } from '../shell/cli-error.ts';
import { isFolder, locate, notFolder, parseNamed } from './locate.ts';

/** The id of one folder by its path or id; undefined for the root. */
export async function findFolderId(
  client: DriveClient,
  named: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [found, ...others] = await locate(client, parseNamed(named), signal);
  if (found === undefined || others.length > 0)
    throw new CliError('usage', `${named} is not one folder`, { hint: 'give its path or id' });
  if (!isFolder(found)) throw notFolder(found.path);
  return found.item?.id;
}
