import { setImmediate } from 'node:timers/promises';
import { minuteMs, secondMs } from '@drive/base';
import type { BatchFailure, MoveResult, Origin, TransferResult } from '@drive/contract';
import type { JobType } from '@drive/jobs';
import { currentOrigin, mayDo, withOrigin } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { isDomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Plan } from '../../accounts/index.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import { requireTreeLock } from '../changes/tree-lock.ts';
import {
  endOperation,
  findOperation,
  setProgress,
  startOperation,
  type OperationRow,
} from '../copies/operation-store.ts';
import { isSameTree } from '../items/item-row.ts';
import type { ItemViews } from '../items/item-views.ts';
import { findViewer } from '../items/people-store.ts';
import { moveToOwner, placeLocked } from '../move-items.ts';
import { changeTrees } from '../tree/change-trees.ts';
import { requireItem, requireTarget } from '../tree/find-item.ts';
import { addFolderLocked } from '../tree/folders.ts';
import { findFreeName } from '../tree/free-name.ts';
import { failureOf } from '../tree/item-batch.ts';
import { findFile, findItemAt, listInOrder, listTakenNames } from '../tree/item-store.ts';
import { ensureRoot } from '../tree/root-folder.ts';
import { countTrees } from '../tree/tree-count-store.ts';
import type { Planned } from '../tree/tree-quota-store.ts';
import { findNextInRoot } from './tree-move-store.ts';
import type { TreeMoves } from './tree-move.ts';

/** Called at the end of a transfer that deletes the account (users.id) that it has emptied. Idempotent. */
export type DeleteTransferred = (byUserId: number, accountId: string) => Promise<void>;

export interface MoveOperationsDeps extends Pick<Ports, 'database' | 'clock' | 'random' | 'jobs' | 'log'> {
  readonly changes: ItemChanges;
  readonly treeMoves: TreeMoves;
  readonly views: ItemViews;
  readonly config: { readonly maxItems: number };
}

interface By {
  /** users.row_id of who asked for it. */
  readonly userId: number;
  readonly plan: Plan;
  /** Of the events. */
  readonly origin: Origin;
}

interface MoveRequest extends By {
  readonly kind: 'move';
  readonly ids: readonly string[];
  /** items.id of the folder; null: the caller's root. */
  readonly parentId: string | null;
}

interface TransferRequest extends By {
  readonly kind: 'transfer';
  /** owners.row_id */
  readonly from: number;
  readonly to: number;
  readonly folderName: string;
  /** users.id of the account that is deleted once it is empty; null: it stays. */
  readonly deletes: string | null;
}

type Request = MoveRequest | TransferRequest;

interface Progress {
  /** Index of the next id; of a transfer items.row_id of the last item of the root that was looked at. */
  readonly next: number;
  /** items.id */
  readonly moved: readonly string[];
  readonly failed: readonly BatchFailure[];
  /** items.row_id of the folder that receives a transfer. */
  readonly folderRowId?: number;
}

/** An outcome of a step: what was moved, or why not. */
interface Step {
  readonly id: string;
  readonly next: number;
  readonly folderRowId?: number;
  /** Items, with everything in them. */
  readonly items: number;
}

const mostAttempts = 10;
const mostFailed = 1000;

/**
 * Moves of many items, also to other owners. Every step is one transaction that moves an item with everything in it and stores how far
 * the operation is: a kill leaves it in one of the two places, and another process goes on.
 */
export class MoveOperations {
  readonly #deps: MoveOperationsDeps;
  readonly #job: JobType<{ readonly id: string }>;
  #deleteTransferred: DeleteTransferred | undefined;

  constructor(deps: MoveOperationsDeps) {
    this.#deps = deps;
    this.#job = deps.jobs.define<{ readonly id: string }>({
      type: 'files.move',
      concurrency: 1,
      run: ({ id }, { signal, attempt }) => this.#run(id, signal, attempt),
      retryDelayMs: (attempt) => Math.min(secondMs * 2 ** attempt, 10 * minuteMs),
    });
  }

  /** Call before jobs start. */
  onEmptied(deleteTransferred: DeleteTransferred): void {
    this.#deleteTransferred = deleteTransferred;
  }

  /** `rootId`: folder of the caller's key. Returns operations.id. Throws as `requireTarget` does, and `too_many_requests`. */
  async startMove(
    { userId, plan }: Planned,
    { ids: given, parentId, rootId }: Pick<MoveRequest, 'ids' | 'parentId'> & { readonly rootId: string | null },
  ): Promise<string> {
    const { database } = this.#deps;
    const ids = [...new Set(given)];
    const total = await countTrees(database.workerReader, { userId, ids });
    return changeTrees(database, userId, async (tx) => {
      await requireTarget(this.#deps, tx, userId, parentId, 'write');
      return this.#start(tx, { kind: 'move', userId, plan, origin: currentOrigin(), ids, parentId }, rootId, total);
    });
  }

  /** Everything in the tree of an owner goes to a new folder in the root of another. Returns operations.id. */
  startTransfer(
    tx: Tx,
    { userId, plan }: Planned,
    transfer: Pick<TransferRequest, 'from' | 'to' | 'folderName' | 'deletes'>,
    total: number,
  ): Promise<string> {
    return this.#start(tx, { kind: 'transfer', userId, plan, origin: currentOrigin(), ...transfer }, null, total);
  }

  async #start(tx: Tx, request: Request, folderId: string | null, total: number): Promise<string> {
    const { clock, random } = this.#deps;
    const progress: Progress = { next: 0, moved: [], failed: [] };
    const { kind, userId: ownerId } = request;
    const texts = { request: JSON.stringify(request), progress: JSON.stringify(progress) };
    const id = random.uuid();
    await startOperation(tx, { id, ownerId, folderId, kind, total, ...texts }, clock.now());
    await this.#job.enqueue(tx, { id }, { owner: ownerId });
    return id;
  }

  async #run(id: string, signal: AbortSignal, attempt: number): Promise<void> {
    const { database, clock, log } = this.#deps;
    try {
      while (await this.#step(id)) {
        signal.throwIfAborted();
        await setImmediate();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (attempt < mostAttempts) throw error;
      log.error('operation failed', { jobType: 'files.move', error });
      const operation = await findOperation(database.reader, id);
      if (operation !== undefined)
        await database.write((tx) =>
          endOperation(tx, operation.rowId, { status: 'failed', result: null, now: clock.now() }),
        );
    }
  }

  /** False once the operation has ended. */
  async #step(id: string): Promise<boolean> {
    const { database } = this.#deps;
    const found = await findOperation(database.reader, id);
    if (found?.status !== 'running') return false;
    const request = JSON.parse(found.request) as Request;
    const before = JSON.parse(found.progress) as Progress;
    const subject = await this.#nextOf(request, before);
    if (subject === undefined) {
      const { kind, userId } = request;
      if (kind === 'transfer' && request.deletes !== null && before.failed.length === 0)
        await this.#deleteTransferred?.(userId, request.deletes);
    }
    const change = (work: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
      withOrigin(request.origin, () => changeTrees(database, request.userId, work), request.userId);
    try {
      return await change(async (tx) => {
        const operation = await findOpen(tx, id, request);
        if (operation === undefined) return false;
        // Another process has gone on meanwhile.
        if (operation.progress !== found.progress) return true;
        if (subject === undefined) return this.#complete(tx, operation, request, before);
        const step = await (request.kind === 'move'
          ? this.#moveOne(tx, request, before, subject.id)
          : this.#transferOne(tx, request, before, subject));
        const { items, id: moved, ...rest } = step;
        const progress: Progress = {
          ...before,
          ...rest,
          moved: request.kind === 'move' ? [...before.moved, moved] : [],
        };
        await setProgress(tx, operation.rowId, {
          done: Math.min(operation.done + items, operation.total),
          progress: JSON.stringify(progress),
        });
        return true;
      });
    } catch (error) {
      if (!isDomainError(error) || subject === undefined) throw error;
      return change((tx) => this.#fail(tx, id, request, before, subject, error));
    }
  }

  /** The next item; undefined if there is none. */
  async #nextOf(
    request: Request,
    { next, folderRowId }: Progress,
  ): Promise<{ readonly id: string; readonly next: number } | undefined> {
    if (request.kind === 'move') {
      const id = request.ids[next];
      return id === undefined ? undefined : { id, next: next + 1 };
    }
    const { reader } = this.#deps.database;
    const item = await findNextInRoot(reader, { ownerId: request.from, after: next, except: folderRowId ?? 0 });
    return item && { id: item.id, next: item.rowId };
  }

  async #moveOne(tx: Tx, request: MoveRequest, { next }: Progress, id: string): Promise<Step> {
    const { userId, parentId } = request;
    const folder = await requireTarget(this.#deps, tx, userId, parentId, 'write');
    const item = await requireItem(tx, userId, id, 'write');
    if (isSameTree(item, folder)) {
      await placeLocked(this.#deps, tx, userId, id, { folderRowId: folder.rowId, name: item.name });
      return { id, next: next + 1, items: await countTrees(tx, { rowId: item.rowId }) };
    }
    const most = Number.MAX_SAFE_INTEGER - 1;
    const items = await moveToOwner(this.#deps, tx, request, { item, folder, name: item.name, most });
    return { id, next: next + 1, items };
  }

  async #transferOne(
    tx: Tx,
    request: TransferRequest,
    { folderRowId: known }: Progress,
    subject: { readonly id: string; readonly next: number },
  ): Promise<Step> {
    const { to } = request;
    const item = await findFile(tx, subject.id);
    if (item?.state !== 'alive' || !mayDo(request.from, item, 'write')) return { ...subject, items: 0 };
    const folderRowId = known ?? (await this.#addFolder(tx, request));
    const most = Number.MAX_SAFE_INTEGER - 1;
    const move = { item, folder: { rowId: folderRowId, ownerId: to }, name: item.name, most };
    return { ...subject, folderRowId, items: await moveToOwner(this.#deps, tx, request, move) };
  }

  async #addFolder(tx: Tx, { to, folderName }: TransferRequest): Promise<number> {
    const rootRowId = await ensureRoot(this.#deps, tx, to);
    const listTaken = (names: readonly string[]): Promise<string[]> => listTakenNames(tx, rootRowId, names);
    const [taken] = await listTaken([folderName]);
    const name = taken === undefined ? folderName : await findFreeName(folderName, listTaken);
    return addFolderLocked(this.#deps, tx, { ownerId: to, folderRowId: rootRowId, name });
  }

  async #fail(
    tx: Tx,
    id: string,
    request: Request,
    before: Progress,
    subject: { readonly id: string; readonly next: number },
    error: unknown,
  ): Promise<boolean> {
    const operation = await findOpen(tx, id, request);
    if (operation === undefined) return false;
    const failed = [...before.failed, failureOf(subject.id, error)].slice(0, mostFailed);
    const progress: Progress = { ...before, next: subject.next, failed };
    await setProgress(tx, operation.rowId, { done: operation.done, progress: JSON.stringify(progress) });
    return true;
  }

  async #complete(tx: Tx, { rowId }: OperationRow, request: Request, progress: Progress): Promise<false> {
    const { clock } = this.#deps;
    const result = JSON.stringify(await this.#resultOf(tx, request, progress));
    await endOperation(tx, rowId, { status: 'complete', result, now: clock.now() });
    return false;
  }

  async #resultOf(
    tx: Tx,
    { kind, userId }: Request,
    { moved, failed, folderRowId }: Progress,
  ): Promise<MoveResult | TransferResult> {
    const { views } = this.#deps;
    const viewer = await findViewer(tx, userId);
    if (kind === 'move') {
      const rows = await listInOrder(tx, moved, userId);
      const reached = rows.filter((row) => row.state === 'alive' && mayDo(userId, row, 'read'));
      return { moved: await views.showAll(tx, viewer, reached), failed: [...failed] };
    }
    const folder = folderRowId === undefined ? undefined : await findItemAt(tx, folderRowId, userId);
    const isReached = folder?.state === 'alive' && mayDo(userId, folder, 'read');
    return { folder: isReached ? await views.show(tx, viewer, folder) : null, failed: [...failed] };
  }
}

/** A running operation, under the locks of the trees that it is known to change. */
async function findOpen(tx: Tx, id: string, request: Request): Promise<OperationRow | undefined> {
  if (request.kind === 'transfer') for (const ownerId of [request.from, request.to]) requireTreeLock(tx, ownerId);
  const operation = await findOperation(tx, id);
  return operation?.status === 'running' ? operation : undefined;
}
