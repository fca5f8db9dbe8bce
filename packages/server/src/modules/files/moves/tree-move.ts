import { foldName, limits } from '@drive/contract';
import { currentActor, mayDo } from '../../../platform/access/index.ts';
import type { Dialect, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import { requireTreeLock } from '../changes/tree-lock.ts';
import type { FileRow } from '../items/item-row.ts';
import type { HeldBack } from '../quarantine/held-back.ts';
import type { GatheredCounts } from '../tree/folder-rollup.ts';
import type { FolderFor } from '../tree/folder-store.ts';
import { nameConflict } from '../tree/folders.ts';
import { placeItem } from '../tree/item-store.ts';
import { changeUsage, requireRoom, storeBytes } from '../tree/storage-usage-store.ts';
import type { Planned, TreeQuotas } from '../tree/tree-quota-store.ts';
import { countFurtherBytes, findHeldBack, listTree, setOwner } from './tree-move-store.ts';

/** Items (items.row_id) that are about to get another owner. */
export interface OwnerChange {
  readonly rowIds: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** Runs in the transaction that gives items another owner, before it does, for what other modules keep of them. */
export type OwnerChangeListener = (tx: Tx, change: OwnerChange) => Promise<void>;

export interface TreeMoveDeps {
  readonly dialect: Dialect;
  readonly changes: ItemChanges;
  readonly quotas: TreeQuotas;
  readonly heldBack: Pick<HeldBack, 'isReleasedRow' | 'isReleasedVersion'>;
  readonly ownerChangeListeners: readonly OwnerChangeListener[];
  readonly config: { readonly maxItems: number };
}

export interface TreeMove {
  /** An alive item, which the caller may take out of its tree. */
  readonly item: FileRow;
  readonly folder: Pick<FolderFor, 'rowId' | 'ownerId'>;
  readonly name: string;
  /** Items that may move at once, with everything in the item. Infinity: any number. */
  readonly most: number;
  /** Whether an administrator hands the item over, who gets nothing of it. */
  readonly isTransfer?: boolean;
}

/** Moves items to the trees of other owners: rows, versions, usage and index entries, all in the transaction. */
export class TreeMoves {
  readonly #deps: TreeMoveDeps;

  constructor(deps: TreeMoveDeps) {
    this.#deps = deps;
  }

  /**
   * Call with both trees locked. Returns the number of items. Throws before it changes anything: `move_too_large`,
   * `file_quarantined` if the caller, who is not the owner, would get files that nobody but the owner downloads, `name_conflict`,
   * `storage_quota_exceeded` and `item_quota_exceeded`.
   */
  async move(
    tx: Tx,
    caller: Planned,
    counts: GatheredCounts,
    { item, folder, name, most, isTransfer = false }: TreeMove,
    isTaken: (name: string) => Promise<boolean>,
  ): Promise<number> {
    const { dialect, changes, heldBack, ownerChangeListeners } = this.#deps;
    const { ownerId: from, rowId } = item;
    const { ownerId: to } = folder;
    for (const ownerId of [from, to]) requireTreeLock(tx, ownerId);
    const rows = await listTree(tx, dialect, { ownerId: from, topRowId: rowId, most });
    if (rows.length > most) throw tooLarge();
    const rowIds = rows.map((row) => row.rowId);
    if (!isTransfer && !mayDo(caller.userId, { ownerId: from }, 'manage')) {
      const held = await findHeldBack(tx, dialect, heldBack, rowIds);
      if (held !== undefined) throw onlyByOwner(held);
    }
    if (await isTaken(name)) throw nameConflict();
    const counted = rows.filter((row) => row.isCounted);
    const files = counted.filter(({ isFolder }) => !isFolder).length;
    const sizeOf = (state: string): number =>
      rows.reduce((sum, row) => sum + (row.isFolder || row.state !== state ? 0 : row.sizeBytes), 0);
    const trash = sizeOf('trashed');
    const stored = sizeOf('alive') + trash + (await countFurtherBytes(tx, dialect, rowIds));
    const { planQuotaBytes, storageOf } = await this.#deps.quotas.of(tx, caller, to);
    const room = { bytes: stored, files, folders: counted.length - files };
    const { maxItems } = this.#deps.config;
    requireRoom(await storeBytes(tx, to, room, { quotaBytes: planQuotaBytes, maxItems }), storageOf);
    if (trash > 0) await changeUsage(tx, to, { trash });
    await changeUsage(tx, from, { stored: -stored, trash: -trash, files: -files, items: -counted.length });

    // Listeners publish events with the names that the former owner knows, so they come before the new places are settled.
    for (const listen of ownerChangeListeners) await listen(tx, { rowIds, from, to });
    await changes.settlePlaces(tx);
    const place = { rowId, folderRowId: folder.rowId, name, nameKey: foldName(name) };
    if (!(await placeItem(tx, place))) throw new Error('a free name was taken under the lock of the tree');
    await setOwner(tx, dialect, rowIds, { from, to });
    counts.out(item.parentRowId, item);
    counts.in(folder.rowId, item);
    const after = { ...item, ownerId: to, name, parentRowId: folder.rowId, modifiedBy: currentActor() };
    changes.reowned(tx, item, after, rowIds);
    return rows.length;
  }
}

const tooLarge = (): DomainError =>
  new DomainError(
    'move_too_large',
    `At most ${limits.movedAtOnce} items move to another owner at once. Move them as an operation: POST /api/operations/move.`,
  );

const onlyByOwner = (name: string): DomainError =>
  new DomainError(
    'file_quarantined',
    `${name}, or a version of it, is in quarantine or has not passed a virus scan: only its owner moves it to another owner.`,
  );
