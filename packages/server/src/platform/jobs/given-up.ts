import { dayMs, type Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { Jobs } from './jobs.ts';
import { deleteFailed } from './store.ts';

/** So long a job that gave up is there for people to look at. */
const KEPT_MS = 30 * dayMs;

/** Throws jobs that gave up away after thirty days. */
export function sweepGivenUp(deps: { readonly database: Database; readonly clock: Clock; readonly jobs: Jobs }): void {
  const { database, clock, jobs } = deps;
  jobs.every('jobs.sweep', dayMs, ({ signal }) => {
    const failedUntil = clock.now() - KEPT_MS;
    return deleteInBatches(database, signal, (tx, limit) => deleteFailed(tx, failedUntil, limit));
  });
}
