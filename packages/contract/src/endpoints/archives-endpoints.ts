import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { ArchiveUrl, NewArchive } from '../schemas/archives-schemas.ts';
import { PathText } from '../schemas/primitives.ts';

export const createArchive = endpoint({
  id: 'createArchive',
  method: 'POST',
  path: '/api/files/archive',
  tag: 'Files and folders',
  summary: 'Create a ZIP archive of files and folders',
  description:
    'Contains up to 200 of the caller’s files and folders, and everything in these folders. A single folder is the top of the ZIP, as in the archive of its share; of several, each is a folder of the ZIP. Entries have the modification time of their file, and empty folders are kept. `archive_size_exceeded` also returns `actual_bytes` and `cap_bytes`.',
  auth: 'required',
  scope: 'files:read',
  folderKeys: { items: ['body.fileIds', 'body.folderIds'] },
  body: NewArchive,
  responses: { 200: { description: 'A signed URL for one download.', schema: ArchiveUrl } },
  errors: ['access_denied', 'archive_size_exceeded', 'file_quarantined', 'storage_failure'],
});

export const downloadArchive = endpoint({
  id: 'downloadArchive',
  method: 'GET',
  path: '/files/archives/{token}/{name}',
  tag: 'Bytes',
  summary: 'Download a ZIP archive',
  description:
    'The first GET consumes the URL; later ones answer `archive_consumed`. HEAD, and a GET whose condition (`If-Match`, `If-None-Match`, `If-Modified-Since`, `If-Unmodified-Since`) does not hold, do not consume it; `Range` is ignored. Entries are stored without compression, so that the response has a `Content-Length`.',
  auth: 'public',
  scope: 'none',
  transport: 'bytes',
  params: z.object({ token: PathText, name: PathText }),
  unknownParam: 'file_not_found',
  responses: {
    200: { description: 'The ZIP archive.', schema: null },
    304: { description: 'Not modified.', schema: null },
  },
  errors: [
    'access_denied',
    'file_not_found',
    'file_purged',
    'file_quarantined',
    'archive_consumed',
    'share_limit_reached',
    'precondition_failed',
    'storage_failure',
  ],
});
