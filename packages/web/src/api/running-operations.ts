import type { Operation } from '@drive/sdk';
import { client } from './client.ts';

/** Work on many items that the server goes on with after the request. */
export interface RunningOperation extends Pick<Operation, 'id' | 'done' | 'total'> {
  readonly kind: Operation['kind'];
  /** Ends it: what it has copied is deleted, and what it has moved stays there. */
  readonly cancel: () => void;
}

interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (operation: Pick<Operation, 'id' | 'done' | 'total'>) => void;
}

/** The operations that this page waits for, with their progress. */
class RunningOperations {
  #running: readonly RunningOperation[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): readonly RunningOperation[] => this.#running;

  /** Resolves with the result of an operation, or with `cancelled` if the user cancels it. */
  async run<Result>(
    kind: Operation['kind'],
    start: (options: RunOptions) => PromiseLike<Result>,
    cancelled: Result,
  ): Promise<Result> {
    const stop = new AbortController();
    let current: string | undefined;
    try {
      return await start({
        signal: stop.signal,
        onProgress: (operation) => {
          current = operation.id;
          const others = this.#running.filter(({ id }) => id !== operation.id);
          const { id, done, total } = operation;
          this.#set([...others, { kind, id, done, total, cancel: () => stop.abort() }]);
        },
      });
    } catch (error) {
      if (!stop.signal.aborted || current === undefined) throw error;
      await client.operations.cancel(current);
      return cancelled;
    } finally {
      this.#set(this.#running.filter(({ id }) => id !== current));
    }
  }

  #set(running: readonly RunningOperation[]): void {
    this.#running = running;
    for (const listener of this.#listeners) listener();
  }
}

export const runningOperations = new RunningOperations();
