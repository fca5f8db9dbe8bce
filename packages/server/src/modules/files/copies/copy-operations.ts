import { setImmediate } from 'node:timers/promises';
import { dayMs, minuteMs, secondMs } from '@drive/base';
import type { BatchFailure, CopyResult, Operation, Origin } from '@drive/contract';
import type { JobType } from '@drive/jobs';
import { currentOrigin, mayDo, withOrigin } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import { requireTreeLock } from '../changes/tree-lock.ts';
import type { ItemViews } from '../items/item-views.ts';
import { findViewer } from '../items/people-store.ts';
import type { Purge } from '../trash/purge.ts';
import { trashLocked } from '../trash/trash.ts';
import { changeTrees } from '../tree/change-trees.ts';
import { failureOf } from '../tree/item-batch.ts';
import { findItemAt, listInOrder } from '../tree/item-store.ts';
import { lockTree } from '../tree/root-folder.ts';
import { countTrees, type TreesToCount } from '../tree/tree-count-store.ts';
import { copyTrashed, leftOutOf, mostLeftOut } from './copy-failures.ts';
import type { CopyOrder } from './copy-order.ts';
import {
  addPending,
  deleteOperation,
  deleteOperationsEndedUntil,
  deletePending,
  endOperation,
  findOperation,
  findPending,
  listOperationsOf,
  setProgress,
  startOperation,
  type OperationRow,
} from './operation-store.ts';
import type { SharedSource } from './shared-source.ts';
import type { TreeCopy } from './tree-copy.ts';

export interface CopyOperationsDeps extends Pick<Ports, 'database' | 'clock' | 'random' | 'jobs' | 'log'> {
  readonly treeCopy: TreeCopy;
  readonly purge: Purge;
  readonly views: ItemViews;
  readonly changes: ItemChanges;
  readonly config: { readonly sweepMs: number };
}

/** A copy of many items. */
export interface LargeCopy {
  readonly order: CopyOrder;
  readonly ids: readonly string[];
  /** Items of the whole copy. */
  readonly total: number;
  /** If it is copied through a link. */
  readonly shared?: Pick<SharedSource, 'begin' | 'remember'> | undefined;
}

interface Request extends CopyOrder {
  readonly ids: readonly string[];
  /** Of the events. */
  readonly origin: Origin;
}

interface Made {
  readonly id: string;
  readonly rowId: number;
  /** items.id of the original. */
  readonly sourceId: string;
}

interface Progress {
  /** Index of the next id. */
  readonly next: number;
  /** The folder whose content is being copied. */
  readonly current?: Made;
  readonly copied: readonly Made[];
  readonly failed: readonly BatchFailure[];
}

/** What the API shows of a stored result. */
export type ReadResult = (stored: string) => Operation['result'];

const readJson: ReadResult = (stored) => JSON.parse(stored) as Operation['result'];

const keptMs = 7 * dayMs;
const mostAttempts = 10;
/** After a copy within a request began, its job continues it unless it is done. */
const takenOverMs = minuteMs;

/**
 * Copies of many items. Every step is one transaction that copies some rows and stores how far the operation is, so that another
 * process continues after a kill and nothing is copied twice.
 */
export class CopyOperations {
  readonly #deps: CopyOperationsDeps;
  readonly #job: JobType<{ readonly id: string }>;
  readonly #readers = new Map<Operation['kind'], ReadResult>();

  constructor(deps: CopyOperationsDeps) {
    this.#deps = deps;
    this.#job = deps.jobs.define<{ readonly id: string }>({
      type: 'files.copy',
      concurrency: 2,
      run: ({ id }, { signal, attempt }) => this.#run(id, signal, attempt),
      retryDelayMs: (attempt) => Math.min(secondMs * 2 ** attempt, 10 * minuteMs),
    });
    deps.jobs.sweep('files.operations', deps.config.sweepMs, (now) => deleteOperationsEndedUntil(now - keptMs));
  }

  /** Returns operations.id. Throws `too_many_requests` while the owner has as many as one may have. */
  start({ order, ids, total, shared }: LargeCopy, { afterMs = 0 } = {}): Promise<string> {
    const { database, clock, random } = this.#deps;
    const { userId: ownerId, rootId: folderId } = order;
    const id = random.uuid();
    return database.write(async (tx) => {
      await lockTree(tx, ownerId);
      await shared?.begin(tx);
      await this.#deps.treeCopy.requireGoingOn(tx, order);
      const request: Request = { ...order, ids, origin: currentOrigin() };
      const progress: Progress = { next: 0, copied: [], failed: [] };
      const texts = { request: JSON.stringify(request), progress: JSON.stringify(progress) };
      await startOperation(tx, { id, ownerId, folderId, kind: 'copy', total, ...texts }, clock.now());
      // Owners take turns.
      await this.#job.enqueue(tx, { id }, { owner: ownerId, runAt: clock.now() + afterMs });
      await shared?.remember(tx, { operationId: id });
      return id;
    });
  }

  /** How the results of operations of another module are read. */
  onRead(kind: Operation['kind'], read: ReadResult): void {
    this.#readers.set(kind, read);
  }

  /**
   * Starts an operation, waits for its end and forgets it, unless a repeated request is answered with it. The job continues it if
   * this process is killed.
   */
  async copyNow(copy: LargeCopy): Promise<CopyResult> {
    const { database } = this.#deps;
    const id = await this.start(copy, { afterMs: takenOverMs });
    while (await this.#step(id)) await setImmediate();
    const operation = await findOperation(database.reader, id);
    if (operation === undefined || operation.result === null) throw new Error('an operation ended without its result');
    if (copy.shared === undefined) await database.write((tx) => deleteOperation(tx, operation.rowId));
    return JSON.parse(operation.result) as CopyResult;
  }

  /** `folderId`: that of the caller's key. Throws `operation_not_found`. */
  async get(userId: number, folderId: string | null, id: string): Promise<Operation> {
    const operation = await requireOperation(this.#deps.database.reader, userId, folderId, id);
    const { kind, status, done, total, result } = operation;
    return {
      id,
      kind,
      status,
      done,
      total,
      result: result === null ? null : (this.#readers.get(kind) ?? readJson)(result),
    };
  }

  /** Ends an operation and removes what a copy has made; only forgets one that has ended. Throws `operation_not_found`. */
  cancel(userId: number, folderId: string | null, id: string): Promise<void> {
    return changeTrees(this.#deps.database, userId, async (tx) => {
      const operation = await requireOperation(tx, userId, folderId, id);
      if (operation.kind === 'copy' && operation.status === 'running') {
        requireTreeLock(tx, requestOf(operation).ownerId);
        await this.#removeCopies(tx, operation);
      }
      await deleteOperation(tx, operation.rowId);
    });
  }

  /** For an owner whose items are deleted. */
  async forgetAll(ownerId: number): Promise<void> {
    await this.#deps.database.write(async (tx) => {
      await lockTree(tx, ownerId);
      for (const { rowId } of await listOperationsOf(tx, ownerId)) await deleteOperation(tx, rowId);
    });
  }

  async #removeCopies(tx: Tx, operation: OperationRow): Promise<void> {
    const { copied, current } = JSON.parse(operation.progress) as Progress;
    await this.#remove(tx, requestOf(operation), current === undefined ? copied : [...copied, current]);
  }

  /** Purges copies in the tree of who copies. In a tree of others they go to its trash, with what others have put into them. */
  async #remove(tx: Tx, { userId, ownerId }: Request, copies: readonly Made[]): Promise<void> {
    if (mayDo(userId, { ownerId }, 'delete')) {
      const rowIds = copies.map(({ rowId }) => rowId);
      await this.#deps.purge.discard(tx, ownerId, rowIds);
      return;
    }
    for (const { rowId } of copies) {
      const copy = await findItemAt(tx, rowId);
      if (mayDo(ownerId, copy, 'write') && copy.state === 'alive') await trashLocked(this.#deps, tx, ownerId, copy.id);
    }
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
      log.error('operation failed', { jobType: 'files.copy', error });
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
    if (found === undefined) return false;
    const request = requestOf(found);
    const { ids, origin, userId } = request;
    const { next } = JSON.parse(found.progress) as Progress;
    // Counted before the transaction, which it would prolong.
    const items = await countTrees(database.workerReader, countedBy(request, ids.slice(next, next + 1)));
    const change = (work: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
      withOrigin(origin, () => changeTrees(database, userId, work), userId);
    try {
      return await change((tx) => this.#copySome(tx, id, items));
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return change((tx) => this.#fail(tx, id, error));
    }
  }

  async #copySome(tx: Tx, id: string, items: number): Promise<boolean> {
    const { treeCopy } = this.#deps;
    const open = await findOpen(tx, id);
    if (open === undefined) return false;
    const { operation, request, progress } = open;
    const { rowId, done } = operation;
    const pending = await findPending(tx, rowId);
    if (pending !== undefined) {
      const page = await treeCopy.copyPage(tx, request, pending);
      await deletePending(tx, rowId, pending.pendingRowId);
      await addPending(tx, rowId, page.pending);
      const failed = [
        ...progress.failed,
        ...leftOutOf(page.leftOut),
        ...(page.isDropped ? trashedOf(progress.failed, [progress.current]) : []),
      ].slice(0, request.ids.length + mostLeftOut);
      await setProgress(tx, rowId, {
        done: done + page.items,
        ...(failed.length > progress.failed.length ? { progress: JSON.stringify({ ...progress, failed }) } : {}),
      });
      return true;
    }
    const { current, ...rest } = progress;
    const copied = current === undefined ? rest.copied : [...rest.copied, current];
    const sourceId = request.ids[rest.next];
    if (sourceId === undefined) {
      if (current !== undefined) await treeCopy.publish(tx, current.rowId);
      await this.#complete(tx, operation, request, { ...rest, copied });
      return false;
    }
    // A refusal of this id must not undo that the one before it is done.
    if (current !== undefined) {
      await treeCopy.publish(tx, current.rowId);
      await setProgress(tx, rowId, { done, progress: JSON.stringify({ ...rest, copied }) });
      return true;
    }
    const top = await treeCopy.copyTop(tx, request, sourceId, items);
    const made: Made = { id: top.id, rowId: top.rowId, sourceId };
    const after: Progress =
      top.pending === undefined
        ? { ...rest, next: rest.next + 1, copied: [...copied, made] }
        : { ...rest, next: rest.next + 1, copied, current: made };
    if (top.pending === undefined) await treeCopy.publish(tx, top.rowId);
    else await addPending(tx, rowId, [top.pending]);
    await setProgress(tx, rowId, { done: done + 1, progress: JSON.stringify(after) });
    return true;
  }

  /** Records the refusal of an id, and removes what has been copied of it. */
  async #fail(tx: Tx, id: string, error: unknown): Promise<boolean> {
    const open = await findOpen(tx, id);
    if (open === undefined) return false;
    const { operation, request, progress } = open;
    const { current, ...rest } = progress;
    await deletePending(tx, operation.rowId);
    if (current !== undefined) await this.#remove(tx, request, [current]);
    const sourceId = current?.sourceId ?? request.ids[rest.next] ?? '';
    const failed = [...rest.failed, failureOf(sourceId, error)];
    const after: Progress = { ...rest, failed, next: current === undefined ? rest.next + 1 : rest.next };
    await setProgress(tx, operation.rowId, { done: operation.done, progress: JSON.stringify(after) });
    return true;
  }

  async #complete(tx: Tx, { rowId }: OperationRow, { userId }: Request, { copied, failed }: Progress): Promise<void> {
    const { views, clock } = this.#deps;
    const rows = await listInOrder(
      tx,
      copied.map((made) => made.id),
      userId,
    );
    const viewer = await findViewer(tx, userId);
    const alive = rows.filter(({ state }) => state === 'alive');
    const aliveIds = new Set(alive.map(({ id }) => id));
    const gone = copied.filter(({ id }) => !aliveIds.has(id));
    const result: CopyResult = {
      copied: await views.showAll(tx, viewer, alive),
      failed: [...failed, ...trashedOf(failed, gone)],
    };
    await endOperation(tx, rowId, { status: 'complete', result: JSON.stringify(result), now: clock.now() });
  }
}

/** Which items are to be copied: those that the user reaches, or that a link shares. */
export const countedBy = (
  { userId, within }: Pick<CopyOrder, 'userId' | 'within'>,
  ids: readonly string[],
): TreesToCount => (within === undefined ? { userId, ids } : { sharedIds: ids });

/** The failures of copies that were trashed while they were made, each once. */
const trashedOf = (failed: readonly BatchFailure[], copies: readonly (Made | undefined)[]): BatchFailure[] =>
  copies.flatMap((made) =>
    made === undefined || failed.some(({ id }) => id === made.sourceId)
      ? []
      : [failureOf(made.sourceId, copyTrashed())],
  );

/** A running operation, under the locks of the trees of who copies and of the copies, which whoever ends it takes as well. */
async function findOpen(tx: Tx, id: string) {
  const operation = await findOperation(tx, id);
  if (operation?.status !== 'running') return undefined;
  const request = requestOf(operation);
  for (const ownerId of [request.userId, request.ownerId]) requireTreeLock(tx, ownerId);
  return { operation, request, progress: JSON.parse(operation.progress) as Progress };
}

/** A server of an earlier version has written neither whose storage it is nor who copies: their own. */
function requestOf({ ownerId, request }: OperationRow): Request {
  return { userId: ownerId, storageOf: 'caller', ...(JSON.parse(request) as Partial<Request>) } as Request;
}

async function requireOperation(
  reader: Reader,
  userId: number,
  folderId: string | null,
  id: string,
): Promise<OperationRow> {
  const operation = await findOperation(reader, id);
  if (
    operation === undefined ||
    !mayDo(userId, operation, 'read') ||
    (folderId !== null && operation.folderId !== folderId)
  )
    throw new DomainError('operation_not_found', 'You have no such operation, or it ended more than a week ago.');
  return operation;
}
