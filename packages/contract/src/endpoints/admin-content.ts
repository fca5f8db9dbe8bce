import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import {
  AdminFile,
  AdminFilePage,
  AdminJob,
  AdminJobPage,
  AdminStats,
  JobState,
  QuarantineChange,
} from '../schemas/admin-content.ts';
import { Id, QueryBoolean, QueryPositive, text } from '../schemas/primitives.ts';

const admin = { tag: 'Administration', auth: 'admin' } as const;
const byFile = { ...admin, params: z.object({ id: Id }), unknownParam: 'file_not_found' } as const;
const page = {
  page: QueryPositive.default(1),
  limit: QueryPositive.default(limits.defaultPageSize).describe('Clamped to the server’s maximum.'),
};

export const getStats = endpoint({
  ...admin,
  id: 'getStats',
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'How the whole server is doing',
  responses: { 200: { description: 'Counts and sums.', schema: AdminStats } },
  errors: [],
});

export const listAllFiles = endpoint({
  ...admin,
  id: 'listAllFiles',
  method: 'GET',
  path: '/api/admin/files',
  summary: 'List everybody’s files, the newest first',
  description: 'With those in the trash, without those that are being deleted for good.',
  query: z.object({
    anonymous: QueryBoolean.optional().describe('Only what was uploaded without an account, or only what was not.'),
    quarantined: QueryBoolean.optional().describe('Only what is held back, or only what is not.'),
    ownerId: Id.optional().describe('Only the files of this account.'),
    q: text(limits.itemNameCharacters)
      .optional()
      .describe('What the name contains, whatever the case; or a whole id of a file, or the token of its share.'),
    ...page,
  }),
  responses: { 200: { description: 'One page.', schema: AdminFilePage } },
  errors: [],
});

export const deleteAnyFile = endpoint({
  ...byFile,
  id: 'deleteAnyFile',
  method: 'DELETE',
  path: '/api/admin/files/{id}',
  summary: 'Delete a file for good, whoever owns it',
  description:
    'Without a stay in the trash: nobody reaches it any more, and its bytes are taken away behind the answer. Fine to repeat.',
  responses: { 204: { description: 'Deleted.', schema: null } },
  errors: [],
});

export const quarantineFile = endpoint({
  ...byFile,
  id: 'quarantineFile',
  method: 'POST',
  path: '/api/admin/files/{id}/quarantine',
  summary: 'Hold a file back from all links, or release it',
  description:
    'The owner still has it and is told by mail when it is held back and when it is released. Links to it answer 403 `file_quarantined`, also those handed out before. Fine to repeat.',
  body: QuarantineChange,
  responses: { 200: { description: 'The file as it is now.', schema: AdminFile } },
  errors: ['file_purged'],
});

export const listJobs = endpoint({
  ...admin,
  id: 'listJobs',
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'List the work behind the requests, the newest first',
  description: 'What is done is gone from the list. What was given up stays for thirty days.',
  query: z.object({
    state: JobState.optional(),
    name: text(100).optional().describe('One kind of work, `files.purge`.'),
    ...page,
  }),
  responses: { 200: { description: 'One page.', schema: AdminJobPage } },
  errors: [],
});

export const retryJob = endpoint({
  ...admin,
  id: 'retryJob',
  method: 'POST',
  path: '/api/admin/jobs/{id}/retry',
  summary: 'Run a job now',
  description:
    'One that was given up begins anew, with all its attempts; one that waits is due at once; one that is due or runs is left as it is. A job that is done is no longer there.',
  params: z.object({ id: Id }),
  unknownParam: 'job_not_found',
  responses: { 200: { description: 'The job as it is now.', schema: AdminJob } },
  errors: [],
});
