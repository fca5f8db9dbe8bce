import * as z from 'zod';
import { limits } from '../limits.ts';
import { Bytes, Id, list, omittable, Timestamp } from './primitives.ts';

export const NewArchive = z
  .strictObject({
    fileIds: list(Id, { min: 1, max: limits.archiveFiles }).describe(
      'IDs of files, not folders. Duplicates count once.',
    ),
  })
  .meta({ id: 'NewArchive' });

export const ArchiveOfShare = z
  .strictObject({
    fileIds: omittable(list(Id, { min: 1, max: limits.archiveFiles })).describe(
      'IDs of files. Default: all files of the share. Duplicates count once.',
    ),
  })
  .meta({ id: 'ArchiveOfShare' });

export const ArchiveUrl = z
  .object({
    downloadUrl: z.string().describe('Signed URL for one download. Needs no other credential.'),
    fileCount: z.int().min(0),
    totalBytes: Bytes,
    expiresAt: Timestamp,
  })
  .meta({ id: 'ArchiveUrl' });
export type ArchiveUrl = z.infer<typeof ArchiveUrl>;
