import { dayMs } from '../clock.ts';
import { deleteRows } from '../db/delete-in-batches.ts';
import type { Jobs } from './jobs.ts';

/** How long an administrator can look at a job that ran out of attempts. */
const KEPT_MS = 30 * dayMs;

/** Deletes jobs that ran out of attempts, after 30 days. */
export const sweepGivenUp = ({ jobs }: { readonly jobs: Jobs }): void =>
  jobs.sweep('jobs.sweep', dayMs, (now) =>
    deleteRows('jobs', 'row_id', (rows) => rows.where('failed_at', '<=', now - KEPT_MS)),
  );
