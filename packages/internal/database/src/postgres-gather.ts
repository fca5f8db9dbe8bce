import { performance } from 'node:perf_hooks';
import type { PostgresConnection } from './postgres-connection.ts';

/** A transaction of a caller, to be run as a part of another. */
export interface GatheredWork {
  /** Resolves when its last statement is sent or ended; rejects if nothing of it may be kept. */
  run(connection: PostgresConnection): Promise<void>;
  committed(): void;
  /** Nothing of it was kept. */
  failed(error: unknown): void;
}

/** Others that wait for the rows of the owner should not wait for long. */
const MAX_WORKS = 32;
const MAX_MS = 10;

type OnConnection = (use: (connection: PostgresConnection) => Promise<void>) => Promise<void>;

/**
 * Runs the works of one owner, which would wait for each other's locks, one after another in one transaction, each in a
 * savepoint. A work that finds none running begins at once; those that arrive meanwhile share its commit.
 */
export class WorkGatherer {
  readonly #onConnection: OnConnection;
  /** Works that wait for those of their owner that are running. */
  readonly #queues = new Map<number, GatheredWork[]>();
  readonly #running = new Set<Promise<void>>();

  constructor(onConnection: OnConnection) {
    this.#onConnection = onConnection;
  }

  add(owner: number, work: GatheredWork): void {
    const queue = this.#queues.get(owner);
    if (queue !== undefined) {
      queue.push(work);
      return;
    }
    const started = [work];
    this.#queues.set(owner, started);
    const all = this.#runAll(owner, started).finally(() => this.#running.delete(all));
    this.#running.add(all);
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #runAll(owner: number, queue: GatheredWork[]): Promise<void> {
    /** The first works of the queue that share no commit again. */
    let alone = 0;
    while (queue.length > 0) {
      try {
        await this.#onConnection(async (connection) => {
          const repeated = await runBatch(connection, queue, alone > 0 ? 1 : MAX_WORKS);
          alone = Math.max(alone - 1, repeated);
        });
      } catch (error) {
        // There is no connection.
        for (const work of queue.splice(0)) work.failed(error);
      }
    }
    this.#queues.delete(owner);
  }
}

/**
 * Returns the number of works that are in the queue again, because Postgres refused the commit that they shared: the reason may
 * be a deferred statement of one of them, or a deadlock.
 */
async function runBatch(connection: PostgresConnection, queue: GatheredWork[], maxWorks: number): Promise<number> {
  const kept: GatheredWork[] = [];
  /** Their callers are answered after the commit: the reason may be an earlier work. */
  const refused: { readonly work: GatheredWork; readonly error: unknown }[] = [];
  const startedAt = performance.now();
  connection.begin();
  for (let count = 0; count < maxWorks && (count === 0 || performance.now() - startedAt < MAX_MS); count += 1) {
    const work = queue.shift();
    if (work === undefined) break;
    if (count > 0) connection.savepoint();
    try {
      await work.run(connection);
      kept.push(work);
    } catch (error) {
      refused.push({ work, error });
      if (count === 0) break;
      connection.rollbackToSavepoint();
      // A deadlock needs the locks of the others to be released.
      if (isConflict(error) || connection.isLost) break;
    }
  }
  try {
    if (kept.length > 0) await connection.commit();
    else await connection.rollback();
  } catch (error) {
    await connection.rollback().catch(() => {});
    // Works that were refused may have seen what was not kept.
    const all = [...kept, ...refused.map(({ work }) => work)];
    if (!connection.isLost && all.length > 1) {
      queue.unshift(...all);
      return all.length;
    }
    for (const work of all) work.failed(error);
    return 0;
  }
  for (const work of kept) work.committed();
  for (const { work, error } of refused) work.failed(error);
  return 0;
}

/** serialization_failure and deadlock_detected: Postgres requires the transaction to be repeated. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
