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
import {
  ClientTime,
  Id,
  omittable,
  pageQuery,
  PathText,
  QueryBoolean,
  QueryPositive,
  text,
} from '../schemas/primitives.ts';
import { givenAlone, listsGivenAlone, mustBeUuid, namesFolder, SharedWithMe } from '../schemas/teams/listing-query.ts';
import { ContentType, declaredDigests, OnConflict } from '../schemas/uploads-schemas.ts';

const rawPath = z.object({
  path: PathText.describe(
    'Path of the file from the root: names separated by slashes, each percent-encoded as UTF-8. May contain slashes.',
  ),
});
const beginsIn = Id.optional().describe('The folder that the path begins in. Default: the root.');
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
  body: z
    .strictObject({ name: ItemName, parentId: omittable(Id) })
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
  query: z.object({
    path: text(limits.pathCharacters)
      .min(1)
      .describe('Path from the root, or from `folderId`, for example `/Photos/2026/sea.jpg`.')
      .meta({ 'x-example': '/Photos' }),
    folderId: Id.optional().describe('The folder that the path begins in. Default: the root.'),
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
  query: z.object({
    folderId: Id.optional().describe('The folder to list. Default: the root.'),
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
  description:
    'Moves each item independently. Items that cannot be moved are listed in `failed` with the reason. Duplicate IDs count once.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'body.ids', eachAlone: true, folder: 'body.parentId', moves: true },
  body: ItemMove,
  responses: {
    200: { description: 'The moved items and the failures, each in the order of the request.', schema: MoveResult },
  },
  errors: [],
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
  ifMatch: true,
  params: id,
  unknownParam: 'file_not_found',
  body: ItemChange,
  responses: { 200: { description: 'The updated item.', schema: Item } },
  errors: ['file_not_found', 'folder_not_found', 'name_conflict', 'folder_cycle', 'storage_quota_exceeded'],
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
  responses: { 200: { description: 'The folders from the root down, then the item itself.', schema: z.array(Item) } },
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
  query: z.object({
    folderId: Id.optional().describe('Returns only what was anywhere below this folder. Default: everything.'),
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
  description: 'Permanently deletes everything in the trash. Items that are trashed during the request stay there.',
  auth: 'required',
  scope: 'files:write',
  responses: { 204: { description: 'The items can no longer be restored.', schema: null } },
  errors: ['too_many_requests'],
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

export const putFileByPath = endpoint({
  id: 'putFileByPath',
  method: 'PUT',
  path: '/files/by-path/{path}',
  catchAll: true,
  tag: 'Bytes',
  summary: 'Store a file in one request',
  description: `The body is the file, of a known length or in chunks; an empty body makes an empty file. Missing folders are created. The response is sent after the bytes and the database row are durable. The path is judged as it was sent: each name is percent-decoded once; empty names, \`.\`, \`..\`, encoded slashes, NUL and invalid UTF-8 answer 400, as do more than ${limits.pathNames} names. A path through a file, or to a folder, answers 409 \`name_conflict\`. \`If-None-Match: *\` stores the file only if there is no item at the path, and \`If-Match\` replaces a file only if its \`ETag\` is one of those listed (\`*\`: any); otherwise the answer is 412 \`precondition_failed\`. ${declaredDigests} The response has the \`ETag\` of the file. The header \`X-Drive-Metadata\` gives the file metadata and \`X-Drive-Tags\` tags, as \`metadata\` and \`tags\` of a reservation: JSON in UTF-8, or in ASCII with escapes. Requests with a valid credential do not count in the rate limit of the API.`,
  auth: 'required',
  scope: 'files:write',
  folderKeys: { folder: 'query.folderId' },
  transport: 'bytes',
  params: rawPath,
  query: z.object({
    folderId: beginsIn,
    onConflict: OnConflict.optional().describe(
      'Policy if there is a file at the path. `rename` stores the new file as `name (1).ext`. `replace` makes the bytes the new content of the file, which keeps its ID, links, slug, likes and comments; its old content becomes a version. `fail` answers 409 `name_conflict`. Default: `rename`, or `replace` with `If-Match`.',
    ),
    share: QueryBoolean.default(false).describe('Share the file; the item has the token of the share.'),
    contentType: ContentType.optional().describe(
      'Media type of the file. Default: the header `Content-Type`, or else the type that the name suggests.',
    ),
    modifiedAt: ClientTime.optional().describe('When the file was last modified where it comes from.'),
  }),
  responses: {
    200: { description: 'The file, whose content was replaced.', schema: Item },
    201: { description: 'The new file.', schema: Item },
  },
  errors: [
    'bad_request',
    'digest_mismatch',
    'upload_size_mismatch',
    'folder_not_found',
    'name_conflict',
    'storage_quota_exceeded',
    'item_quota_exceeded',
    'upload_session_expired',
    'precondition_failed',
    'payload_too_large',
    'unsupported_media_type',
  ],
});

export const readFileByPath = endpoint({
  id: 'readFileByPath',
  method: 'GET',
  path: '/files/by-path/{path}',
  catchAll: true,
  tag: 'Bytes',
  summary: 'Read a file by path',
  description:
    'Answers as a signed URL does: GET and HEAD, `If-Match`, `If-None-Match`, `If-Modified-Since`, `If-Unmodified-Since`, one `Range` and `If-Range`; the `ETag` is the SHA-256 of the file. The path is judged as that of a `PUT`. Reading by path does not count as a download.',
  auth: 'key',
  scope: 'files:read',
  folderKeys: { folder: 'query.folderId' },
  transport: 'bytes',
  params: rawPath,
  query: z.object({ folderId: beginsIn }),
  responses: {
    200: { description: 'The file.', schema: null },
    206: { description: 'The requested range.', schema: null },
    304: { description: 'Not modified.', schema: null },
  },
  errors: ['file_not_found', 'precondition_failed', 'range_not_satisfiable', 'storage_failure'],
});
