import type { DriveClient, Item, ListedShare, ShareKey } from '@drive/sdk';
import type { Connection } from '../connection/connect.ts';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { retriesOf } from '../connection/retries.ts';
import { requirePlace } from '../remote/find-item.ts';
import { PAGE_ITEMS } from '../remote/folder-pages.ts';
import { findInTrees, type OfDrive } from '../remote/managed-trees.ts';
import { parseTarget, type Target } from '../remote/remote-target.ts';
import { CliError } from '../shell/cli-error.ts';

/** A share named by its item, link or token. */
export type NamedShare = { readonly argument: string } & (Target | { readonly kind: 'token'; readonly token: string });

/** A share of the user, as far as known without a request. */
export interface OwnShare {
  readonly argument: string;
  readonly key: ShareKey;
  /** Shared item, if the argument named it. */
  readonly item: Item | undefined;
}

/** Description of an argument that names a share of the user. */
export const SHARE_ARGUMENT = 'shared item (path or id), share link, or token';

const TOKEN = /^[A-Za-z0-9_-]{16,64}$/;

export function parseShare(argument: string): NamedShare {
  const target = TOKEN.test(argument) && !isId(argument) ? { kind: 'token' as const, token: argument } : undefined;
  return { argument, ...(target ?? parseTarget(argument)) };
}

const isId = (argument: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(argument);

/** Finds the share. Throws if a path or id does not exist; does not check that the item is shared. */
export async function findOwnShare(connection: Connection, named: NamedShare, signal: AbortSignal): Promise<OwnShare> {
  const { argument } = named;
  const { client } = connection;
  if (named.kind === 'token') return { argument, key: { token: named.token }, item: undefined };
  if (named.kind === 'share')
    return { argument, key: await findByLink(connection, named.url, signal), item: undefined };
  const place = await requirePlace(client, named, signal);
  if (place.isRoot) throw new CliError('usage', '/ cannot be shared', { hint: 'share what is in it' });
  const { item } = place;
  return { argument, key: item.type === 'file' ? { fileId: item.id } : { folderId: item.id }, item };
}

/** Finds the share of a link, also if it is disabled or expired. */
async function findByLink({ client }: Connection, url: string, signal: AbortSignal): Promise<ShareKey> {
  try {
    return { token: (await client.public.resolveLink(url, { signal })).token };
  } catch (error) {
    if (!isDriveErrorOf(error, 'share_not_found', 'share_expired', 'share_limit_reached')) throw error;
    const { origin, pathname } = new URL(url);
    const wanted = (origin + pathname).replace(/\/$/, '');
    const found = await findListed(client, ({ shortUrl }) => shortUrl === wanted, signal).catch((reason: unknown) => {
      throw reason instanceof CliError ? error : reason;
    });
    return { token: found.shareToken };
  }
}

/** Throws if the item is not shared. */
export function requireToken({ argument, key, item }: OwnShare): string {
  if ('token' in key) return key.token;
  if (item?.shareToken != null) return item.shareToken;
  throw new CliError('not_found', `${argument} has no share of its own`, {
    hint: `share it: drive-cli share ${argument}`,
  });
}

/** Reads the share with its counts. */
export async function readOwnShare(client: DriveClient, share: OwnShare, signal: AbortSignal): Promise<ListedShare> {
  try {
    return await client.shares.get(requireToken(share), { signal });
  } catch (error) {
    throw explainShare(error, share);
  }
}

const OWN = 'drive-cli shares list lists them';

async function findListed(
  client: DriveClient,
  matches: (share: ListedShare) => boolean,
  signal: AbortSignal,
): Promise<ListedShare> {
  const find = async (tree: OfDrive): Promise<ListedShare> => {
    for await (const share of listShares(client, signal, tree)) if (matches(share)) return share;
    throw new CliError('not_found', 'there is no such share', { hint: OWN });
  };
  return findInTrees(client, find, signal);
}

export const listShares = (client: DriveClient, signal: AbortSignal, tree: OfDrive = {}): AsyncIterable<ListedShare> =>
  client.shares.list({ ...tree, limit: PAGE_ITEMS }, { signal, maxRetries: retriesOf(client) });

/** Explains "not found" errors with the argument. */
export function explainShare(error: unknown, { argument }: Pick<OwnShare, 'argument'>): unknown {
  if (isDriveErrorOf(error, 'no_active_share', 'share_not_found')) {
    return new CliError(
      'not_found',
      `${argument} is ${argument.startsWith('/') ? 'not shared' : 'not one of your shares'}`,
      {
        hint: OWN,
        cause: error,
      },
    );
  }
  return error;
}
