import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { ItemName } from '../names.ts';
import { itemFilterQuery } from '../schemas/item-filter.ts';
import {
  DownloadUrl,
  Item,
  ItemChange,
  ItemMove,
  ItemPage,
  ListSort,
  MoveResult,
  TrashPage,
  TrashSort,
  TreePage,
} from '../schemas/items-schemas.ts';
import { Id, omittable, pageQuery, QueryBoolean, QueryPositive, text } from '../schemas/primitives.ts';
import { InDrive, InDriveOrNull } from '../schemas/teams/drives-schemas.ts';
import { givenAlone, listsGivenAlone, mustBeUuid, namesFolder, SharedWithMe } from '../schemas/teams/listing-query.ts';

const id = z.object({ id: Id });
const fileId = z.object({ fileId: Id });

export const listFiles = endpoint({
  id: 'listFiles',
  method: 'GET',
  path: '/api/files',
  tag: 'Files and folders',
  summary: 'List or search files',
  description:
    'Lists the folder `parentId`, or the root if it is omitted. If `q` is not blank, `parentId` is ignored and the result is every file of the caller whose name contains `q`, case-insensitive. Filters select among the items of the folder, or among the found files; an item is listed if it matches all of them.',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { folder: 'query.parentId' },
  driveRoot: 'query.parentId',
  query: z
    .object({
      parentId: z
        .string()
        .max(limits.pathCharacters)
        .toLowerCase()
        .optional()
        .meta({ format: 'uuid', maxLength: undefined, description: 'The folder to list. Default: the root.' }),
      ...pageQuery,
      sort: ListSort.default('type,name').describe(
        'Order of the items; `-` reverses it. In order of `downloadCount`, files that are downloaded meanwhile may be missing from later pages, or repeated.',
      ),
      q: text(limits.pathCharacters).optional().describe('Part of the name, in the whole drive.'),
      driveId: InDrive,
      sharedWithMe: SharedWithMe.optional(),
      ...itemFilterQuery,
    })
    .refine(listsGivenAlone, givenAlone)
    .refine(namesFolder, mustBeUuid),
  responses: { 200: { description: 'One page of files and folders.', schema: ItemPage } },
  errors: ['folder_not_found'],
});

export const createFolder = endpoint({
  id: 'createFolder',
  method: 'POST',
  path: '/api/files/folders',
  tag: 'Files and folders',
  summary: 'Create a folder',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { folder: 'body.parentId' },
  driveRoot: 'body.parentId',
  body: z
    .strictObject({ name: ItemName, parentId: omittable(Id), driveId: InDriveOrNull })
    .meta({ id: 'NewFolder', 'x-example': { name: 'Photos' } }),
  idempotency: 'replay',
  responses: { 201: { description: 'The new folder.', schema: Item } },
  errors: ['folder_not_found', 'name_conflict', 'item_quota_exceeded'],
});

export const getFile = endpoint({
  id: 'getFile',
  method: 'GET',
  path: '/api/files/{id}',
  tag: 'Files and folders',
  summary: 'Get a file or folder',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { items: 'params.id' },
  params: id,
  unknownParam: 'file_not_found',
  responses: { 200: { description: 'The item.', schema: Item } },
  errors: ['file_not_found'],
});

export const getFileByPath = endpoint({
  id: 'getFileByPath',
  method: 'GET',
  path: '/api/files/by-path',
  tag: 'Files and folders',
  summary: 'Get a file or folder by path',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { folder: 'query.folderId' },
  driveRoot: 'query.folderId',
  query: z.object({
    path: text(limits.pathCharacters)
      .min(1)
      .describe('Path from the root, or from `folderId`, for example `/Photos/2026/sea.jpg`.')
      .meta({ 'x-example': '/Photos' }),
    folderId: Id.optional().describe('The folder that the path begins in. Default: the root.'),
    driveId: InDrive,
  }),
  responses: { 200: { description: 'The item.', schema: Item } },
  errors: ['file_not_found', 'folder_not_found'],
});

export const listTree = endpoint({
  id: 'listTree',
  method: 'GET',
  path: '/api/files/tree',
  tag: 'Files and folders',
  summary: 'List everything below a folder',
  description:
    'Lists the files and folders at any depth below `folderId`, or the whole drive if it is omitted, each folder before what is in it. Items that are neither moved nor replaced during the listing, and in no folder that is moved, are returned exactly once.',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { folder: 'query.folderId' },
  driveRoot: 'query.folderId',
  query: z.object({
    folderId: Id.optional().describe('The folder to list. Default: the root.'),
    driveId: InDrive,
    cursor: text(limits.pathCharacters).min(1).optional().describe('`pagination.nextCursor` of the previous page.'),
    limit: QueryPositive.default(limits.defaultPageSize).describe(
      'Most items of a page. A value above the server’s maximum is reduced to it. A page can be shorter before the end.',
    ),
  }),
  responses: { 200: { description: 'One page of files and folders with their paths.', schema: TreePage } },
  errors: ['folder_not_found'],
});

export const moveFiles = endpoint({
  id: 'moveFiles',
  method: 'PATCH',
  path: '/api/files/move',
  tag: 'Files and folders',
  summary: 'Move files and folders',
  description: `Moves each item independently. Items that cannot be moved are listed in \`failed\` with the reason. Duplicate IDs count once. A move to the tree of another owner needs the role \`editor\` in both, takes versions and annotations with it, and counts in the quota of the new owner from then on; links of the items end, and what was given on them or below is given no longer. Files that only their owner downloads, because they are in quarantine or have not passed a virus scan, are moved there by nobody else (403 \`file_quarantined\`). A folder with more than ${limits.movedAtOnce} items fails there with 409 \`move_too_large\`: use \`POST /api/operations/move\`.`,
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'body.ids', eachAlone: true, folder: 'body.parentId', moves: true },
  driveRoot: 'body.parentId',
  body: ItemMove,
  responses: {
    200: { description: 'The moved items and the failures, each in the order of the request.', schema: MoveResult },
  },
  errors: ['too_many_requests'],
});

export const updateFile = endpoint({
  id: 'updateFile',
  method: 'PATCH',
  path: '/api/files/{id}',
  tag: 'Files and folders',
  summary: 'Rename, move, date, describe or tag a file or folder',
  description: 'All changes are made, or none. `null` is the same as omitted, except for `metadata`.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'params.id', moves: true },
  driveRoot: 'body.parentId',
  ifMatch: true,
  params: id,
  unknownParam: 'file_not_found',
  body: ItemChange,
  responses: { 200: { description: 'The updated item.', schema: Item } },
  errors: [
    'file_not_found',
    'folder_not_found',
    'name_conflict',
    'folder_cycle',
    'storage_quota_exceeded',
    'item_quota_exceeded',
    'move_too_large',
    'file_quarantined',
    'too_many_requests',
  ],
});

export const trashFile = endpoint({
  id: 'trashFile',
  method: 'DELETE',
  path: '/api/files/{id}',
  tag: 'Trash',
  summary: 'Move a file or folder to the trash',
  description:
    'A folder is moved with everything in it. Idempotent: an item that is already in the trash is not changed.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'params.id' },
  ifMatch: true,
  params: id,
  unknownParam: 'file_not_found',
  query: z.object({
    onlyIfEmpty: QueryBoolean.default(false).describe(
      'Answers 409 `folder_not_empty` if there is anything in the folder that is not in the trash. Files are not affected.',
    ),
  }),
  responses: { 204: { description: 'The item is in the trash.', schema: null } },
  errors: ['file_not_found', 'folder_not_empty'],
});

export const getFilePath = endpoint({
  id: 'getFilePath',
  method: 'GET',
  path: '/api/files/{id}/path',
  tag: 'Files and folders',
  summary: 'Get the path of a file or folder',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { items: 'params.id' },
  params: id,
  unknownParam: 'file_not_found',
  responses: {
    200: {
      description:
        'The folders from the topmost one that the caller reaches down, then the item itself. In a team drive, the first is its root if the caller has a role on it.',
      schema: z.array(Item),
    },
  },
  errors: ['file_not_found'],
});

export const listTrash = endpoint({
  id: 'listTrash',
  method: 'GET',
  path: '/api/files/trash',
  tag: 'Trash',
  summary: 'List the trash',
  description:
    'Returns every file in the trash, including each file in a trashed folder, latest first. With `includeFolders`, also returns the folders that were trashed themselves, but not the folders inside them.',
  auth: 'required',
  scope: 'files:read',
  folderKeys: {},
  query: z.object({
    includeFolders: QueryBoolean.default(false).describe('Also returns the folders that were trashed themselves.'),
  }),
  responses: { 200: { description: 'All files in the trash, without pagination.', schema: z.array(Item) } },
  streamed: true,
  errors: [],
});

export const listTrashedItems = endpoint({
  id: 'listTrashedItems',
  method: 'GET',
  path: '/api/trash',
  tag: 'Trash',
  summary: 'List what was moved to the trash',
  description:
    'Returns the files and folders that were moved to the trash themselves. What is in a folder is not listed: it is restored and deleted with the folder.',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { folder: 'query.folderId' },
  driveRoot: 'query.folderId',
  query: z.object({
    folderId: Id.optional().describe('Returns only what was anywhere below this folder. Default: everything.'),
    driveId: InDrive,
    sort: TrashSort.default('-trashedAt').describe('Order of the items; `-` reverses it.'),
    cursor: text(limits.pathCharacters)
      .min(1)
      .optional()
      .describe('`pagination.nextCursor` of the previous page, with the same `sort` and `folderId`.'),
    limit: QueryPositive.default(limits.defaultPageSize).describe(
      'Most items of a page. A value above the server’s maximum is reduced to it. With `folderId`, a page can be shorter before the end.',
    ),
  }),
  hidesCursor: true,
  responses: { 200: { description: 'One page of the trash.', schema: TrashPage } },
  errors: ['folder_not_found'],
});

export const emptyTrash = endpoint({
  id: 'emptyTrash',
  method: 'DELETE',
  path: '/api/files/trash',
  tag: 'Trash',
  summary: 'Empty the trash',
  description:
    'Permanently deletes everything in the trash: that of the caller, or of a team drive of which the caller is a manager. Items that are trashed during the request stay there.',
  auth: 'required',
  scope: 'files:write',
  query: z.object({
    driveId: Id.optional().describe('ID of a team drive, whose trash is emptied instead of that of the caller.'),
  }),
  responses: { 204: { description: 'The items can no longer be restored.', schema: null } },
  errors: ['access_denied', 'drive_not_found', 'too_many_requests'],
});

export const restoreFile = endpoint({
  id: 'restoreFile',
  method: 'POST',
  path: '/api/files/{id}/restore',
  tag: 'Trash',
  summary: 'Restore a file or folder from the trash',
  description:
    'Restores the item into its previous folder, or into the root if that folder is deleted or in the trash. A folder is restored with everything that was trashed together with it; items in it that were trashed earlier stay in the trash.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'params.id' },
  params: id,
  unknownParam: 'file_not_found',
  responses: { 200: { description: 'The restored item.', schema: Item } },
  errors: ['file_not_found', 'name_conflict', 'too_many_requests'],
});

export const purgeFile = endpoint({
  id: 'purgeFile',
  method: 'DELETE',
  path: '/api/files/{id}/permanent',
  tag: 'Trash',
  summary: 'Permanently delete a file or folder in the trash',
  description: 'A folder is deleted with everything that was trashed together with it. Idempotent.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'params.id' },
  params: id,
  unknownParam: 'file_not_found',
  responses: {
    204: {
      description: 'The item can no longer be restored. Its bytes are deleted immediately or soon.',
      schema: null,
    },
  },
  errors: ['file_not_found', 'not_in_trash', 'too_many_requests'],
});

export const getDownloadUrl = endpoint({
  id: 'getDownloadUrl',
  method: 'GET',
  path: '/api/files/{fileId}/download-url',
  tag: 'Files and folders',
  summary: 'Get the download URL of a file',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { items: 'params.fileId' },
  params: fileId,
  unknownParam: 'file_not_found',
  query: z.object({
    inline: QueryBoolean.default(false).describe('Let the browser display the file instead of saving it.'),
  }),
  responses: { 200: { description: 'A signed URL.', schema: DownloadUrl } },
  errors: ['access_denied', 'file_not_found', 'file_purged', 'file_quarantined', 'too_many_requests'],
});
