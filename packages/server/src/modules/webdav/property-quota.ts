import type { RowBatch, Tx } from '../../platform/db/index.ts';
import { requireRoom } from '../files/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import {
  copyProperties,
  countPropertyBytes,
  deletePropertiesOfItems,
  haveProperties,
  listItemsWithProperties,
} from './property-store.ts';

type QuotaDeps = Pick<DavDeps, 'files' | 'accounts'>;

/**
 * Changes the properties of one of the caller's items (items.row_id), and counts their bytes in the quota. Throws
 * `storage_quota_exceeded`. Call with the tree locked.
 */
export async function changeProperties(
  { files, accounts }: QuotaDeps,
  tx: Tx,
  { caller }: Pick<DavRequest, 'caller'>,
  itemRowId: number,
  change: () => Promise<void>,
): Promise<void> {
  const before = await countPropertyBytes(tx, itemRowId);
  await change();
  const added = (await countPropertyBytes(tx, itemRowId)) - before;
  const { userId, plan } = caller;
  if (added > 0) requireRoom(await files.storeBytes(tx, userId, added, accounts.planLimits(plan).quotaBytes));
  if (added < 0) await files.dropStoredBytes(tx, userId, -added);
}

/** Replaces the properties of an item by those of another, as `changeProperties` does. */
export async function copyItemProperties(
  deps: QuotaDeps,
  tx: Tx,
  dav: Pick<DavRequest, 'caller'>,
  fromRowId: number,
  toRowId: number,
): Promise<void> {
  if (fromRowId === toRowId || !(await haveProperties(tx, [fromRowId, toRowId]))) return;
  await changeProperties(deps, tx, dav, toRowId, () => copyProperties(tx, fromRowId, toRowId));
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

/** Of all items of an owner, also of the root, which is never purged. */
export const dropAllProperties =
  (deps: Pick<DavDeps, 'files'>, ownerId: number): RowBatch =>
  async (tx, limit) => {
    const itemRowIds = await listItemsWithProperties(tx, ownerId, limit);
    if (itemRowIds.length > 0) await dropProperties(deps, tx, itemRowIds);
    return itemRowIds.length;
  };
