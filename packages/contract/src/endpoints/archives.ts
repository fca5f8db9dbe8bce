import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { ArchiveUrl, NewArchive } from '../schemas/archives.ts';
import { PathText } from '../schemas/primitives.ts';

export const createArchive = endpoint({
  id: 'createArchive',
  method: 'POST',
  path: '/api/files/archive',
  tag: 'Files and folders',
  summary: 'A ZIP of up to 200 own files',
  description: 'Over the cap the error adds `actual_bytes` and `cap_bytes`.',
  auth: 'required',
  body: NewArchive,
  responses: { 200: { description: 'Where it can be fetched, once.', schema: ArchiveUrl } },
  errors: ['access_denied', 'archive_size_exceeded', 'storage_failure'],
});

export const downloadArchive = endpoint({
  id: 'downloadArchive',
  method: 'GET',
  path: '/files/archives/{token}/{name}',
  tag: 'Bytes',
  summary: 'The ZIP behind its address',
  description: 'The first GET consumes the address; HEAD does not. Entries are stored, so the length is known.',
  auth: 'public',
  transport: 'bytes',
  params: z.object({ token: PathText, name: PathText }),
  unknownParam: 'file_not_found',
  responses: { 200: { description: 'The ZIP.', schema: null } },
  errors: [
    'access_denied',
    'file_not_found',
    'file_purged',
    'file_quarantined',
    'archive_consumed',
    'share_limit_reached',
    'storage_failure',
  ],
});
