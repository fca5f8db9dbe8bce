import { minuteMs, secondMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { findNewestUpload, listPending } from './upload-store.ts';

export interface ClosingDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly uploads: Uploads;
}

const atOnce = 100;
const retryDelaysMs = [10 * secondMs, minuteMs, 10 * minuteMs, 60 * minuteMs];

/**
 * Ends the reservations that visitors made at a request before it was closed or got another password, so that their upload
 * URLs end and free the owner's quota. Uploads that have begun may finish.
 */
export function createEndReservations({ database, jobs, uploads }: ClosingDeps) {
  const job = jobs.define<{ readonly collectionRowId: number; readonly lastRowId?: number }>({
    type: 'collections.close',
    retryDelayMs: (attempt) => retryDelaysMs[attempt - 1],
    run: async ({ collectionRowId, lastRowId = Infinity }, { signal }) => {
      let after = 0;
      for (;;) {
        signal.throwIfAborted();
        const page = await listPending(database.reader, collectionRowId, { after, limit: atOnce });
        for (const { rowId, sessionId } of page) if (rowId <= lastRowId) await uploads.endUnbegun(sessionId);
        after = page.at(-1)?.rowId ?? after;
        if (page.length < atOnce || after >= lastRowId) return;
      }
    },
  });
  return async (tx: Tx, collectionRowId: number): Promise<void> => {
    const lastRowId = await findNewestUpload(tx, collectionRowId);
    if (lastRowId !== undefined) await job.enqueue(tx, { collectionRowId, lastRowId });
  };
}
