import type { RowBatch, Tx } from '../../platform/db/index.ts';
import { requireRoom } from '../files/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import {
  copyProperties,
  countPropertyBytes,
  deletePropertiesOfItems,
  haveProperties,
  listItemsWithProperties,
  type DeadProperty,
} from './property-store.ts';

type QuotaDeps = Pick<DavDeps, 'files' | 'accounts'>;

/** Bytes that count in the quota of the owner. */
export const propertyBytes = (properties: readonly DeadProperty[]): number =>
  properties.reduce((sum, { namespace, name, xml }) => sum + Buffer.byteLength(namespace + name + xml), 0);

/** Counts a change of the bytes of the caller's properties. Throws `storage_quota_exceeded`. Call with the tree locked. */
export async function countProperties(
  { files, accounts }: QuotaDeps,
  tx: Tx,
  { caller }: Pick<DavRequest, 'caller'>,
  addedBytes: number,
): Promise<void> {
  const { userId, plan } = caller;
  if (addedBytes > 0) requireRoom(await files.storeBytes(tx, userId, addedBytes, accounts.planLimits(plan).quotaBytes));
  if (addedBytes < 0) await files.dropStoredBytes(tx, userId, -addedBytes);
}

/** Replaces the properties of an item by those of another, as `countProperties` does. */
export async function copyItemProperties(
  deps: QuotaDeps,
  tx: Tx,
  dav: Pick<DavRequest, 'caller'>,
  fromRowId: number,
  toRowId: number,
): Promise<void> {
  if (fromRowId === toRowId || !(await haveProperties(tx, [fromRowId, toRowId]))) return;
  const before = await countPropertyBytes(tx, toRowId);
  await copyProperties(tx, fromRowId, toRowId);
  await countProperties(deps, tx, dav, (await countPropertyBytes(tx, toRowId)) - before);
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
    const itemRowIds = await listItemsWithProperties(tx, ownerId, limit);
    if (itemRowIds.length > 0) await dropProperties(deps, tx, itemRowIds);
    return itemRowIds.length;
  };
