/**
 * Work that outlives the request that asked for it: rows in the jobs table, and the loop that works them off. This folder
 * alone writes the table.
 */
export { createJobs, type JobsDeps } from './create-jobs.ts';
export { sweepGivenUp } from './job-listing-store.ts';
export type { EnqueueOptions, JobDefinition, JobFilter, JobRun, Jobs, JobType, JobView } from './jobs.ts';
