import * as z from 'zod';
import { Item } from './items-schemas.ts';
import { Bytes, Pagination, Timestamp } from './primitives.ts';

export const FileVersion = z
  .object({
    version: z
      .int()
      .min(1)
      .describe('Number of the content, unique within the file. A newer content has a higher number.'),
    size: Bytes,
    mimeType: z.string(),
    sha256: z.string().nullable().describe('SHA-256 of the content in lower-case hexadecimal.'),
    modifiedAt: Timestamp.nullable().describe('The modification time that the client gave with this content.'),
    uploadedAt: Timestamp,
    replacedAt: Timestamp.describe('When another content replaced this one.'),
  })
  .meta({ id: 'FileVersion', description: 'A content that a file had before its current one.' });
export type FileVersion = z.infer<typeof FileVersion>;

export const FileVersionPage = z
  .object({ versions: z.array(FileVersion), pagination: Pagination })
  .meta({ id: 'FileVersionPage' });
export type FileVersionPage = z.infer<typeof FileVersionPage>;

export const DeletedVersions = z
  .object({
    versions: z.int().min(0).describe('Number of versions that were deleted.'),
    bytes: Bytes.describe('Sum of their sizes, which no longer counts in the quota.'),
  })
  .meta({ id: 'DeletedVersions' });
export type DeletedVersions = z.infer<typeof DeletedVersions>;

export const StoredFile = z
  .object({
    item: Item.describe('The file.'),
    path: z.string().describe('Path from the root: `/Photos/2026/sea.jpg`. Ends with the name.'),
    versions: z.int().min(0).describe('Number of its versions.'),
    versionBytes: Bytes.describe('Sum of the sizes of its versions, without the current content.'),
  })
  .meta({ id: 'StoredFile', description: 'A file with what it uses of the storage.' });
export type StoredFile = z.infer<typeof StoredFile>;

export const StoredFilePage = z
  .object({
    files: z.array(StoredFile).describe('Files with their paths and their versions.'),
    pagination: z.object({
      nextCursor: z.string().nullable().describe('Pass it as `cursor` to get the next page. `null` at the end.'),
    }),
  })
  .meta({ id: 'StoredFilePage' });
export type StoredFilePage = z.infer<typeof StoredFilePage>;
