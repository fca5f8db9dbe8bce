import { performance } from 'node:perf_hooks';

/** One caller's transaction, waiting for its turn. */
interface QueuedWork {
  run(): Promise<void>;
  /** It is durable. */
  committed(): void;
  /** Nothing of it was kept. */
  failed(error: unknown): void;
}

/** The statements around the works; all but `begin` are done when they return. */
export interface CommitSteps {
  /** Waits for a writer of another process. */
  begin(): Promise<void>;
  savepoint(): void;
  release(): void;
  rollbackToSavepoint(): void;
  commit(): void;
  rollback(): void;
  isInTransaction(): boolean;
}

export interface GroupCommitOptions {
  /** At most so many works share a commit. Default 64. */
  readonly maxWorks?: number;
  /** No work begins later than this after the batch did. Default 5 ms. */
  readonly maxMs?: number;
  /** Fails a work that waits for anything but the database. For tests: such a work would hold up every other. */
  readonly refusesForeignWaits?: boolean;
  /** Called with every commit and how many works it kept. */
  readonly onCommit?: (works: number) => void;
  /** The commit failed, or the database itself ended the transaction. */
  readonly onLost: (error: unknown) => void;
}

export interface GroupCommit {
  /**
   * Runs `work` when its turn comes: it resolves when its last statement has ended and rejects when nothing of it may be
   * kept. Resolves when what it did is durable.
   */
  add<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when everything that was added has ended. */
  idle(): Promise<void>;
}

/** Statements on SQLite end within microtasks: when the event loop has come round, something else was awaited. */
const loopTurn = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;

/**
 * Makes works that wait at the same time share one transaction and so one fsync. They run one after another, each in a
 * savepoint of its own, so that one that fails takes nothing else with it.
 */
export function createGroupCommit(steps: CommitSteps, options: GroupCommitOptions): GroupCommit {
  const { maxWorks = 64, maxMs = 5, refusesForeignWaits = false, onCommit, onLost } = options;
  const queue: QueuedWork[] = [];
  let running: Promise<void> | undefined;

  async function runBatch(): Promise<void> {
    try {
      await steps.begin();
    } catch (error) {
      for (const work of queue.splice(0)) work.failed(error);
      return;
    }
    const kept: QueuedWork[] = [];
    // They hear of it after the commit: why they failed may rest on what an earlier work of the batch has done.
    const refused: { readonly work: QueuedWork; readonly error: unknown }[] = [];
    let current: QueuedWork | undefined;
    try {
      const startedAt = performance.now();
      for (let count = 0; count < maxWorks && queue.length > 0; count += 1) {
        if (count > 0 && performance.now() - startedAt >= maxMs) break;
        current = queue.shift();
        if (current === undefined) break;
        steps.savepoint();
        const failure = await attempt(current);
        if (failure === undefined) {
          steps.release();
          kept.push(current);
        } else if (steps.isInTransaction()) {
          steps.rollbackToSavepoint();
          steps.release();
          refused.push({ work: current, error: failure.error });
        } else {
          // A full disk or a broken one: SQLite has rolled the whole transaction back by itself.
          throw failure.error;
        }
        current = undefined;
      }
      if (kept.length > 0) steps.commit();
      else steps.rollback();
    } catch (error) {
      onLost(error);
      if (steps.isInTransaction()) steps.rollback();
      current?.failed(error);
      const lost = new Error('The commit failed: nothing was kept', { cause: error });
      for (const work of [...kept, ...refused.map((one) => one.work)]) work.failed(lost);
      return;
    }
    if (kept.length > 0) onCommit?.(kept.length);
    for (const work of kept) work.committed();
    for (const { work, error } of refused) work.failed(error);
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
    while (queue.length > 0) {
      // After the event loop's other turns: what they add joins this batch, and they aren't starved between batches.
      await new Promise((resolve) => setImmediate(resolve));
      await runBatch();
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
        running ??= runAll();
      }),
    idle: async () => {
      await running;
    },
  };
}
