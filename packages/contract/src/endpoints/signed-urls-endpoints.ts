import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { Item, transformQuery } from '../schemas/items-schemas.ts';
import { Id, PathText } from '../schemas/primitives.ts';

export const downloadFile = endpoint({
  id: 'downloadFile',
  method: 'GET',
  path: '/files/d/{token}/{name}',
  tag: 'Bytes',
  summary: 'Download a file',
  description:
    'Serves a signed URL. Supports GET and HEAD, the conditions of RFC 9110 (`If-Match`, `If-None-Match`, `If-Modified-Since`, `If-Unmodified-Since`), one `Range` and `If-Range`. The `ETag` is the SHA-256 of the file, `Last-Modified` its modification time, or else that of its upload. A URL that was made with a `transform` sends the transformed image, without ranges. Only the token is checked; the name in the path is informational.',
  auth: 'public',
  scope: 'none',
  transport: 'bytes',
  params: z.object({ token: PathText, name: PathText }),
  unknownParam: 'file_not_found',
  responses: {
    200: { description: 'The file.', schema: null },
    206: { description: 'The requested range.', schema: null },
    304: { description: 'Not modified.', schema: null },
  },
  errors: [
    'access_denied',
    'file_not_found',
    'file_purged',
    'file_quarantined',
    'share_limit_reached',
    'transform_unsupported',
    'precondition_failed',
    'range_not_satisfiable',
    'storage_failure',
  ],
});

export const preview = endpoint({
  id: 'preview',
  method: 'GET',
  path: '/files/previews/{token}',
  tag: 'Bytes',
  summary: 'Get a thumbnail',
  description:
    'Serves the signed URL in `previewUrl`: a WebP image of at most 512 × 512 pixels. Supports GET, HEAD, `If-Match` and `If-None-Match`. The URL stops working when the file is trashed or deleted, or when the share that it was issued for is revoked.',
  auth: 'public',
  scope: 'none',
  transport: 'bytes',
  params: z.object({ token: PathText }),
  unknownParam: 'file_not_found',
  responses: {
    200: { description: 'The thumbnail.', schema: null },
    304: { description: 'Not modified.', schema: null },
  },
  errors: [
    'access_denied',
    'file_not_found',
    'file_purged',
    'file_quarantined',
    'share_limit_reached',
    'precondition_failed',
    'storage_failure',
  ],
});

export const setThumbnail = endpoint({
  id: 'setThumbnail',
  method: 'PUT',
  path: '/api/files/{id}/thumbnail',
  tag: 'Files and folders',
  summary: 'Set the thumbnail of a file',
  description: `The body is an image of at most ${limits.thumbnailBytes / 1024 / 1024} MiB: a JPEG, PNG, GIF, WebP or AVIF. It is made smaller, turned upright and stored without its metadata. For what the server makes no thumbnail of: the first page of a document, a frame of a video. It belongs to the content: a new content has none, and a restored version its own. What is no image answers 400 \`transform_unsupported\`. With \`If-Match\` it is set only for the content that it was made of.`,
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'params.id' },
  params: z.object({ id: Id }),
  unknownParam: 'file_not_found',
  ifMatch: true,
  rawBody: true,
  body: z.instanceof(Uint8Array),
  bodyBytes: limits.thumbnailBytes,
  responses: { 200: { description: 'The file, with the URL of its thumbnail.', schema: Item } },
  errors: ['file_not_found', 'transform_unsupported', 'unavailable'],
});

export const readPublicFile = endpoint({
  id: 'readPublicFile',
  method: 'GET',
  path: '/files/public/{shareToken}/{name}',
  tag: 'Bytes',
  summary: 'Get a public file',
  description:
    'Serves `publicUrl` of a file to pages of every origin. Supports GET and HEAD, the conditions of RFC 9110, one `Range` and `If-Range`. Caches keep the answer for the time that the server sets (`DRIVE_PUBLIC_MAX_AGE`); with a `v` of an older content they get the current one, for a minute. With one of the parameters `w`, `h`, `fit`, `format` and `q` an image is transformed; its answer has no ranges, and `transform_unsupported` if the file is no image that can be decoded. The name in the path is informational, and credentials are ignored. Not counted as a download. Every share that is not open to all answers 404.',
  auth: 'public',
  scope: 'none',
  transport: 'bytes',
  rateTier: 'public',
  params: z.object({ shareToken: PathText, name: PathText }),
  query: z.object({
    v: PathText.optional().describe('First 12 characters of the SHA-256 of the content.'),
    ...transformQuery,
  }),
  unknownParam: 'file_not_found',
  responses: {
    200: { description: 'The file.', schema: null },
    206: { description: 'The requested range.', schema: null },
    304: { description: 'Not modified.', schema: null },
  },
  errors: [
    'file_not_found',
    'transform_unsupported',
    'too_many_requests',
    'precondition_failed',
    'range_not_satisfiable',
    'storage_failure',
  ],
});
