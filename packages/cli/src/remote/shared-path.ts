import type { DriveClient, Item } from '@drive/sdk';
import { CliError } from '../shell/cli-error.ts';
import { PAGE_ITEMS } from './folder-pages.ts';

const SHARED = 'Shared';

/** Whether a path begins where all that others share is, by owner: `Shared:/Ada/Plans`. */
export const isSharedRoot = (drive: string | undefined): boolean => drive?.toLowerCase() === SHARED.toLowerCase();

export type OwnedItem = Pick<Item, 'role' | 'driveId' | 'ownerId' | 'ownerName'>;

/** The part of a path that names an owner: the name, or the id of an owner without one. Slashes are replaced. */
const ownerOf = ({ ownerName, ownerId, driveId }: OwnedItem): string =>
  ownerName?.replaceAll('/', ' ') ?? ownerId ?? driveId ?? '';

/** `Shared:/Ada/` for an item of Ada. */
export const sharedRootOf = (item: OwnedItem): string => `${SHARED}:/${ownerOf(item)}/`;

const known = new WeakMap<DriveClient, Promise<readonly Item[]>>();

/** The topmost items that others share. Read once for each client. */
function listShared(client: DriveClient, signal: AbortSignal): Promise<readonly Item[]> {
  const kept = known.get(client);
  if (kept !== undefined) return kept;
  const shared = readShared(client, signal);
  known.set(client, shared);
  shared.catch(() => known.delete(client));
  return shared;
}

async function readShared(client: DriveClient, signal: AbortSignal): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of client.files.list({ sharedWithMe: true, limit: PAGE_ITEMS }, { signal })) items.push(item);
  return items;
}

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '');

/** Whether a path below `Shared:` leads to no item, but to the items of all owners, or of one. */
export const isAboveShared = (path: string): boolean => namesOf(path).length < 2;

const isOf = (item: Item, owner: string): boolean =>
  [ownerOf(item), item.ownerId, item.driveId].some((each) => each?.toLowerCase() === owner.toLowerCase());

/** Lists the items that others share, below `Shared:/` or `Shared:/OWNER`. Throws `not_found` if there is no such owner. */
export async function listAboveShared(
  client: DriveClient,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly item: Item }[]> {
  const [owner] = namesOf(path);
  const items = await listShared(client, signal);
  if (owner === undefined) return items.map((item) => ({ name: `${ownerOf(item)}/${item.name}`, item }));
  const theirs = items.filter((item) => isOf(item, owner));
  if (theirs.length === 0) throw notShared(`${SHARED}:${path}`);
  return theirs.map((item) => ({ name: item.name, item }));
}

/** The item that the first two names of a path lead to, and the rest of the path. Throws `not_found` and `conflict`. */
export async function findSharedItem(
  client: DriveClient,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly item: Item; readonly below: string }> {
  const [owner = '', name, ...rest] = namesOf(path);
  if (name === undefined)
    throw new CliError('usage', `${SHARED}:${path} is neither a file nor a folder`, {
      hint: `name an owner and something that they share, as in: drive-cli ls ${SHARED}:/`,
    });
  const items = await listShared(client, signal);
  const [item, ...others] = items.filter((each) => each.name === name && isOf(each, owner));
  if (item === undefined) throw notShared(`${SHARED}:/${owner}/${name}`);
  if (others.length > 0)
    throw new CliError('conflict', `${SHARED}:/${owner}/${name} is more than one item`, {
      hint: 'give an id, as in: drive-cli ls --long Shared:/',
    });
  return { item, below: `/${rest.join('/')}` };
}

const notShared = (path: string): CliError =>
  new CliError('not_found', `${path}: nobody shares that with you`, {
    hint: `list what is shared with: drive-cli ls ${SHARED}:/`,
  });
