import * as z from 'zod';
import { limits } from '../limits.ts';
import { Bytes, exampleIds, Id, list, omittable, Timestamp } from './primitives.ts';

const idsIn = ({ fileIds, folderIds }: ArchivedIds): number => (fileIds?.length ?? 0) + (folderIds?.length ?? 0);
interface ArchivedIds {
  readonly fileIds?: readonly string[] | undefined;
  readonly folderIds?: readonly string[] | undefined;
}

export const NewArchive = z
  .strictObject({
    fileIds: omittable(list(Id, { max: limits.archiveFiles })).describe(
      'IDs of files, not folders. Required without `folderIds`. Duplicates count once.',
    ),
    folderIds: omittable(list(Id, { max: limits.archiveFiles })).describe(
      'IDs of folders, each of which becomes a tree with everything below it, however many files. Duplicates count once.',
    ),
  })
  .refine((ids) => idsIn(ids) >= 1, { error: 'must have at least 1 ID, or folderIds', path: ['fileIds'] })
  .refine((ids) => idsIn(ids) <= limits.archiveFiles, {
    error: `must have at most ${limits.archiveFiles} IDs, together with folderIds`,
    path: ['fileIds'],
  })
  .meta({ id: 'NewArchive', 'x-example': { fileIds: [exampleIds[0]], folderIds: [exampleIds[1]] } });

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
