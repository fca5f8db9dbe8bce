import type { DriveClient, Item, NewShare, ShareDescriptor } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { CliError } from '../shell/cli-error.ts';

/** Settings of a share, with those that need calls of their own. */
export interface ShareSettings {
  readonly settings: NewShare;
  readonly clearsPassword: boolean;
  readonly slug?: string | undefined;
}

/** Shares a file or folder. One that is shared keeps its link, and a disabled link is enabled. */
export async function shareItem(
  client: DriveClient,
  { id, type }: Pick<Item, 'id' | 'type'>,
  wanted: ShareSettings,
  named: Named,
): Promise<ShareDescriptor> {
  const create = (settings: NewShare): Promise<ShareDescriptor> =>
    type === 'file'
      ? client.shares.create(id, settings, { signal: named.signal })
      : client.shares.createForFolder(id, settings, { signal: named.signal });
  let created = await create(wanted.settings);
  if (created.shareMode === 'PRIVATE') created = await create({ shareMode: 'SHARED' });
  return finishShare(client, created, wanted, named);
}

interface Named {
  /** Path in messages. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** Applies the settings that cannot be set at creation. */
export async function finishShare(
  client: DriveClient,
  created: ShareDescriptor,
  { clearsPassword, slug }: ShareSettings,
  { path, signal }: Named,
): Promise<ShareDescriptor> {
  const key = { token: created.shareToken };
  let share = created;
  if (clearsPassword && share.passwordProtected) share = await client.shares.setPassword(key, null, { signal });
  if (slug === undefined) return share;
  try {
    return await client.shares.setSlug(key, slug, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!isDriveErrorOf(error, 'vanity_slug_taken', 'validation_failed')) throw error;
    const isTaken = error.code === 'vanity_slug_taken';
    const why = isTaken ? 'is taken' : (error.issues[0]?.message ?? 'is not accepted');
    const message = `the slug ${slug} ${why}; ${path} was shared without it: ${share.shortUrl}`;
    throw new CliError(isTaken ? 'conflict' : 'usage', message, { cause: error });
  }
}
