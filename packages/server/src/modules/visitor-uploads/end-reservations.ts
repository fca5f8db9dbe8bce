import { minuteMs, secondMs } from '@drive/base';
import type { Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Uploads } from '../uploads/index.ts';
import type { ReceivedUploadStore } from './received-upload-store.ts';

type EndReservationsDeps = Pick<Ports, 'database' | 'jobs'> & { readonly uploads: Uploads };

interface EndReservationsKind<Job extends { readonly lastRowId?: number }> {
  /** Type of the job. */
  readonly type: string;
  payloadOf(linkRowId: number, lastRowId: number): Job;
  linkOf(payload: Job): number;
  readonly received: ReceivedUploadStore;
}

const pendingAtOnce = 100;
const retryDelaysMs = [10 * secondMs, minuteMs, 10 * minuteMs, 60 * minuteMs];

/**
 * Returns a function for the transaction that closes a link or sets its password: a job then ends the reservations that
 * have not begun. Uploads that have begun may finish.
 */
export function createEndReservations<Job extends { readonly lastRowId?: number }>(
  { database, jobs, uploads }: EndReservationsDeps,
  { type, payloadOf, linkOf, received }: EndReservationsKind<Job>,
): (tx: Tx, linkRowId: number) => Promise<void> {
  const job = jobs.define<Job>({
    type,
    retryDelayMs: (attempt) => retryDelaysMs[attempt - 1],
    run: async (payload, { signal }) => {
      const { lastRowId = Infinity } = payload;
      let after = 0;
      for (;;) {
        signal.throwIfAborted();
        const page = await received.listPending(database.reader, linkOf(payload), { after, limit: pendingAtOnce });
        for (const { rowId, sessionId } of page) if (rowId <= lastRowId) await uploads.cancelUnstarted(sessionId);
        after = page.at(-1)?.rowId ?? after;
        if (page.length < pendingAtOnce || after >= lastRowId) return;
      }
    },
  });
  return async (tx, linkRowId) => {
    const lastRowId = await received.findNewest(tx, linkRowId);
    if (lastRowId !== undefined) await job.enqueue(tx, payloadOf(linkRowId, lastRowId));
  };
}
