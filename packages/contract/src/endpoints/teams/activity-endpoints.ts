import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Id, PathText, QueryPositive, text } from '../../schemas/primitives.ts';
import { ActivityPage } from '../../schemas/teams/activity-schemas.ts';

const activity = { tag: 'Activity', auth: 'required', scope: 'files:read', method: 'GET' } as const;
const page = {
  shareToken: PathText.optional().describe(
    'Only downloads through the link with this token, which owners and managers see.',
  ),
  limit: QueryPositive.default(limits.defaultPageSize).describe(
    'Most entries of a page. A value above the server’s maximum is reduced to it. A page can be shorter before the end.',
  ),
  cursor: text(limits.pathCharacters)
    .min(1)
    .optional()
    .describe('`pagination.nextCursor` of the previous page, with the same other parameters except `limit`.'),
};
const shown =
  'Kept for `DRIVE_CHANGES_DAYS`. The owner and managers also see links, downloads of visitors, comments and roles, unless their key lacks the scope `shares`. Members see nothing that happened outside of what they were given.';

export const listItemActivity = endpoint({
  ...activity,
  id: 'listItemActivity',
  path: '/api/files/{id}/activity',
  summary: 'List what happened to an item',
  description: `Lists who did what to the file or folder and to everything that was in the folder at that time, the latest first. ${shown}`,
  folderKeys: { items: 'params.id' },
  params: z.object({ id: Id }),
  unknownParam: 'file_not_found',
  query: z.object(page),
  hidesCursor: true,
  responses: { 200: { description: 'One page of activity.', schema: ActivityPage } },
  errors: ['file_not_found'],
});

export const listActivity = endpoint({
  ...activity,
  id: 'listActivity',
  path: '/api/activity',
  summary: 'List what happened in a drive',
  description: `Lists who did what in the caller’s own drive, or in a team drive, the latest first. ${shown}`,
  folderKeys: {},
  query: z.object({ driveId: Id.optional().describe('ID of a team drive. Default: the caller’s own drive.'), ...page }),
  hidesCursor: true,
  responses: { 200: { description: 'One page of activity.', schema: ActivityPage } },
  errors: ['drive_not_found'],
});
