import { setImmediate } from 'node:timers/promises';
import { limits, type BatchFailure, type CopyResult } from '@drive/contract';
import type { Database, Tx } from '../../../platform/db/index.ts';
import type { ToItem } from '../items/item.ts';
import { folderNotFound } from '../tree/folders.ts';
import { failureOf } from '../tree/item-batch.ts';
import { findFolder, listInOrder } from '../tree/item-store.ts';
import type { ItemWork } from '../tree/item-work.ts';
import { findUsage, requireRoom } from '../tree/storage-usage-store.ts';
import { leftOutOf, mostLeftOut } from './copy-failures.ts';
import type { CopyOperations } from './copy-operations.ts';
import type { CopyOrder, PendingFolder, TreeCopy } from './tree-copy.ts';

export interface CopiesDeps {
  readonly database: Database;
  readonly work: ItemWork;
  readonly toItem: ToItem;
  readonly treeCopy: TreeCopy;
  readonly operations: CopyOperations;
  readonly config: { readonly maxItems: number };
}

/** In a transaction, which then takes a few milliseconds. */
const itemsInOneTransaction = 100;

/**
 * Copies items of the caller: each in a transaction if they are few, as an operation otherwise. The caller waits for one that is not
 * large, which a kill does not stop.
 */
export class Copies {
  readonly #deps: CopiesDeps;

  constructor(deps: CopiesDeps) {
    this.#deps = deps;
  }

  /** Throws `folder_not_found`, `item_quota_exceeded` and `too_many_requests` before anything is copied. */
  async copy(order: CopyOrder, given: readonly string[]): Promise<CopyResult | { readonly operationId: string }> {
    const { database, work, operations, config } = this.#deps;
    const { ownerId, parentId } = order;
    const ids = [...new Set(given)];
    if (parentId !== null && (await findFolder(database.reader, ownerId, parentId)) === undefined)
      throw folderNotFound();
    const total = await work.drawCounted(ownerId, { ids });
    const { itemCount } = await findUsage(database.reader, ownerId);
    if (config.maxItems > 0 && itemCount + total > config.maxItems) requireRoom('no items');
    if (total > limits.copiedAtOnce) return { operationId: await operations.start(order, ids, total) };

    if (total > itemsInOneTransaction) return operations.copyNow(order, ids, total);

    const copied: string[] = [];
    const failed: BatchFailure[] = [];
    for (const id of ids) {
      try {
        const { top, leftOut } = await database.write((tx) => this.#copyWhole(tx, order, id, total));
        copied.push(top);
        failed.push(...leftOutOf(leftOut.slice(0, mostLeftOut)));
      } catch (error) {
        failed.push(failureOf(id, error));
      }
      await setImmediate();
    }
    const items = await listInOrder(database.reader, copied);
    return { copied: items.map((row) => this.#deps.toItem(row)), failed };
  }

  async #copyWhole(tx: Tx, order: CopyOrder, id: string, items: number) {
    const { treeCopy } = this.#deps;
    const top = await treeCopy.copyTop(tx, order, id, items);
    const leftOut: string[] = [];
    const waiting: PendingFolder[] = top.pending === undefined ? [] : [top.pending];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const page = await treeCopy.copyPage(tx, order, folder);
      waiting.push(...page.pending);
      leftOut.push(...page.leftOut);
    }
    await treeCopy.publish(tx, top.rowId);
    return { top: top.id, leftOut };
  }
}
