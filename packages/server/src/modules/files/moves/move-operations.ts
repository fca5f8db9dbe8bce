import { setImmediate } from 'node:timers/promises';
import { minuteMs, secondMs } from '@drive/base';
import type { MoveResult, TransferResult } from '@drive/contract';
import type { JobType } from '@drive/jobs';
import { currentOrigin, mayDo, withOrigin } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { isDomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { requireTreeLock } from '../changes/tree-lock.ts';
import {
  endOperation,
  findOperation,
  setProgress,
  startOperation,
  type OperationRow,
} from '../copies/operation-store.ts';
import type { ItemViews } from '../items/item-views.ts';
import { findViewer } from '../items/people-store.ts';
import { drawMove } from '../move-items.ts';
import { changeTrees } from '../tree/change-trees.ts';
import { requireTarget } from '../tree/find-item.ts';
import { failureOf } from '../tree/item-batch.ts';
import { findItemAt, listInOrder } from '../tree/item-store.ts';
import type { ItemWork } from '../tree/item-work.ts';
import { countTrees } from '../tree/tree-count-store.ts';
import type { Planned } from '../tree/tree-quota-store.ts';
import {
  moveOne,
  Subjects,
  transferOne,
  type MoveRequest,
  type MoveStepsDeps,
  type Progress,
  type Subject,
  type TransferRequest,
} from './move-steps.ts';
import { listNextInRoot } from './tree-move-store.ts';

/**
 * Called in the last transaction of a transfer that deletes the account (users.id) that it has emptied. False if the account stays,
 * as it is in use again.
 */
export type DeleteTransferred = (tx: Tx, byUserId: number, accountId: string) => Promise<boolean>;

export interface MoveOperationsDeps extends MoveStepsDeps, Pick<Ports, 'jobs' | 'log'> {
  readonly views: ItemViews;
  readonly work: ItemWork;
}

type Request = MoveRequest | TransferRequest;

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
    await drawMove(this.#deps, userId, ids, parentId, Infinity);
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
    const subjects = new Subjects(database.workerReader);
    try {
      while (await this.#step(id, subjects)) {
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
  async #step(id: string, subjects: Subjects): Promise<boolean> {
    const { database } = this.#deps;
    const found = await findOperation(database.reader, id);
    if (found?.status !== 'running') return false;
    const request = JSON.parse(found.request) as Request;
    const before = JSON.parse(found.progress) as Progress;
    const subject = await subjects.next(request, before);
    const change = (work: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
      withOrigin(request.origin, () => changeTrees(database, request.userId, work), request.userId);
    try {
      return await change(async (tx) => {
        const operation = await findOpen(tx, id, request);
        if (operation === undefined) return false;
        // Another process has gone on meanwhile.
        if (operation.progress !== found.progress) return true;
        if (subject === undefined) return this.#end(tx, operation, request, before);
        const step = await (request.kind === 'move'
          ? moveOne(this.#deps, tx, request, before, subject)
          : transferOne(this.#deps, tx, request, before, subject));
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

  async #fail(
    tx: Tx,
    id: string,
    request: Request,
    before: Progress,
    subject: Subject,
    error: unknown,
  ): Promise<boolean> {
    const operation = await findOpen(tx, id, request);
    if (operation === undefined) return false;
    const failed = [...before.failed, failureOf(subject.id, error)].slice(0, mostFailed);
    const progress: Progress = { ...before, next: subject.next, failed };
    await setProgress(tx, operation.rowId, { done: operation.done, progress: JSON.stringify(progress) });
    return true;
  }

  /** True if the operation goes on. */
  async #end(tx: Tx, operation: OperationRow, request: Request, progress: Progress): Promise<boolean> {
    const { clock } = this.#deps;
    const { rowId, done } = operation;
    if (request.kind === 'transfer' && request.deletes !== null && progress.failed.length === 0) {
      // What was restored or moved to the root meanwhile may come before what was looked at.
      const [left] = await listNextInRoot(tx, { ownerId: request.from, after: 0, limit: 1 });
      if (left !== undefined) {
        await setProgress(tx, rowId, { done, progress: JSON.stringify({ ...progress, next: 0 }) });
        return true;
      }
      if ((await this.#deleteTransferred?.(tx, request.userId, request.deletes)) === false) {
        await endOperation(tx, rowId, { status: 'failed', result: null, now: clock.now() });
        return false;
      }
    }
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
