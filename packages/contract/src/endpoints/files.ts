import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { ItemName } from '../names.ts';
import { DownloadUrl, Item, ItemPage, ListSort } from '../schemas/items.ts';
import { Id, QueryBoolean, QueryPositive, Text } from '../schemas/primitives.ts';

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
  query: z.object({
    parentId: Id.optional(),
    limit: QueryPositive.default(limits.defaultPageSize),
    page: QueryPositive.default(1),
    sort: ListSort.default('type,name'),
    q: Text.optional(),
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
  body: z.strictObject({ name: ItemName, parentId: Id.nullish() }).meta({ id: 'NewFolder' }),
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
  query: z.object({ path: Text.min(1).describe('From the root: `/Photos/2026/sea.jpg`.') }),
  responses: { 200: { description: 'The item.', schema: Item } },
  errors: ['file_not_found'],
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
  params: z.object({ token: z.string(), name: z.string() }),
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
    'range_not_satisfiable',
    'storage_failure',
  ],
});
