import { defineWorker } from '@drive/program';

export interface CheckpointSetup {
  readonly file: string;
  /** Descriptor of the file, open as long as the database is. */
  readonly descriptor: number;
}
export type CheckpointTask = 'copy' | 'restart';
/** False if a reader or a writer was in the way. */
export type CheckpointReply = boolean;

/** Checkpoints in a worker thread, which waits for the disk. Rejects with the driver's error; one task at a time. */
export interface CheckpointWorker {
  copy(): Promise<void>;
  /** Restarts the WAL. No connection of this process may write meanwhile; false if another one was in the way. */
  restart(): Promise<boolean>;
  close(): Promise<void>;
}

export function startCheckpointWorker(setup: CheckpointSetup): CheckpointWorker {
  const ended = (cause?: Error) => new Error('The worker thread that keeps the WAL short has ended', { cause });
  const worker = defineWorker<CheckpointTask, CheckpointReply>({
    name: 'checkpoint',
    moduleUrl: import.meta.url,
    workerData: () => setup,
    ended,
    closed: ended,
  });
  return {
    copy: async () => void (await worker.run('copy')),
    restart: () => worker.run('restart'),
    close: () => worker.close(),
  };
}

export interface WalCheckpointerOptions {
  readonly maxPages: number;
  /** Called before the first checkpoint, and before the next one after a failure. */
  readonly startWorker: () => CheckpointWorker;
  /** Runs it while no transaction is open and everything is durable. */
  readonly between: <T>(interlude: () => Promise<T>) => Promise<T>;
  /** Called after a failure; the WAL grows until the next attempt. */
  readonly onFailure: (error: unknown) => void;
  /** Pause after a failure, or if another connection was in the way. Default 1 s. */
  readonly pauseMs?: number;
}

/** Keeps the WAL short, so that it does not fill the disk and recovery after a crash is fast. */
export class WalCheckpointer {
  readonly #options: WalCheckpointerOptions;
  #worker: CheckpointWorker | undefined;
  #running: Promise<void> | undefined;
  #pausedUntil = 0;
  #isClosed = false;

  constructor(options: WalCheckpointerOptions) {
    this.#options = options;
  }

  /** Call when the WAL may have grown. */
  check(pages: number): void {
    if (pages < this.#options.maxPages || this.#running !== undefined || this.#isClosed) return;
    if (performance.now() < this.#pausedUntil) return;
    this.#running = this.#run().finally(() => (this.#running = undefined));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#closeWorker();
  }

  async #run(): Promise<void> {
    const { startWorker, between, onFailure, pauseMs = 1000 } = this.#options;
    let isDone = false;
    try {
      const worker = (this.#worker ??= startWorker());
      await worker.copy();
      // Nearly nothing is left to be copied, so writers wait for two or three small syncs.
      isDone = await between(() => worker.restart());
    } catch (error) {
      onFailure(error);
      await this.#closeWorker();
    }
    if (!isDone) this.#pausedUntil = performance.now() + pauseMs;
  }

  async #closeWorker(): Promise<void> {
    const closing = this.#worker;
    this.#worker = undefined;
    await closing?.close();
  }
}
