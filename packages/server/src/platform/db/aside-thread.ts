import type { Worker } from 'node:worker_threads';
import { startThread } from '../program/index.ts';
import type { AsideNews, AsideTask, AsideThreadData } from './aside-tasks.ts';

/** Runs queries that take long, one after the other, on a connection of its own. */
export interface AsideThread {
  /** Sees what is committed when it begins, durable or not. Rejects with the driver's error. */
  read(sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(rows: readonly unknown[]): void;
  reject(error: Error): void;
}

/** How long it waits for the next query before it gives its memory back. */
const idleMs = 30_000;

/** Started by a query, ended when no other follows. */
export function createAsideThread(data: AsideThreadData): AsideThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function startWorker(): Worker {
    const started = startThread('aside', import.meta.url, data);
    const end = (cause?: Error): void => {
      if (worker !== started) return;
      // The next query starts another one.
      worker = undefined;
      refuse(new Error('The thread for long queries has ended', { cause }));
    };
    started.on('message', (news: AsideNews) => {
      const query = waiting.get(news.id);
      waiting.delete(news.id);
      if (waiting.size === 0) rest(started);
      if ('rows' in news) query?.resolve(news.rows);
      else query?.reject(Object.assign(new Error(news.message), { code: news.code }));
    });
    started.on('error', end);
    started.on('exit', () => end());
    return started;
  }

  function rest(started: Worker): void {
    started.unref();
    idle = setTimeout(() => {
      worker = undefined;
      void started.terminate();
    }, idleMs).unref();
  }

  function refuse(error: Error): void {
    const queries = [...waiting.values()];
    waiting.clear();
    for (const query of queries) query.reject(error);
  }

  return {
    read: (sql, parameters) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('The database is closed');
        clearTimeout(idle);
        worker ??= startWorker();
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        // Keeps the process alive only while somebody waits.
        worker.ref();
        worker.postMessage({ id, sql, parameters } satisfies AsideTask);
      }),
    close: async () => {
      isClosed = true;
      clearTimeout(idle);
      const running = worker;
      worker = undefined;
      refuse(new Error('The database is closed'));
      await running?.terminate();
    },
  };
}
