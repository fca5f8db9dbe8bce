import { workerData } from 'node:worker_threads';
import { IndexCache } from '@drive/name-index';
import { receiveTasks } from '@drive/program';
import { openReader } from '../../../platform/db/index.ts';
import { beforeAll } from '../items/item-orders.ts';
import { createNameSource, findByQuery } from './search-store.ts';
import type { SearchReply, SearchTask, SearchThreadData } from './search-thread.ts';
import { findByTrigrams, findTrigrams } from './trigram-search-store.ts';

const { source, trigramSteps: steps, ...options } = workerData as SearchThreadData;

const heartbeatMs = 1000;
let running = 0;
/** A function because a single binary allows no top-level await. */
async function start(): Promise<void> {
  const { reader, dialect } = await openReader(source);
  const trigrams = dialect === 'postgres' && steps !== undefined ? await findTrigrams(reader) : undefined;
  const indexes = new IndexCache({
    ...options,
    // The source answers sooner than an index is loaded.
    ...(trigrams === undefined ? {} : { loadPatienceMs: 0 }),
    sourceOf: (ownerId) => createNameSource(reader, dialect, ownerId),
    findInSource: (ownerId, found) => {
      const query = { ...found, ownerId, after: found.after && { ...beforeAll, ...found.after } };
      return trigrams === undefined || steps === undefined
        ? findByQuery(reader, dialect, query)
        : findByTrigrams(reader, { ...trigrams, steps }, query);
    },
  });
  const send: (reply: SearchReply) => void = receiveTasks(({ id, query, changed, isRepeated }: SearchTask) => {
    running += 1;
    indexes
      .find(query.ownerId, query, changed, isRepeated)
      .then(
        (found) => send({ id, found }),
        (error: unknown) =>
          send({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      )
      .finally(() => {
        running -= 1;
      });
  });
  setInterval(() => {
    if (running > 0) send({ alive: true });
  }, heartbeatMs).unref();
}

void start();
