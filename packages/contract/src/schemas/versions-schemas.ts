import * as z from 'zod';
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
