import type { DriveClient, Item, ListedShare, NewFolderShare, ShareDescriptor } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { CliError } from '../shell/cli-error.ts';
import { explainSlug, requireSlug } from './slug.ts';

/** Settings of a share, with those that need calls of their own. */
export interface ShareSettings {
  /** Those for files of visitors are for folders only. */
  readonly settings: NewFolderShare;
  readonly clearsPassword: boolean;
  readonly slug?: string | undefined;
}

interface Named {
  /** Path in messages. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/**
 * Shares a file or folder. One that is shared keeps its link, and a disabled link is enabled. If a step fails, a link that this
 * call created is revoked, and one that existed keeps its slug.
 */
export async function shareItem(
  client: DriveClient,
  { id, type }: Pick<Item, 'id' | 'type'>,
  wanted: ShareSettings,
  named: Named,
): Promise<ShareDescriptor> {
  const create = (settings: NewFolderShare): Promise<ShareDescriptor> =>
    type === 'file'
      ? client.shares.create(id, settings, { signal: named.signal })
      : client.shares.createForFolder(id, settings, { signal: named.signal });
  const open = async (): Promise<ShareDescriptor> => {
    const share = await create(wanted.settings);
    return share.shareMode === 'PRIVATE' ? create({ shareMode: 'SHARED' }) : share;
  };
  // A single call changes all or nothing.
  if (wanted.slug === undefined && !wanted.clearsPassword) return open();
  const before = await findShareOf(client, id, named.signal);
  if (before === undefined) return shareAnew(client, open, wanted, named);
  return changeShare(client, before, open, wanted, named);
}

/** The share of the item itself, also if it is disabled. */
async function findShareOf(client: DriveClient, id: string, signal: AbortSignal): Promise<ListedShare | undefined> {
  const { shareToken } = await client.files.get(id, { signal });
  if (shareToken === null) return undefined;
  try {
    const share = await client.shares.get(shareToken, { signal });
    return share.itemId === id ? share : undefined;
  } catch (error) {
    if (isDriveErrorOf(error, 'share_not_found', 'no_active_share')) return undefined;
    throw error;
  }
}

/** Creates a share with settings that need calls of their own. If one of them fails, the share is revoked. */
export async function shareAnew(
  client: DriveClient,
  create: () => Promise<ShareDescriptor>,
  { clearsPassword, slug }: ShareSettings,
  { path, signal }: Named,
): Promise<ShareDescriptor> {
  if (slug !== undefined) await requireSlug(client, slug, { consequence: `${path} was not shared`, signal });
  let share = await create();
  const key = { token: share.shareToken };
  try {
    if (clearsPassword && share.passwordProtected) share = await client.shares.setPassword(key, null, { signal });
    if (slug !== undefined) share = await client.shares.setSlug(key, slug, { signal });
    return share;
  } catch (error) {
    const isRevoked = await undo((calling) => client.shares.revoke(key, calling));
    signal.throwIfAborted();
    throw explainSlug(
      error,
      slug,
      isRevoked ? `${path} was not shared` : `${path} was shared without it: ${share.shortUrl}`,
    );
  }
}

/** Sets the slug first, which can be undone; the other settings are one call. */
async function changeShare(
  client: DriveClient,
  before: ListedShare,
  update: () => Promise<ShareDescriptor>,
  { clearsPassword, slug }: ShareSettings,
  { path, signal }: Named,
): Promise<ShareDescriptor> {
  const key = { token: before.shareToken };
  const changesSlug = slug !== undefined && slug !== before.slug;
  const consequence = `the link of ${path} was not changed: ${before.shortUrl}`;
  if (changesSlug) {
    await requireSlug(client, slug, { consequence, signal });
    try {
      await client.shares.setSlug(key, slug, { signal });
    } catch (error) {
      throw explainSlug(error, slug, consequence);
    }
  }
  try {
    const share = await update();
    return clearsPassword && share.passwordProtected ? await client.shares.setPassword(key, null, { signal }) : share;
  } catch (error) {
    if (changesSlug && !(await undo((calling) => client.shares.setSlug(key, before.slug, calling))))
      throw new CliError('failed', `${path} has the new slug ${slug}, but its other settings could not be changed`, {
        cause: error,
      });
    throw error;
  }
}

/** Time limit of a call that undoes another, also after Ctrl-C. */
const UNDO_MS = 5000;

/** Whether the call succeeded. */
const undo = (call: (options: { readonly signal: AbortSignal }) => PromiseLike<unknown>): Promise<boolean> =>
  Promise.resolve(call({ signal: AbortSignal.timeout(UNDO_MS) })).then(
    () => true,
    () => false,
  );
