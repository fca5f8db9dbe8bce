import type { DriveClient } from '@drive/sdk';
import { requirePlace } from '../remote/find-item.ts';
import { parseTarget } from '../remote/remote-target.ts';
import { CliError } from '../shell/cli-error.ts';

/** ID of the file that `--cover` names; null with `--no-cover`, undefined without either. */
export async function coverOf(
  client: DriveClient,
  { cover }: { readonly cover?: string | false },
  signal: AbortSignal,
): Promise<string | null | undefined> {
  if (cover === undefined) return undefined;
  if (cover === false) return null;
  const target = parseTarget(cover);
  if (target.kind === 'share') throw new CliError('usage', '--cover needs a path or an id, not a link');
  const place = await requirePlace(client, target, signal);
  if (place.isRoot || place.item.type === 'folder') throw new CliError('usage', `${cover} is a folder`);
  return place.item.id;
}
