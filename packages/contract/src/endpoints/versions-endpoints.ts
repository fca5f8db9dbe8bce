import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { DownloadUrl, Item } from '../schemas/items-schemas.ts';
import { Id, PathText, QueryBoolean, pageQuery } from '../schemas/primitives.ts';
import { FileVersionPage } from '../schemas/versions-schemas.ts';

const tag = 'Versions';
const oneVersion = { params: z.object({ id: Id, version: PathText }), unknownParam: 'file_not_found' } as const;

export const listFileVersions = endpoint({
  id: 'listFileVersions',
  method: 'GET',
  path: '/api/files/{id}/versions',
  tag,
  summary: 'List the versions of a file',
  description:
    'Lists the contents that the file had before its current one. An upload with `onConflict: "replace"` makes a version of the content it replaces. The server keeps a number of versions per file for some time; they count in the storage quota.',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { items: 'params.id' },
  params: z.object({ id: Id }),
  unknownParam: 'file_not_found',
  query: z.object({
    ...pageQuery,
  }),
  responses: { 200: { description: 'One page of versions, newest first.', schema: FileVersionPage } },
  errors: ['file_not_found'],
});

export const getFileVersionDownloadUrl = endpoint({
  id: 'getFileVersionDownloadUrl',
  method: 'GET',
  path: '/api/files/{id}/versions/{version}/download-url',
  tag,
  summary: 'Get the download URL of a version',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { items: 'params.id' },
  ...oneVersion,
  query: z.object({
    inline: QueryBoolean.default(false).describe('Let the browser display the version instead of saving it.'),
  }),
  responses: { 200: { description: 'A signed URL.', schema: DownloadUrl } },
  errors: ['file_not_found', 'file_purged', 'version_not_found', 'too_many_requests'],
});

export const restoreFileVersion = endpoint({
  id: 'restoreFileVersion',
  method: 'POST',
  path: '/api/files/{id}/versions/{version}/restore',
  tag,
  summary: 'Restore a version',
  description:
    'Makes the version the current content under a new number. The content that was current becomes a version, so nothing is lost and no quota is needed.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'params.id' },
  ifMatch: true,
  ...oneVersion,
  responses: { 200: { description: 'The file with the restored content.', schema: Item } },
  errors: ['file_not_found', 'version_not_found'],
});

export const deleteFileVersion = endpoint({
  id: 'deleteFileVersion',
  method: 'DELETE',
  path: '/api/files/{id}/versions/{version}',
  tag,
  summary: 'Delete a version',
  description: 'Deletes the content permanently and frees its bytes.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'params.id' },
  ...oneVersion,
  responses: { 204: { description: 'Deleted.', schema: null } },
  errors: ['file_not_found', 'version_not_found'],
});
