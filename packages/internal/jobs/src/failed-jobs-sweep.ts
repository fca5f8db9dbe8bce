import { dayMs } from '@drive/base';
import { anyDeleteRows, type DeleteRows } from '@drive/database';
import type { JobsSchema } from './jobs-schema.ts';
import type { Jobs } from './jobs.ts';

const FAILED_JOB_KEPT_MS = 30 * dayMs;

const deleteRows: DeleteRows<JobsSchema> = anyDeleteRows;

/** Deletes failed jobs daily, so that operators see them for a while. */
export const sweepFailedJobs = ({ jobs }: { readonly jobs: Jobs }): void =>
  jobs.sweep('jobs.sweep', dayMs, (now) =>
    deleteRows('jobs', 'row_id', (rows) => rows.where('failed_at', '<=', now - FAILED_JOB_KEPT_MS)),
  );
