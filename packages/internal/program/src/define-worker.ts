import type { WorkerMessage, WorkerTask } from './serve-worker.ts';
import { startThread, type Thread } from './thread.ts';

export interface WorkerOptions {
  /** Runs `{name}.worker.ts`, which calls `serveWorker`. */
  readonly name: string;
  /** `import.meta.url` of the module in the same folder. */
  readonly moduleUrl: string;
  /** Called for each thread that is started. */
  readonly workerData?: () => unknown;
  /** How long the thread waits for the next task before it ends and returns its memory. Default: forever. */
  readonly idleMs?: number;
  /** The error of tasks whose thread ended before it replied. */
  readonly ended: (cause?: Error) => Error;
  /** The error of tasks that wait when the worker is closed, or come later. */
  readonly closed: () => Error;
}

/** One thread that is started by a task and replies to each. It keeps the process alive only while a task waits. */
export interface WorkerThread<Task, Reply> {
  /** Starts the thread if none runs. Resolves when it takes tasks. */
  ready(): Promise<void>;
  /** Rejects with the error that the worker threw (with its `code`), or with `ended`; the next task starts another thread. */
  run(task: Task, transfer?: readonly ArrayBuffer[]): Promise<Reply>;
  /** Ends the thread and rejects waiting tasks with `ended`. The next task starts another. */
  stop(): Promise<void>;
  /** Ends the thread for good. */
  close(): Promise<void>;
}

export function defineWorker<Task, Reply>(options: WorkerOptions): WorkerThread<Task, Reply> {
  const { name, moduleUrl, idleMs } = options;
  const waiting = new Map<number, PromiseWithResolvers<Reply>>();
  let thread: Thread<WorkerTask<Task>> | undefined;
  let start: PromiseWithResolvers<void> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function startedThread(): Thread<WorkerTask<Task>> {
    if (isClosed) throw options.closed();
    clearTimeout(idle);
    if (thread !== undefined) return thread;
    start = Promise.withResolvers<void>();
    // Handles the rejection if no caller uses ready().
    start.promise.catch(() => undefined);
    thread = startThread(name, moduleUrl, {
      workerData: options.workerData?.(),
      onMessage: receive,
      onEnd: (cause) => {
        thread = undefined;
        rejectAll(options.ended(cause));
      },
    });
    return thread;
  }

  function receive(message: WorkerMessage<Reply>): void {
    if (message.kind === 'ready') return start?.resolve();
    const task = waiting.get(message.id);
    waiting.delete(message.id);
    if (waiting.size === 0) rest();
    if (message.kind === 'reply') return task?.resolve(message.reply);
    const { message: text, ...carried } = message.error;
    task?.reject(Object.assign(new Error(text), carried));
  }

  function rest(): void {
    thread?.keepAlive(false);
    if (idleMs !== undefined) idle = setTimeout(() => void endThread(), idleMs).unref();
  }

  function rejectAll(error: Error): void {
    clearTimeout(idle);
    start?.reject(error);
    for (const task of waiting.values()) task.reject(error);
    waiting.clear();
  }

  async function endThread(): Promise<void> {
    const ending = thread;
    thread = undefined;
    await ending?.end();
  }

  return {
    ready: async () => {
      startedThread();
      await start?.promise;
    },
    run: async (task, transfer) => {
      const runs = startedThread();
      const id = ++lastId;
      const reply = Promise.withResolvers<Reply>();
      waiting.set(id, reply);
      runs.keepAlive(true);
      runs.post({ id, task }, transfer);
      return reply.promise;
    },
    stop: async () => {
      rejectAll(options.ended());
      await endThread();
    },
    close: async () => {
      isClosed = true;
      rejectAll(options.closed());
      await endThread();
    },
  };
}
