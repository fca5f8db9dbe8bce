import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { DownloadUrl, Item } from '../schemas/items-schemas.ts';
import { Id, PathText, QueryBoolean, QueryPositive, pageQuery, text } from '../schemas/primitives.ts';
import { InDrive } from '../schemas/teams/drives-schemas.ts';
import { DeletedVersions, FileVersionPage, StoredFilePage } from '../schemas/versions-schemas.ts';

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

export const deleteFileVersions = endpoint({
  id: 'deleteFileVersions',
  method: 'DELETE',
  path: '/api/files/{id}/versions',
  tag,
  summary: 'Delete all versions of a file',
  description:
    'Deletes every content but the current one permanently, and frees the bytes. A file without versions stays as it is.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'params.id' },
  params: z.object({ id: Id }),
  unknownParam: 'file_not_found',
  responses: { 200: { description: 'What was deleted.', schema: DeletedVersions } },
  errors: ['file_not_found'],
});

export const listStoredFiles = endpoint({
  id: 'listStoredFiles',
  method: 'GET',
  path: '/api/me/usage/files',
  tag: 'Account',
  summary: 'List the files that use the most storage',
  description:
    'Lists files that are not in the trash: by the bytes of their versions, those with the most first; or the largest by their current content, from 1 MiB on. `driveId` lists those of a team drive of which the caller is a manager. A page can be shorter than `limit` before the end.',
  auth: 'required',
  scope: 'files:read',
  query: z.object({
    by: z
      .enum(['versions', 'size'])
      .default('versions')
      .describe('Bytes to sort by: those of the versions, or of the current content.'),
    driveId: InDrive,
    limit: QueryPositive.default(limits.defaultPageSize).describe(
      'Most files of a page. A value above the server’s maximum is reduced to it.',
    ),
    cursor: text(limits.pathCharacters)
      .min(1)
      .optional()
      .describe('`pagination.nextCursor` of the previous page, with the same other parameters except `limit`.'),
  }),
  hidesCursor: true,
  responses: { 200: { description: 'One page of files.', schema: StoredFilePage } },
  errors: ['drive_not_found', 'access_denied'],
});
