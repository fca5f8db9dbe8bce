import { createAskedThread, startThread } from '../program/index.ts';
import type { AsideNews, AsideQuery, AsideThreadData } from './aside-tasks.ts';

/** Runs queries that take long, one after the other, on a connection of its own. */
export interface AsideThread {
  /** Sees what is committed when it begins, durable or not. Rejects with the driver's error. */
  read(query: AsideQuery): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

export function createAsideThread(data: AsideThreadData): AsideThread {
  const thread = createAskedThread<AsideQuery, AsideNews>({
    start: () => startThread('aside', import.meta.url, data),
    idleMs: 30_000,
    ended: (cause) => new Error('The thread for long queries has ended', { cause }),
    closed: () => new Error('The database is closed'),
  });
  return {
    read: async ({ sql, parameters }) => {
      const news = await thread.ask({ sql, parameters });
      if ('rows' in news) return news.rows;
      throw Object.assign(new Error(news.message), { code: news.code });
    },
    close: thread.close,
  };
}
