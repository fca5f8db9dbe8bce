import * as z from 'zod';
import { limits } from '../limits.ts';
import { Bytes, Id, list, omittable, Timestamp } from './primitives.ts';

export const NewArchive = z
  .strictObject({
    fileIds: list(Id, { min: 1, max: limits.archiveFiles }).describe('Files only. One given twice counts once.'),
  })
  .meta({ id: 'NewArchive' });

export const ArchiveOfShare = z
  .strictObject({
    fileIds: omittable(list(Id, { min: 1, max: limits.archiveFiles })).describe(
      'All of the share without them. One given twice counts once.',
    ),
  })
  .meta({ id: 'ArchiveOfShare' });

export const ArchiveUrl = z
  .object({
    downloadUrl: z.string().describe('Good for one download, without any other credential.'),
    fileCount: z.int().min(0),
    totalBytes: Bytes,
    expiresAt: Timestamp,
  })
  .meta({ id: 'ArchiveUrl' });
export type ArchiveUrl = z.infer<typeof ArchiveUrl>;
