import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Item } from '../../schemas/items-schemas.ts';
import { ClientTime, Id, PathText, QueryBoolean } from '../../schemas/primitives.ts';
import { InDrive } from '../../schemas/teams/drives-schemas.ts';
import { ContentType, declaredDigests, OnConflict } from '../../schemas/uploads-schemas.ts';

const rawPath = z.object({
  path: PathText.describe(
    'Path of the file from the root: names separated by slashes, each percent-encoded as UTF-8. May contain slashes.',
  ),
});
const beginsIn = Id.optional().describe('The folder that the path begins in. Default: the root.');

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
  driveRoot: 'query.folderId',
  transport: 'bytes',
  params: rawPath,
  query: z.object({
    folderId: beginsIn,
    driveId: InDrive,
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
  driveRoot: 'query.folderId',
  transport: 'bytes',
  params: rawPath,
  query: z.object({ folderId: beginsIn, driveId: InDrive }),
  responses: {
    200: { description: 'The file.', schema: null },
    206: { description: 'The requested range.', schema: null },
    304: { description: 'Not modified.', schema: null },
  },
  errors: ['file_not_found', 'folder_not_found', 'precondition_failed', 'range_not_satisfiable', 'storage_failure'],
});
