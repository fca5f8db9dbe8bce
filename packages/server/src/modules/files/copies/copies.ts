import { setImmediate } from 'node:timers/promises';
import { limits, type BatchFailure, type CopyResult } from '@drive/contract';
import type { Viewer } from '../../../platform/access/index.ts';
import type { Database, Reader, Tx } from '../../../platform/db/index.ts';
import { isDomainError } from '../../../platform/errors.ts';
import type { ItemViews } from '../items/item-views.ts';
import { changeTrees } from '../tree/change-trees.ts';
import { isBelow, requireFolder } from '../tree/find-item.ts';
import { failureOf } from '../tree/item-batch.ts';
import { listInOrder } from '../tree/item-store.ts';
import type { ItemWork } from '../tree/item-work.ts';
import { findUsage, requireRoom } from '../tree/storage-usage-store.ts';
import type { Planned, TreeQuotas } from '../tree/tree-quota-store.ts';
import { leftOutOf, mostLeftOut } from './copy-failures.ts';
import { countedBy, type CopyOperations, type LargeCopy } from './copy-operations.ts';
import type { CopiedTop, CopyOrder, PendingFolder } from './copy-order.ts';
import type { CopyAnswer, SharedSource } from './shared-source.ts';
import type { TreeCopy } from './tree-copy.ts';

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

/** Undoes the transaction that was to copy something. */
class NothingCopied extends Error {
  override readonly name = 'NothingCopied';
  readonly failed: readonly BatchFailure[];

  constructor(failed: readonly BatchFailure[]) {
    super('none of the items could be copied');
    this.failed = failed;
  }
}

/** In a transaction, which then takes a few milliseconds. */
const itemsInOneTransaction = 100;

/** Those in the folder of the caller's key: what is outside counts nothing, as if it did not exist. */
async function belowRoot(
  reader: Reader,
  { userId, rootId }: Pick<CopyOrder, 'userId' | 'rootId'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (rootId === null) return ids;
  const below: string[] = [];
  for (const id of ids) if (await isBelow(reader, userId, rootId, id)) below.push(id);
  return below;
}

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
  async copy(caller: Viewer & Planned, { ids: given, shared, ...request }: CopyRequest): Promise<CopyAnswer> {
    const { database, work, views, quotas, operations, config } = this.#deps;
    const { userId } = caller;
    const { reader } = database;
    const ids = [...new Set(given)];
    const ownerId =
      request.parentId === null ? userId : (await requireFolder(reader, userId, request.parentId, 'add')).ownerId;
    const { within, link } = shared ?? {};
    const quota = await quotas.of(reader, caller, ownerId);
    const order: CopyOrder = { ...request, userId, ownerId, within, link, ...quota };
    const total = await work.drawCounted(userId, countedBy(order, await belowRoot(reader, order, ids)));
    const { itemCount } = await findUsage(reader, ownerId);
    if (config.maxItems > 0 && itemCount + total > config.maxItems) requireRoom('no items', order.storageOf);
    const { accountId, accountName } = caller;
    const large = { order, ids, total, viewer: { userId, accountId, accountName }, shared };
    if (total > limits.copiedAtOnce) return { operationId: await operations.start(large) };

    if (total > itemsInOneTransaction) return operations.copyNow(large);

    if (shared !== undefined) return this.#copyShared(caller, large, shared);

    const copied: string[] = [];
    const failed: BatchFailure[] = [];
    for (const id of ids) {
      try {
        const { top, leftOut } = await changeTrees(database, userId, async (tx) => {
          const made = await this.#deps.treeCopy.copyTop(tx, order, id, total);
          return { top: made.id, leftOut: await this.#copyBelow(tx, order, made) };
        });
        copied.push(top);
        failed.push(...leftOut);
      } catch (error) {
        failed.push(failureOf(id, error));
      }
      await setImmediate();
    }
    return { copied: await views.showAll(reader, caller, await listInOrder(reader, copied, userId)), failed };
  }

  /** Copies a few items through a link in one transaction, so that a repeated request finds all of it and its answer, or nothing. */
  async #copyShared(
    caller: Viewer,
    { order, ids, total }: LargeCopy,
    { begin, remember }: SharedSource,
  ): Promise<CopyResult> {
    const { database, views, treeCopy } = this.#deps;
    const { userId } = caller;
    const copyAll = async (tx: Tx): Promise<CopyResult> => {
      await begin(tx);
      await treeCopy.requireGoingOn(tx, order);
      const copied: string[] = [];
      const failed: BatchFailure[] = [];
      for (const id of ids) {
        const top = await treeCopy.copyTop(tx, order, id, total).catch((error: unknown) => {
          if (!isDomainError(error)) throw error;
          failed.push(failureOf(id, error));
        });
        if (top === undefined) continue;
        failed.push(...(await this.#copyBelow(tx, order, top)));
        copied.push(top.id);
      }
      if (copied.length === 0) throw new NothingCopied(failed);
      const result = { copied: await views.showAll(tx, caller, await listInOrder(tx, copied, userId)), failed };
      await remember(tx, result);
      return result;
    };
    try {
      return await changeTrees(database, userId, copyAll);
    } catch (error) {
      if (!(error instanceof NothingCopied)) throw error;
      const result = { copied: [], failed: [...error.failed] };
      await database.write((tx) => remember(tx, result));
      return result;
    }
  }

  /** Copies what a folder has, and returns the files that were left out. */
  async #copyBelow(tx: Tx, order: CopyOrder, top: CopiedTop): Promise<BatchFailure[]> {
    const { treeCopy } = this.#deps;
    const leftOut: string[] = [];
    const waiting: PendingFolder[] = top.pending === undefined ? [] : [top.pending];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const page = await treeCopy.copyPage(tx, order, folder);
      waiting.push(...page.pending);
      leftOut.push(...page.leftOut);
    }
    await treeCopy.publish(tx, top.rowId);
    return leftOutOf(leftOut.slice(0, mostLeftOut));
  }
}
