import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '../../../platform/db/open-reader.ts';
import { createOwnerIndexes } from './owner-indexes.ts';
import type { SearchNews, SearchTask, SearchThreadData } from './search-tasks.ts';

if (parentPort === null) throw new Error('runs as a worker thread only');
const port = parentPort;
const { source, ...options } = workerData as SearchThreadData;
const tell = (news: SearchNews): void => port.postMessage(news);

const heartbeatMs = 1000;
let underWay = 0;
setInterval(() => {
  if (underWay > 0) tell({ alive: true });
}, heartbeatMs).unref();

/** Not at the top level, where what a single binary holds cannot wait. */
async function start(): Promise<void> {
  const owners = createOwnerIndexes(await openReader(source), options);
  port.on('message', ({ id, query, changed, isAgain }: SearchTask) => {
    underWay += 1;
    owners
      .find(query, changed, isAgain)
      .then(
        (found) => tell({ id, found }),
        (error: unknown) =>
          tell({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      )
      .finally(() => {
        underWay -= 1;
      });
  });
}

void start();
