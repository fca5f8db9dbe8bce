import type { Checkpointer } from './checkpoint-thread.ts';

export interface LogKeeperOptions {
  /** The log is folded into the file when it is as long. */
  readonly maxPages: number;
  countPages(): number;
  /** Called when there is something to fold for the first time, and after a failure. */
  startCheckpointer(): Checkpointer;
  /** Runs it while no transaction is open and everything is durable. */
  between<T>(interlude: () => Promise<T>): Promise<T>;
  /** It stays as long as it is for now, and grows on. */
  readonly onFailure: (error: unknown) => void;
  /** After a failure, or when somebody was in the way. Default 1 s. */
  readonly pauseMs?: number;
}

/** Keeps the log short, so that it doesn't fill the disk and a start after a crash has little to read. */
export interface LogKeeper {
  /** To be called when it may have grown. */
  look(): void;
  /** Resolves when nothing is under way any more. */
  close(): Promise<void>;
}

export function createLogKeeper(options: LogKeeperOptions): LogKeeper {
  const { maxPages, countPages, startCheckpointer, between, onFailure, pauseMs = 1000 } = options;
  let checkpointer: Checkpointer | undefined;
  let folding: Promise<void> | undefined;
  let restsUntil = 0;
  let isClosed = false;

  async function fold(): Promise<void> {
    let isDone = false;
    try {
      checkpointer ??= startCheckpointer();
      const { copy, restart } = checkpointer;
      await copy();
      // Nearly nothing is left to be copied, so those who write wait for two or three small syncs.
      isDone = await between(restart);
    } catch (error) {
      onFailure(error);
      await closeCheckpointer();
    }
    if (!isDone) restsUntil = performance.now() + pauseMs;
  }

  async function closeCheckpointer(): Promise<void> {
    const closing = checkpointer;
    checkpointer = undefined;
    await closing?.close();
  }

  return {
    look: () => {
      if (folding !== undefined || isClosed || performance.now() < restsUntil || countPages() < maxPages) return;
      folding = fold().finally(() => (folding = undefined));
    },
    close: async () => {
      isClosed = true;
      await folding;
      await closeCheckpointer();
    },
  };
}
