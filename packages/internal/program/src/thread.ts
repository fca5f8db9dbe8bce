import { Worker } from 'node:worker_threads';
import { isSingleBinary, readTextPart } from './single-binary.ts';

export interface ThreadOptions<Message> {
  readonly workerData?: unknown;
  onMessage(message: Message): void;
  /** Called once if the thread ends unexpectedly, with its error. Not called after `end()`. */
  onEnd(cause?: Error): void;
}

export interface Thread<Task> {
  post(task: Task, transfer?: readonly ArrayBuffer[]): void;
  /** Whether the thread keeps the process alive, as it does initially. */
  keepAlive(isKept: boolean): void;
  /** Ends the thread. Resolves when it has ended; no callback runs from the call on. */
  end(): Promise<void>;
}

/** Runs `{name}.worker.ts` beside the calling module, which the build puts beside the program or into the single binary. */
export function startThread<Task, Message>(
  name: string,
  moduleUrl: string,
  options: ThreadOptions<Message>,
): Thread<Task> {
  const worker = createWorker(name, moduleUrl, options.workerData);
  let isOver = false;
  const over = (cause?: Error): void => {
    if (isOver) return;
    isOver = true;
    options.onEnd(cause);
  };
  worker.on('message', (message: Message) => {
    if (!isOver) options.onMessage(message);
  });
  worker.on('error', over);
  worker.on('messageerror', (cause) => {
    over(cause);
    void worker.terminate();
  });
  worker.on('exit', () => over());
  return {
    post: (task, transfer = []) => worker.postMessage(task, transfer),
    keepAlive: (isKept) => (isKept ? worker.ref() : worker.unref()),
    end: async () => {
      isOver = true;
      await worker.terminate();
    },
  };
}

function createWorker(name: string, moduleUrl: string, workerData: unknown): Worker {
  if (isSingleBinary) return new Worker(readTextPart(`${name}.worker.cjs`), { eval: true, name, workerData });
  const extension = moduleUrl.endsWith('.ts') ? 'ts' : 'mjs';
  return new Worker(new URL(`./${name}.worker.${extension}`, moduleUrl), { name, workerData });
}
