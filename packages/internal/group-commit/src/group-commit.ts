import { performance } from 'node:perf_hooks';

/** One caller's transaction in the queue. */
interface QueuedWork {
  run(): Promise<void>;
  /** Called when it is durable. */
  committed(): void;
  /** Called when nothing of it was kept. */
  failed(error: unknown): void;
}

/** The statements around the works of one transaction. */
export interface CommitSteps {
  /** Waits for a writer of another process. */
  begin(): Promise<void>;
  savepoint(): void;
  release(): void;
  rollbackToSavepoint(): void;
  commit(): void;
  /** Resolves when all commits are on the disk. If it rejects, nothing is committed any more. */
  sync(): Promise<void>;
  rollback(): void;
  isInTransaction(): boolean;
}

export interface GroupCommitOptions {
  /** Maximum number of works in a commit. Default 256. */
  readonly maxWorks?: number;
  /** How long works run before the event loop gets its turn. Default 5 ms. */
  readonly maxMs?: number;
  /** Rejects a work that awaits anything but the database, which would delay all others. For tests. */
  readonly refusesForeignWaits?: boolean;
  /** Called after each commit with its number of works. */
  readonly onCommit?: (works: number) => void;
  /** The commit failed, or the database itself ended the transaction. */
  readonly onLost: (error: unknown) => void;
}

export interface GroupCommit {
  /**
   * Runs `work` in its turn: it resolves when its last statement has ended and rejects if nothing of it may be kept.
   * Settles when its changes, and all changes that it can have seen, are durable.
   */
  add<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `interlude` while no transaction is open and everything is durable; works added meanwhile wait for it. */
  between<T>(interlude: () => Promise<T>): Promise<T>;
  /** Resolves when everything that is committed by now is durable. Rejects if its sync failed. */
  durable(): Promise<void>;
  /** Resolves when everything that was added has ended. */
  idle(): Promise<void>;
}

interface Batch {
  readonly kept: QueuedWork[];
  /** Rejected with the others: the reason may depend on an earlier work, which is not durable yet. */
  readonly refused: { readonly work: QueuedWork; readonly error: unknown }[];
  current: QueuedWork | undefined;
}

/** Statements end within microtasks: if the event loop has turned, something else was awaited. */
const loopTurn = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs concurrent works in one transaction with one sync of the disk. They run one after another, each in its own
 * savepoint, so that a failed one affects no other. While the disk syncs one transaction, the next is open and accepts
 * works; it is committed when the disk is free.
 */
export function createGroupCommit(steps: CommitSteps, options: GroupCommitOptions): GroupCommit {
  const { maxWorks = 256, maxMs = 5, refusesForeignWaits = false, onCommit, onLost } = options;
  const queue: QueuedWork[] = [];
  const interludes: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;
  /** Never rejects; undefined while everything that was committed is durable. */
  let syncing: Promise<void> | undefined;
  let failedSync: Error | undefined;
  let onArrival: (() => void) | undefined;

  async function runBatch(): Promise<void> {
    try {
      if (failedSync !== undefined) throw failedSync;
      await steps.begin();
    } catch (error) {
      for (const work of queue.splice(0)) work.failed(error);
      return;
    }
    const batch: Batch = { kept: [], refused: [], current: undefined };
    try {
      await runQueued(batch);
      while (syncing !== undefined) {
        await moreToRun(batch, syncing);
        // Runs again when the disk is free: answered callers may have added new works.
        await runQueued(batch);
      }
      if (failedSync !== undefined) throw failedSync;
      if (batch.kept.length > 0) steps.commit();
      else steps.rollback();
    } catch (error) {
      if (error !== failedSync) onLost(error);
      if (steps.isInTransaction()) steps.rollback();
      batch.current?.failed(error);
      fail(batch, new Error('The commit failed: nothing was kept', { cause: error }));
      return;
    }
    if (batch.kept.length === 0) return settle(batch);
    onCommit?.(batch.kept.length);
    syncing = syncAndSettle(batch);
  }

  async function syncAndSettle(batch: Batch): Promise<void> {
    try {
      await steps.sync();
    } catch (error) {
      failedSync = new Error('The disk failed: nobody knows whether this was kept', { cause: error });
    }
    syncing = undefined;
    if (failedSync === undefined) settle(batch);
    else fail(batch, failedSync);
  }

  function settle({ kept, refused }: Batch): void {
    for (const work of kept) work.committed();
    for (const { work, error } of refused) work.failed(error);
  }

  function fail({ kept, refused }: Batch, error: Error): void {
    for (const work of [...kept, ...refused.map((one) => one.work)]) work.failed(error);
  }

  const isFull = ({ kept, refused }: Batch): boolean => kept.length + refused.length >= maxWorks;

  async function runQueued(batch: Batch): Promise<void> {
    const startedAt = performance.now();
    for (let count = 0; queue.length > 0 && !isFull(batch); count += 1) {
      if (count > 0 && performance.now() - startedAt >= maxMs) break;
      const work = queue.shift();
      if (work === undefined) break;
      batch.current = work;
      steps.savepoint();
      const failure = await attempt(work);
      if (failure === undefined) {
        steps.release();
        batch.kept.push(work);
      } else if (steps.isInTransaction()) {
        steps.rollbackToSavepoint();
        steps.release();
        batch.refused.push({ work, error: failure.error });
      } else {
        // A full or broken disk: SQLite has rolled the complete transaction back.
        throw failure.error;
      }
      batch.current = undefined;
    }
  }

  /** Resolves, after all other callers had a turn, when the batch accepts more or the disk is free again. */
  async function moreToRun(batch: Batch, disk: Promise<void>): Promise<void> {
    if (isFull(batch)) await disk;
    else if (queue.length === 0) await Promise.race([disk, new Promise<void>((resolve) => (onArrival = resolve))]);
    await nextTurn();
  }

  async function attempt(work: QueuedWork): Promise<{ readonly error: unknown } | undefined> {
    const turn = refusesForeignWaits ? loopTurn() : 0;
    try {
      await work.run();
    } catch (error) {
      return { error };
    }
    return refusesForeignWaits && loopTurn() !== turn
      ? { error: new Error('Something other than the database was awaited inside database.write') }
      : undefined;
  }

  async function runAll(): Promise<void> {
    while (queue.length > 0 || interludes.length > 0) {
      // After the other turns of the event loop: their works join this batch, and they are not delayed between batches.
      await nextTurn();
      if (interludes.length > 0) await syncing;
      for (const interlude of interludes.splice(0)) await interlude();
      if (queue.length > 0) await runBatch();
    }
    running = undefined;
  }

  return {
    add: <T>(work: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        let settle: () => void;
        queue.push({
          run: async () => {
            const value = await work();
            settle = () => resolve(value);
          },
          committed: () => settle(),
          failed: reject,
        });
        onArrival?.();
        running ??= runAll();
      }),
    between: <T>(interlude: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        interludes.push(async () => {
          try {
            if (failedSync !== undefined) throw failedSync;
            resolve(await interlude());
          } catch (error) {
            reject(error);
          }
        });
        running ??= runAll();
      }),
    durable: async () => {
      await syncing;
      if (failedSync !== undefined) throw failedSync;
    },
    idle: async () => {
      while (running !== undefined || syncing !== undefined) await (running ?? syncing);
    },
  };
}
