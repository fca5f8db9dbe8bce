import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { ItemName } from '../names.ts';
import { DownloadUrl, Item, ItemChange, ItemMove, ItemPage, ListSort, MoveResult } from '../schemas/items.ts';
import { Id, omittable, PathText, QueryBoolean, QueryPositive, text } from '../schemas/primitives.ts';

const id = z.object({ id: Id });
const fileId = z.object({ fileId: Id });

export const listFiles = endpoint({
  id: 'listFiles',
  method: 'GET',
  path: '/api/files',
  tag: 'Files and folders',
  summary: 'List a folder, or search all own files',
  description:
    'Without `parentId` the root. With a non-blank `q` the folder is ignored and the result is every own file whose name contains it, whatever the case. `limit` is clamped to the server’s maximum.',
  auth: 'required',
  query: z
    .object({
      parentId: z
        .string()
        .max(limits.pathCharacters)
        .toLowerCase()
        .optional()
        .meta({ format: 'uuid', maxLength: undefined }),
      limit: QueryPositive.default(limits.defaultPageSize),
      page: QueryPositive.default(1),
      sort: ListSort.default('type,name'),
      q: text(limits.pathCharacters).optional(),
    })
    // A search ignores the folder, whatever is given for it.
    .refine(({ parentId, q = '' }) => q.trim() !== '' || Id.optional().safeParse(parentId).success, {
      error: 'must be a UUID',
      path: ['parentId'],
    }),
  responses: { 200: { description: 'One page.', schema: ItemPage } },
  errors: ['folder_not_found'],
});

export const createFolder = endpoint({
  id: 'createFolder',
  method: 'POST',
  path: '/api/files/folders',
  tag: 'Files and folders',
  summary: 'Create a folder',
  auth: 'required',
  body: z
    .strictObject({ name: ItemName, parentId: omittable(Id) })
    .meta({ id: 'NewFolder', 'x-example': { name: 'Photos' } }),
  idempotency: 'replay',
  responses: { 201: { description: 'The folder.', schema: Item } },
  errors: ['folder_not_found', 'name_conflict'],
});

export const getFile = endpoint({
  id: 'getFile',
  method: 'GET',
  path: '/api/files/{id}',
  tag: 'Files and folders',
  summary: 'One file or folder',
  auth: 'required',
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
  summary: 'One file or folder by its path',
  auth: 'required',
  query: z.object({
    path: text(limits.pathCharacters)
      .min(1)
      .describe('From the root: `/Photos/2026/sea.jpg`.')
      .meta({ 'x-example': '/Photos' }),
  }),
  responses: { 200: { description: 'The item.', schema: Item } },
  errors: ['file_not_found'],
});

export const moveFiles = endpoint({
  id: 'moveFiles',
  method: 'PATCH',
  path: '/api/files/move',
  tag: 'Files and folders',
  summary: 'Move several files and folders into one folder',
  description:
    'Each id stands for itself: what can be moved is moved, and the rest is told of in `failed`. An id given twice counts once.',
  auth: 'required',
  body: ItemMove,
  responses: {
    200: { description: 'What was moved and what was not, each in the order asked for.', schema: MoveResult },
  },
  errors: [],
});

export const updateFile = endpoint({
  id: 'updateFile',
  method: 'PATCH',
  path: '/api/files/{id}',
  tag: 'Files and folders',
  summary: 'Rename a file or folder, move it, or both at once',
  description: 'Both happen or neither. Null is as absent.',
  auth: 'required',
  params: id,
  unknownParam: 'file_not_found',
  body: ItemChange,
  responses: { 200: { description: 'The item after it.', schema: Item } },
  errors: ['file_not_found', 'folder_not_found', 'name_conflict', 'folder_cycle'],
});

export const trashFile = endpoint({
  id: 'trashFile',
  method: 'DELETE',
  path: '/api/files/{id}',
  tag: 'Trash',
  summary: 'Put a file, or a folder with all that is in it, into the trash',
  description: 'What is there already stays as it is.',
  auth: 'required',
  params: id,
  unknownParam: 'file_not_found',
  responses: { 204: { description: 'It is in the trash.', schema: null } },
  errors: ['file_not_found'],
});

export const getFilePath = endpoint({
  id: 'getFilePath',
  method: 'GET',
  path: '/api/files/{id}/path',
  tag: 'Files and folders',
  summary: 'The folders that lead to an item, and the item',
  auth: 'required',
  params: id,
  unknownParam: 'file_not_found',
  responses: { 200: { description: 'From the root down; the last is the item itself.', schema: z.array(Item) } },
  errors: ['file_not_found'],
});

export const listTrash = endpoint({
  id: 'listTrash',
  method: 'GET',
  path: '/api/files/trash',
  tag: 'Trash',
  summary: 'List the trash, what came last first',
  description:
    'Every file in the trash, those of a trashed folder each by itself. With `includeFolders` also the folders that were trashed themselves; those in a trashed folder are part of it.',
  auth: 'required',
  query: z.object({ includeFolders: QueryBoolean.default(false) }),
  responses: { 200: { description: 'All of it.', schema: z.array(Item) } },
  streamed: true,
  errors: [],
});

export const emptyTrash = endpoint({
  id: 'emptyTrash',
  method: 'DELETE',
  path: '/api/files/trash',
  tag: 'Trash',
  summary: 'Delete everything in the trash for good',
  description: 'What comes into the trash meanwhile stays there.',
  auth: 'required',
  responses: { 204: { description: 'Nothing of it can be restored any more.', schema: null } },
  errors: [],
});

export const restoreFile = endpoint({
  id: 'restoreFile',
  method: 'POST',
  path: '/api/files/{id}/restore',
  tag: 'Trash',
  summary: 'Take a file or folder out of the trash',
  description:
    'Back into the folder it was in, or into the root where that is gone or in the trash itself. A folder comes back with what was trashed with it; what was trashed before stays in the trash.',
  auth: 'required',
  params: id,
  unknownParam: 'file_not_found',
  responses: { 200: { description: 'The item.', schema: Item } },
  errors: ['file_not_found', 'name_conflict'],
});

export const purgeFile = endpoint({
  id: 'purgeFile',
  method: 'DELETE',
  path: '/api/files/{id}/permanent',
  tag: 'Trash',
  summary: 'Delete a file or folder in the trash for good',
  description: 'A folder goes with what was trashed with it. Repeating it is fine.',
  auth: 'required',
  params: id,
  unknownParam: 'file_not_found',
  responses: { 204: { description: 'It can not be restored any more; its bytes go at once or soon.', schema: null } },
  errors: ['file_not_found', 'not_in_trash'],
});

export const getDownloadUrl = endpoint({
  id: 'getDownloadUrl',
  method: 'GET',
  path: '/api/files/{fileId}/download-url',
  tag: 'Files and folders',
  summary: 'A signed address of the bytes',
  auth: 'required',
  params: fileId,
  unknownParam: 'file_not_found',
  query: z.object({ inline: QueryBoolean.default(false).describe('Shown by a browser instead of saved.') }),
  responses: { 200: { description: 'The address.', schema: DownloadUrl } },
  errors: ['access_denied', 'file_not_found', 'file_purged', 'too_many_requests'],
});

export const download = endpoint({
  id: 'download',
  method: 'GET',
  path: '/files/d/{token}/{name}',
  tag: 'Bytes',
  summary: 'The bytes behind a signed address',
  description:
    'GET and HEAD, a single Range, If-Range, If-None-Match. The ETag is the SHA-256. The name in the path is for people; the token alone decides.',
  auth: 'public',
  transport: 'bytes',
  params: z.object({ token: PathText, name: PathText }),
  unknownParam: 'file_not_found',
  responses: {
    200: { description: 'All bytes.', schema: null },
    206: { description: 'The bytes of the range.', schema: null },
    304: { description: 'Not changed.', schema: null },
  },
  errors: [
    'access_denied',
    'file_not_found',
    'file_purged',
    'file_quarantined',
    'share_limit_reached',
    'range_not_satisfiable',
    'storage_failure',
  ],
});

export const preview = endpoint({
  id: 'preview',
  method: 'GET',
  path: '/files/previews/{token}',
  tag: 'Bytes',
  summary: 'The thumbnail behind a previewUrl',
  description:
    'GET and HEAD, If-None-Match. A WebP of at most 512 by 512 pixels. It opens while the file is where it was shown: not in the trash, not purged, its share not revoked.',
  auth: 'public',
  transport: 'bytes',
  params: z.object({ token: PathText }),
  unknownParam: 'file_not_found',
  responses: {
    200: { description: 'The image.', schema: null },
    304: { description: 'Not changed.', schema: null },
  },
  errors: [
    'access_denied',
    'file_not_found',
    'file_purged',
    'file_quarantined',
    'share_limit_reached',
    'storage_failure',
  ],
});
