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
 * savepoint or the first of the transaction, so that a failed one affects no other. While the disk syncs one transaction, the next is open and accepts
 * works; it is committed when the disk is free.
 */
export class GroupCommit {
  readonly #steps: CommitSteps;
  readonly #options: GroupCommitOptions & Required<Pick<GroupCommitOptions, 'maxWorks' | 'maxMs'>>;
  readonly #queue: QueuedWork[] = [];
  readonly #interludes: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;
  /** Never rejects; undefined while everything that was committed is durable. */
  #syncing: Promise<void> | undefined;
  #failedSync: Error | undefined;
  #onArrival: (() => void) | undefined;

  constructor(steps: CommitSteps, options: GroupCommitOptions) {
    this.#steps = steps;
    this.#options = { maxWorks: 256, maxMs: 5, ...options };
  }

  /**
   * Runs `work` in its turn: it resolves when its last statement has ended and rejects if nothing of it may be kept.
   * Settles when its changes, and all changes that it can have seen, are durable.
   */
  add<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let settle: () => void;
      this.#queue.push({
        run: async () => {
          const value = await work();
          settle = () => resolve(value);
        },
        committed: () => settle(),
        failed: reject,
      });
      this.#onArrival?.();
      this.#onArrival = undefined;
      this.#running ??= this.#runAll();
    });
  }

  /** Runs `interlude` while no transaction is open and everything is durable; works added meanwhile wait for it. */
  between<T>(interlude: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#interludes.push(async () => {
        try {
          if (this.#failedSync !== undefined) throw this.#failedSync;
          resolve(await interlude());
        } catch (error) {
          reject(error);
        }
      });
      this.#running ??= this.#runAll();
    });
  }

  /** Resolves when everything that is committed by now is durable. Rejects if its sync failed. */
  async durable(): Promise<void> {
    await this.#syncing;
    if (this.#failedSync !== undefined) throw this.#failedSync;
  }

  /** Resolves when everything that was added has ended. */
  async idle(): Promise<void> {
    while (this.#running !== undefined || this.#syncing !== undefined) await (this.#running ?? this.#syncing);
  }

  async #runBatch(): Promise<void> {
    const { onLost, onCommit } = this.#options;
    try {
      if (this.#failedSync !== undefined) throw this.#failedSync;
      await this.#steps.begin();
    } catch (error) {
      for (const work of this.#queue.splice(0)) work.failed(error);
      return;
    }
    const batch: Batch = { kept: [], refused: [], current: undefined };
    try {
      await this.#runQueued(batch);
      while (this.#syncing !== undefined) {
        await this.#moreToRun(batch, this.#syncing);
        // Runs again when the disk is free: answered callers may have added new works.
        await this.#runQueued(batch);
      }
      if (this.#failedSync !== undefined) throw this.#failedSync;
      if (batch.kept.length > 0) this.#steps.commit();
      else this.#steps.rollback();
    } catch (error) {
      if (error !== this.#failedSync) onLost(error);
      if (this.#steps.isInTransaction()) this.#steps.rollback();
      batch.current?.failed(error);
      this.#fail(batch, new Error('The commit failed: nothing was kept', { cause: error }));
      return;
    }
    if (batch.kept.length === 0) return this.#settle(batch);
    onCommit?.(batch.kept.length);
    this.#syncing = this.#syncAndSettle(batch);
  }

  async #syncAndSettle(batch: Batch): Promise<void> {
    try {
      await this.#steps.sync();
    } catch (error) {
      this.#failedSync = new Error('The disk failed: nobody knows whether this was kept', { cause: error });
    }
    this.#syncing = undefined;
    if (this.#failedSync === undefined) this.#settle(batch);
    else this.#fail(batch, this.#failedSync);
  }

  #settle({ kept, refused }: Batch): void {
    for (const work of kept) work.committed();
    for (const { work, error } of refused) work.failed(error);
  }

  #fail({ kept, refused }: Batch, error: Error): void {
    for (const work of [...kept, ...refused.map((one) => one.work)]) work.failed(error);
  }

  #isFull({ kept, refused }: Batch): boolean {
    return kept.length + refused.length >= this.#options.maxWorks;
  }

  async #runQueued(batch: Batch): Promise<void> {
    const startedAt = performance.now();
    for (let count = 0; this.#queue.length > 0 && !this.#isFull(batch); count += 1) {
      if (count > 0 && performance.now() - startedAt >= this.#options.maxMs) break;
      const work = this.#queue.shift();
      if (work === undefined) break;
      batch.current = work;
      // There is nothing to save before the first work that is kept: most transactions have no other.
      const isFirst = batch.kept.length === 0;
      if (!isFirst) this.#steps.savepoint();
      const failure = await this.#attempt(work);
      // After a full or broken disk, SQLite has rolled the complete transaction back.
      if (failure !== undefined && !this.#steps.isInTransaction()) throw failure.error;
      if (failure === undefined) batch.kept.push(work);
      else batch.refused.push({ work, error: failure.error });
      batch.current = undefined;
      if (isFirst && failure !== undefined) await this.#beginAgain();
      else if (!isFirst) this.#endSavepoint(failure !== undefined);
    }
  }

  async #beginAgain(): Promise<void> {
    this.#steps.rollback();
    await this.#steps.begin();
  }

  #endSavepoint(isUndone: boolean): void {
    if (isUndone) this.#steps.rollbackToSavepoint();
    this.#steps.release();
  }

  /** Resolves, after all other callers had a turn, when the batch accepts more or the disk is free again. */
  async #moreToRun(batch: Batch, disk: Promise<void>): Promise<void> {
    if (this.#isFull(batch)) await disk;
    else if (this.#queue.length === 0)
      await Promise.race([disk, new Promise<void>((resolve) => (this.#onArrival = resolve))]);
    await nextTurn();
  }

  async #attempt(work: QueuedWork): Promise<{ readonly error: unknown } | undefined> {
    const { refusesForeignWaits } = this.#options;
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

  async #runAll(): Promise<void> {
    while (this.#queue.length > 0 || this.#interludes.length > 0) {
      // After the other turns of the event loop: their works join this batch, and they are not delayed between batches.
      await nextTurn();
      if (this.#interludes.length > 0) await this.#syncing;
      for (const interlude of this.#interludes.splice(0)) await interlude();
      if (this.#queue.length > 0) await this.#runBatch();
    }
    this.#running = undefined;
  }
}
