import type { DriveClient, NewShare, ShareDescriptor } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/failure.ts';
import { CliError } from '../shell/cli-error.ts';

/** What a share shall be like, with what sharing alone can't say. */
export interface ShareSettings {
  readonly settings: NewShare;
  readonly clearsPassword: boolean;
  readonly slug?: string | undefined;
}

interface Named {
  /** As it is shown. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** What has just been shared, as it was wished. */
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
    const message = `the slug ${slug} ${why}; ${path} is shared without it, at ${share.shortUrl}`;
    throw new CliError(isTaken ? 'conflict' : 'usage', message, { cause: error });
  }
}
