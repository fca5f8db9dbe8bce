import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import {
  AdminFile,
  AdminFilePage,
  AdminJob,
  AdminJobPage,
  AdminStats,
  JobState,
  QuarantineChange,
} from '../../schemas/admin-content-schemas.ts';
import { Id, pageQuery, QueryBoolean, text } from '../../schemas/primitives.ts';

const admin = { tag: 'Administration', auth: 'admin', scope: 'admin' } as const;
const byFile = { ...admin, params: z.object({ id: Id }), unknownParam: 'file_not_found' } as const;

export const getStats = endpoint({
  ...admin,
  id: 'getStats',
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'Get server statistics',
  responses: { 200: { description: 'The statistics.', schema: AdminStats } },
  errors: [],
});

export const listAllFiles = endpoint({
  ...admin,
  id: 'listAllFiles',
  method: 'GET',
  path: '/api/admin/files',
  summary: 'List the files of all users',
  description:
    'Returns files newest first, including files in the trash and excluding files that are being deleted permanently.',
  query: z.object({
    anonymous: QueryBoolean.optional().describe(
      '`true`: only files that were uploaded without an account. `false`: only files that have an owner.',
    ),
    quarantined: QueryBoolean.optional().describe(
      '`true`: only files in quarantine. `false`: only files that are not.',
    ),
    ownerId: Id.optional().describe('Only files of this user.'),
    q: text(limits.itemNameCharacters)
      .optional()
      .describe('Part of the file name, case-insensitive; or a complete file ID; or the token of the file’s share.'),
    ...pageQuery,
  }),
  responses: { 200: { description: 'One page of files, newest first.', schema: AdminFilePage } },
  errors: [],
});

export const deleteAnyFile = endpoint({
  ...byFile,
  id: 'deleteAnyFile',
  method: 'DELETE',
  path: '/api/admin/files/{id}',
  summary: 'Permanently delete a file of any user',
  description:
    'Skips the trash. The file is inaccessible when the response is sent; its bytes are deleted in the background. Idempotent.',
  responses: { 204: { description: 'Deleted.', schema: null } },
  errors: [],
});

export const quarantineFile = endpoint({
  ...byFile,
  id: 'quarantineFile',
  method: 'POST',
  path: '/api/admin/files/{id}/quarantine',
  summary: 'Quarantine or release a file',
  description:
    'The owner can still download a quarantined file. Every link to it, including links issued earlier, answers 403 `file_quarantined`. The owner is notified by email of the quarantine and of the release. Idempotent.',
  body: QuarantineChange,
  responses: { 200: { description: 'The updated file.', schema: AdminFile } },
  errors: ['file_purged'],
});

export const listJobs = endpoint({
  ...admin,
  id: 'listJobs',
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'List background jobs',
  description:
    'Returns jobs newest first. Completed jobs are not listed. Jobs that failed permanently are listed for 30 days.',
  query: z.object({
    state: JobState.optional().describe('Only jobs in this state.'),
    name: text(100).optional().describe('Only jobs with this name, for example `files.purge`.'),
    ...pageQuery,
  }),
  responses: { 200: { description: 'One page of jobs, newest first.', schema: AdminJobPage } },
  errors: [],
});

export const retryJob = endpoint({
  ...admin,
  id: 'retryJob',
  method: 'POST',
  path: '/api/admin/jobs/{id}/retry',
  summary: 'Retry a job',
  description:
    'A failed job restarts with all its attempts. A waiting job becomes due immediately. A job that is due or running is not changed. A completed job answers `job_not_found`.',
  params: z.object({ id: Id }),
  unknownParam: 'job_not_found',
  responses: { 200: { description: 'The updated job.', schema: AdminJob } },
  errors: [],
});
