import { setImmediate } from 'node:timers/promises';
import { limits, type BatchFailure, type CopyResult } from '@drive/contract';
import type { Viewer } from '../../../platform/access/index.ts';
import type { Database, Tx } from '../../../platform/db/index.ts';
import type { ItemViews } from '../items/item-views.ts';
import { changeTrees } from '../tree/change-trees.ts';
import { requireFolder } from '../tree/find-item.ts';
import { failureOf } from '../tree/item-batch.ts';
import { listInOrder } from '../tree/item-store.ts';
import type { ItemWork } from '../tree/item-work.ts';
import { findUsage, requireRoom } from '../tree/storage-usage-store.ts';
import type { Planned, TreeQuotas } from '../tree/tree-quota-store.ts';
import { leftOutOf, mostLeftOut } from './copy-failures.ts';
import { countedBy, type CopyOperations } from './copy-operations.ts';
import type { CopyOrder, PendingFolder, TreeCopy } from './tree-copy.ts';

export interface CopiesDeps {
  readonly database: Database;
  readonly work: ItemWork;
  readonly views: ItemViews;
  readonly quotas: TreeQuotas;
  readonly treeCopy: TreeCopy;
  readonly operations: CopyOperations;
  readonly config: { readonly maxItems: number };
}

/** What is copied, and where. */
export interface CopyRequest {
  readonly ids: readonly string[];
  /** Folder of the key, to which other items are unknown; null: none. */
  readonly rootId: string | null;
  /** null: the caller's root. */
  readonly parentId: string | null;
  readonly ifMatch?: string | undefined;
  /** If it is copied through a link. */
  readonly shared?: SharedSource;
}

export interface SharedSource {
  /** items.row_id of what the link shares. */
  readonly within: readonly number[];
  /** Runs once, in the transaction that begins to copy, before any item is changed; undone with it. */
  begin(tx: Tx): Promise<void>;
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

  /**
   * Throws `folder_not_found`, `access_denied`, `item_quota_exceeded` and `too_many_requests` before anything is copied. A copy into
   * another's tree counts in the quota of that.
   */
  async copy(
    caller: Viewer & Planned,
    { ids: given, shared, ...request }: CopyRequest,
  ): Promise<CopyResult | { readonly operationId: string }> {
    const { database, work, views, quotas, operations, config } = this.#deps;
    const { userId } = caller;
    const { reader } = database;
    const ids = [...new Set(given)];
    const ownerId =
      request.parentId === null ? userId : (await requireFolder(reader, userId, request.parentId, 'add')).ownerId;
    const within = shared?.within;
    const order: CopyOrder = { ...request, userId, ownerId, within, ...(await quotas.of(reader, caller, ownerId)) };
    const total = await work.drawCounted(userId, countedBy(order, ids));
    const { itemCount } = await findUsage(reader, ownerId);
    if (config.maxItems > 0 && itemCount + total > config.maxItems) requireRoom('no items', order.storageOf);
    const { accountId, accountName } = caller;
    const large = { order, ids, total, viewer: { userId, accountId, accountName } };
    let begin = shared?.begin;
    if (total > limits.copiedAtOnce) return { operationId: await operations.start({ ...large, begin }) };

    if (total > itemsInOneTransaction) return operations.copyNow({ ...large, begin });

    const copied: string[] = [];
    const failed: BatchFailure[] = [];
    for (const id of ids) {
      try {
        const { top, leftOut } = await changeTrees(database, userId, async (tx) => {
          await begin?.(tx);
          return this.#copyWhole(tx, order, id, total);
        });
        begin = undefined;
        copied.push(top);
        failed.push(...leftOutOf(leftOut.slice(0, mostLeftOut)));
      } catch (error) {
        failed.push(failureOf(id, error));
      }
      await setImmediate();
    }
    return { copied: await views.showAll(reader, caller, await listInOrder(reader, copied, userId)), failed };
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
