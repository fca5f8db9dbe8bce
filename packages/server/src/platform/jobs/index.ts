/** Background jobs: rows in the jobs table, and the loop that runs them. This folder alone writes the table. */
export { createJobs, type JobsDeps } from './create-jobs.ts';
export { sweepGivenUp } from './job-listing-store.ts';
export type { EnqueueOptions, JobDefinition, JobFilter, JobRun, Jobs, JobType, JobView } from './jobs.ts';
