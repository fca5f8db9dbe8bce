import { parentPort, workerData } from 'node:worker_threads';
import type { AsideNews, AsideTask, AsideThreadData } from './aside-tasks.ts';
import { connectSqlite } from './sqlite-connection.ts';

// Looks through many rows, so that nobody else has to wait for it.

if (parentPort === null) throw new Error('runs as a worker thread only');
const port = parentPort;

const { file } = workerData as AsideThreadData;
/** An index of a million siblings whole, or each page in its middle reads it anew; taken only as it is read. */
const CACHE_BYTES = 96 * 1024 * 1024;
const connection = connectSqlite(file, { readonly: true, cacheBytes: CACHE_BYTES });

port.on('message', ({ id, sql, parameters }: AsideTask) => {
  let news: AsideNews;
  try {
    news = { id, rows: connection.read(sql, parameters) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    news = { id, message: error instanceof Error ? error.message : String(error), code };
  }
  port.postMessage(news);
});
