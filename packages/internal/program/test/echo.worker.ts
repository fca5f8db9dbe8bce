import { workerData } from 'node:worker_threads';
import { serveWorker } from '../src/index.ts';

export type EchoTask =
  | { readonly echo: string }
  | { readonly bytesOf: ArrayBuffer }
  | { readonly failWith: string }
  | { readonly exit: number };

/** For tests of workers: replies with its setup and the task. */
serveWorker((task: EchoTask): string => {
  if ('exit' in task) process.exit(task.exit);
  if ('failWith' in task) throw Object.assign(new TypeError('refused'), { code: task.failWith });
  return 'echo' in task ? `${String(workerData)} ${task.echo}` : `${task.bytesOf.byteLength} bytes`;
});
