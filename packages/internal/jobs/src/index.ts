/** Background jobs: rows in the jobs table, and the loop that runs them. This package alone writes the table. */
export { sweepFailedJobs } from './job-listing-store.ts';
export { JobQueue, type JobsDeps } from './job-queue.ts';
export type { JobsSchema, JobsTable } from './jobs-schema.ts';
export type { EnqueueOptions, JobDefinition, JobFilter, JobRun, Jobs, JobType, JobView } from './jobs.ts';
