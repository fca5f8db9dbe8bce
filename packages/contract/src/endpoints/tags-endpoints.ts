import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { ItemBatchResult, TagBatch, TagList } from '../schemas/items-schemas.ts';
import { Id } from '../schemas/primitives.ts';
import { InDrive } from '../schemas/teams/drives-schemas.ts';

const id = z.object({ id: Id });

export const tagFiles = endpoint({
  id: 'tagFiles',
  method: 'POST',
  path: '/api/files/tags',
  tag: 'Files and folders',
  summary: 'Add and remove tags of several files and folders',
  description: `Handles each item independently, in the order of the request. Items that fail are listed in \`failed\` with the reason. Duplicate IDs count once. An item that would have more than ${limits.tags} tags fails with status 400.`,
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'body.ids', eachAlone: true },
  body: TagBatch,
  responses: {
    200: { description: 'Every item succeeded. `updated` is in the order of the request.', schema: ItemBatchResult },
    207: { description: 'At least one item failed.', schema: ItemBatchResult },
  },
  errors: [],
});

export const starFile = endpoint({
  id: 'starFile',
  method: 'PUT',
  path: '/api/files/{id}/star',
  tag: 'Files and folders',
  summary: 'Star a file or folder',
  description: 'Stars are per user; nobody else sees them. Idempotent.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'params.id' },
  params: id,
  unknownParam: 'file_not_found',
  responses: { 204: { description: 'The caller has starred the item.', schema: null } },
  errors: ['file_not_found'],
});

export const unstarFile = endpoint({
  id: 'unstarFile',
  method: 'DELETE',
  path: '/api/files/{id}/star',
  tag: 'Files and folders',
  summary: 'Remove the star of a file or folder',
  description: 'Idempotent.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'params.id' },
  params: id,
  unknownParam: 'file_not_found',
  responses: { 204: { description: 'The caller has not starred the item.', schema: null } },
  errors: ['file_not_found'],
});

export const listTags = endpoint({
  id: 'listTags',
  method: 'GET',
  path: '/api/tags',
  tag: 'Files and folders',
  summary: 'List the tags',
  description:
    'Returns every tag of the caller’s files and folders outside the trash with the number of items. Tags that are equal when folded count as one. To a key for a folder, only what is below the folder counts.',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { folder: 'query.folderId' },
  driveRoot: 'query.folderId',
  query: z.object({
    folderId: Id.optional().describe(
      'Only of what is below this folder, also of one that was given to the caller. Default: all of the caller’s own.',
    ),
    driveId: InDrive,
  }),
  responses: { 200: { description: 'The tags.', schema: TagList } },
  errors: ['folder_not_found'],
});
