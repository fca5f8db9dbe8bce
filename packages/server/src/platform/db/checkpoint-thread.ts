import { startThread } from '../program/index.ts';
import type { CheckpointNews, CheckpointTask, CheckpointThreadData } from './checkpoint-tasks.ts';

/** Folds the log into the database file. Rejects with the driver's error; one task at a time. */
export interface Checkpointer {
  /** Copies what it can while others read and write. */
  copy(): Promise<void>;
  /** Makes the log begin again. Nobody of this process may write meanwhile; false when somebody was in the way. */
  restart(): Promise<boolean>;
  close(): Promise<void>;
}

/** One in a thread of its own, which waits for the disk in everybody's place. */
export function startCheckpointThread(data: CheckpointThreadData): Checkpointer {
  const worker = startThread('checkpoint', import.meta.url, data);
  worker.unref();
  let waiting: { resolve(isDone: boolean): void; reject(error: Error): void } | undefined;
  let ended: Error | undefined;

  const end = (cause?: Error): void => {
    ended ??= new Error('The thread that keeps the database log short has ended', { cause });
    waiting?.reject(ended);
  };
  worker.on('message', (news: CheckpointNews) => {
    if (news.kind === 'ended') waiting?.resolve(news.isDone);
    else waiting?.reject(Object.assign(new Error(news.message), { code: news.code }));
  });
  worker.on('error', end);
  worker.on('exit', () => end());

  async function ask(task: CheckpointTask): Promise<boolean> {
    if (ended !== undefined) throw ended;
    worker.ref();
    try {
      return await new Promise<boolean>((resolve, reject) => {
        waiting = { resolve, reject };
        worker.postMessage(task);
      });
    } finally {
      waiting = undefined;
      worker.unref();
    }
  }

  return {
    copy: async () => void (await ask('copy')),
    restart: () => ask('restart'),
    close: async () => {
      if (ended === undefined) await ask('close').catch(() => {});
      await worker.terminate();
    },
  };
}
