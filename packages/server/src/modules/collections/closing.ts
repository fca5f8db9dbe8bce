import { minuteMs, secondMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { listPending } from './upload-store.ts';

export interface ClosingDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly uploads: Uploads;
}

const atOnce = 100;
const retryDelaysMs = [10 * secondMs, minuteMs, 10 * minuteMs, 60 * minuteMs];

/**
 * Ends what strangers have reserved at a request that is closed, and not begun to send: so an owner is rid at once of what
 * holds their quota. What is on its way comes in.
 */
export function createEndReservations({ database, jobs, uploads }: ClosingDeps) {
  const job = jobs.define<{ readonly collectionRowId: number }>({
    type: 'collections.close',
    retryDelayMs: (attempt) => retryDelaysMs[attempt - 1],
    run: async ({ collectionRowId }, { signal }) => {
      let after = 0;
      for (;;) {
        signal.throwIfAborted();
        const page = await listPending(database.reader, collectionRowId, { after, limit: atOnce });
        for (const { sessionId } of page) await uploads.endUnbegun(sessionId);
        after = page.at(-1)?.rowId ?? after;
        if (page.length < atOnce) return;
      }
    },
  });
  return (tx: Tx, collectionRowId: number): Promise<void> => job.enqueue(tx, { collectionRowId });
}
