import { parentPort } from 'node:worker_threads';

// For `x.worker.ts` files only.

/** A message of a worker thread, sent by `serveWorker`. */
export type WorkerMessage<Reply = unknown> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly kind: 'error'; readonly id: number; readonly error: CarriedError };

/** An error as a message: cloning one would lose its `code`. */
interface CarriedError {
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
}

export interface WorkerTask<Task> {
  readonly id: number;
  readonly task: Task;
}

/** Earlier messages are included. Returns the function that sends. */
export function receiveTasks(receive: (task: never) => void): (message: unknown) => void {
  const port = parentPort;
  if (port === null) throw new Error('runs as a worker thread only');
  port.on('message', (task: unknown) => receive(task as never));
  return (message) => port.postMessage(message);
}

/**
 * Serves the tasks of a worker made by `defineWorker`. An error that `handle` throws, or with which its promise rejects, rejects its
 * task only.
 */
export function serveWorker(handle: (task: never) => unknown): void {
  const send: (message: WorkerMessage) => void = receiveTasks(({ id, task }: WorkerTask<never>) => {
    const fail = (error: unknown): void => send({ kind: 'error', id, error: carry(error) });
    try {
      const reply = handle(task);
      if (reply instanceof Promise) reply.then((value: unknown) => send({ kind: 'reply', id, reply: value }), fail);
      else send({ kind: 'reply', id, reply });
    } catch (error) {
      fail(error);
    }
  });
  send({ kind: 'ready' });
}

function carry(error: unknown): CarriedError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, code: undefined };
  const code = 'code' in error ? String(error.code) : undefined;
  return { message: error.message, stack: error.stack, code };
}
