import type { Caller } from '../../platform/access/index.ts';
import type { RowBatch, Tx } from '../../platform/db/index.ts';
import { requireRoom } from '../files/index.ts';
import type { DavDeps } from './dav-request.ts';
import {
  copyProperties,
  countPropertyBytes,
  deletePropertiesOfItems,
  haveProperties,
  listItemsWithProperties,
  type DeadProperty,
} from './property-store.ts';

type QuotaDeps = Pick<DavDeps, 'files'>;

/** A tree (owners.row_id) in whose quota properties count, and who changes them. */
export interface CountedTree {
  readonly caller: Caller;
  readonly ownerId: number;
}

/** Bytes that count in the quota of the owner. */
export const propertyBytes = (properties: readonly DeadProperty[]): number =>
  properties.reduce((sum, { namespace, name, xml }) => sum + Buffer.byteLength(namespace + name + xml), 0);

/** Counts a change of the bytes of properties. Throws `storage_quota_exceeded`. Call with the tree locked. */
export async function countProperties(
  { files }: QuotaDeps,
  tx: Tx,
  { caller, ownerId }: CountedTree,
  addedBytes: number,
): Promise<void> {
  if (addedBytes > 0) {
    const { planQuotaBytes, storageOf } = await files.quotaOf(tx, caller, ownerId);
    requireRoom(await files.storeBytes(tx, ownerId, addedBytes, planQuotaBytes), storageOf);
  }
  if (addedBytes < 0) await files.dropStoredBytes(tx, ownerId, -addedBytes);
}

/** Replaces the properties of an item by those of another, as `countProperties` does. */
export async function copyItemProperties(
  deps: QuotaDeps,
  tx: Tx,
  tree: CountedTree,
  fromRowId: number,
  toRowId: number,
): Promise<void> {
  if (fromRowId === toRowId || !(await haveProperties(tx, [fromRowId, toRowId]))) return;
  const before = await countPropertyBytes(tx, toRowId);
  await copyProperties(tx, fromRowId, toRowId);
  await countProperties(deps, tx, tree, (await countPropertyBytes(tx, toRowId)) - before);
}

/** As `copyItemProperties`, but changes nothing if the other item has no properties: a file that an editor saved keeps its own. */
export async function takeProperties(
  deps: QuotaDeps,
  tx: Tx,
  tree: CountedTree,
  fromRowId: number,
  toRowId: number,
): Promise<void> {
  if (await haveProperties(tx, [fromRowId])) await copyItemProperties(deps, tx, tree, fromRowId, toRowId);
}

/** For items that are purged. */
export async function dropProperties(
  { files }: Pick<DavDeps, 'files'>,
  tx: Tx,
  itemRowIds: readonly number[],
): Promise<void> {
  for (const [ownerId, bytes] of await deletePropertiesOfItems(tx, itemRowIds))
    await files.dropStoredBytes(tx, ownerId, bytes);
}

/** Deletes the properties of all items of an owner, also of the root, which is never purged. */
export const dropAllProperties =
  (deps: Pick<DavDeps, 'files'>, ownerId: number): RowBatch =>
  async (tx, limit) => {
    // A move to another owner counts the same properties.
    await deps.files.lockTree(tx, ownerId);
    const itemRowIds = await listItemsWithProperties(tx, ownerId, limit);
    if (itemRowIds.length > 0) await dropProperties(deps, tx, itemRowIds);
    return itemRowIds.length;
  };
