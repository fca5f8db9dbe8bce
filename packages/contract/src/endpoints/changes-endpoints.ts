import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { ChangeCursor, ChangePage } from '../schemas/events-schemas.ts';
import { Id, queryNumber, text } from '../schemas/primitives.ts';
import { InDrive } from '../schemas/teams/drives-schemas.ts';

const tag = 'Changes';
const inTree = {
  folderId: Id.optional().describe(
    'Only changes of what is in this folder, also in one that was given to the caller. Default: all of the caller’s own.',
  ),
  driveId: InDrive,
};

export const listChanges = endpoint({
  id: 'listChanges',
  method: 'GET',
  path: '/api/changes',
  tag,
  summary: 'List changes of files and folders',
  description: `Returns the changes after \`cursor\`, in the order in which they were committed; each is returned once. Without \`cursor\` the feed begins with the oldest change that is kept (\`DRIVE_CHANGES_DAYS\`). A folder changes with everything in it by one change: list its tree after \`created\`. A cursor belongs to its user, and that of a key for one folder to the folder: another one, or one that is too old, answers 410 \`cursor_expired\`; read the tree anew. With \`wait\`, a request without changes is held until there is one or the time is over; its answer then has the same cursor. A server holds at most ${limits.heldRequests} requests of a user; more get 429 \`too_many_requests\`.`,
  auth: 'required',
  scope: 'files:read',
  folderKeys: { folder: 'query.folderId' },
  driveRoot: 'query.folderId',
  query: z.object({
    ...inTree,
    cursor: text(limits.pathCharacters)
      .min(1)
      .optional()
      .describe('`cursor` of the previous answer, or of `/api/changes/latest`.'),
    limit: queryNumber({ min: 1, max: limits.changesPage })
      .default(limits.changesDefaultPage)
      .describe('Most changes of an answer.'),
    wait: queryNumber({ min: 0, max: limits.changesWaitSeconds })
      .default(0)
      .describe('Seconds to wait for a change if there is none.'),
  }),
  mostResults: limits.changesPage,
  responses: { 200: { description: 'The next changes.', schema: ChangePage } },
  errors: ['cursor_expired', 'folder_not_found', 'too_many_requests'],
});

export const getLatestChange = endpoint({
  id: 'getLatestChange',
  method: 'GET',
  path: '/api/changes/latest',
  tag,
  summary: 'Get the end of the change feed',
  description:
    'To follow a drive from now on: get this cursor, then list the tree, then read the changes after the cursor. A change that happens meanwhile is returned, and may be in the listing already.',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { folder: 'query.folderId' },
  driveRoot: 'query.folderId',
  query: z.object(inTree),
  responses: { 200: { description: 'A cursor after the last change.', schema: ChangeCursor } },
  errors: ['folder_not_found'],
});
