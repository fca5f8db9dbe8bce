import type { Item } from '@drive/sdk';
import * as z from 'zod';

// A text that can be null is described before `nullable`: zod then writes `anyOf` with one type each, which clients with a single `type`
// understand, instead of a list of types.

/** A file or folder as assistants see it: without ids, tokens and signed URLs. */
export const Entry = z.object({
  path: z.string().describe('Path from the root. Give it to the other tools.'),
  type: z.enum(['file', 'folder']),
  size: z.int().nullable().describe('Bytes; of a folder, of everything in it.'),
  mimeType: z.string().describe('null for folders.').nullable(),
  uploadedAt: z.string().describe('When it was stored, in UTC.'),
  modifiedAt: z.string().describe('When the file was last modified where it comes from, if that is known.').nullable(),
  sha256: z.string().describe('SHA-256 of the content; null for folders.').nullable(),
  tags: z.array(z.string()),
  starred: z.boolean(),
  shared: z.boolean().describe('Whether it has a link of its own.'),
});
export type Entry = z.infer<typeof Entry>;

export const entryOf = (
  { type, size, mimeType, uploadedAt, modifiedAt, sha256, tags, starred, shareMode }: Item,
  path: string,
): Entry => ({
  path,
  type,
  size,
  mimeType,
  uploadedAt,
  modifiedAt,
  sha256,
  tags,
  starred,
  shared: shareMode !== 'PRIVATE',
});

const defaultEntries = 100;
const mostEntries = 200;
const maxCursorCharacters = 4096;

/** Arguments and result of a tool that lists in pages. */
export const pageFields = {
  limit: z.int().min(1).max(mostEntries).default(defaultEntries).describe('Most results.'),
  cursor: z
    .string()
    .max(maxCursorCharacters)
    .optional()
    .describe('nextCursor of the previous call, to go on from there.'),
};
export const nextCursor = z
  .string()
  .describe('cursor of the next call. null: there are no further results.')
  .nullable();
