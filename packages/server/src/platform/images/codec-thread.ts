import { startThread } from '../program/index.ts';
import type { CodecNews, CodecSetup, CodecTask } from './codec-tasks.ts';

/** A thread that decodes one image at a time. Once it has failed it is of no use. */
export interface CodecThread {
  readonly withAvif: boolean;
  /** Rejects where the thread can't be started. */
  readonly ready: Promise<void>;
  /** undefined when the thread has died. */
  run(task: CodecTask): Promise<CodecNews | undefined>;
  /** Resolves when it is gone, with whatever it was doing. */
  end(): Promise<void>;
}

export function startCodecThread(setup: CodecSetup): CodecThread {
  const worker = startThread('codec', import.meta.url, setup);
  const start = Promise.withResolvers<void>();
  // Whoever waits for it hears of it; perhaps nobody does any more.
  start.promise.catch(() => undefined);
  let isDead = false;
  let settle: ((news: CodecNews | undefined) => void) | undefined;

  const answer = (news: CodecNews | undefined): void => {
    settle?.(news);
    settle = undefined;
    // Keeps the process alive only while somebody waits.
    worker.unref();
  };
  const die = (error: unknown): void => {
    isDead = true;
    start.reject(new Error('the image codecs cannot be started', { cause: error }));
    answer(undefined);
  };
  worker.on('message', (news: CodecNews) => {
    if (news.kind === 'ready') start.resolve();
    else answer(news);
  });
  worker.on('error', die);
  worker.on('messageerror', die);
  worker.on('exit', (code) => die(new Error(`the thread ended with ${code}`)));

  return {
    withAvif: setup.withAvif,
    ready: start.promise,
    run: (task) =>
      new Promise((resolve) => {
        if (isDead) {
          resolve(undefined);
          return;
        }
        settle = resolve;
        worker.ref();
        worker.postMessage(task, [task.bytes]);
      }),
    end: async () => {
      die(new Error('it was terminated'));
      await worker.terminate();
    },
  };
}
