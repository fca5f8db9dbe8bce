import * as z from 'zod';
import { ItemName } from '../names.ts';
import { limits } from '../limits.ts';
import { GuestName, linkChanges, newLinkWishes } from './link-wishes.ts';
import { Bytes, Email, Id, list, omittable, Pagination, text, Timestamp } from './primitives.ts';
import { ContentType } from './uploads.ts';

/** As in the `accept` of a browser's file field: `.pdf`, `application/pdf`, `image/*`. */
export const AllowedType = text(limits.allowedTypeCharacters, (raw) => raw.trim().toLowerCase())
  .regex(
    /^(\.[^\s./\\,;]+(\.[^\s./\\,;]+)*|[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+))$/u,
    'must be like .pdf, application/pdf or image/*',
  )
  .meta({ examples: ['.pdf', 'image/*'], pattern: undefined, maxLength: limits.allowedTypeCharacters });

const maxFiles = z.int().min(1).max(limits.collectionFiles);
const maxFileBytes = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const allowedTypes = list(AllowedType, { min: 1, max: limits.collectionTypes });

export const NewCollection = z
  .strictObject({
    ...newLinkWishes,
    folderId: omittable(Id).describe(
      'Where files land; null or omitted: a folder is made, of the name of the request.',
    ),
    maxFiles: omittable(maxFiles).describe('So many files are taken, of everybody together.'),
    maxFileBytes: omittable(maxFileBytes).describe('Beside what the owner’s plan allows.'),
    allowedTypes: omittable(allowedTypes).describe('A file is taken when its name or its media type fits one of them.'),
    requireName: omittable(z.boolean()).describe('Whoever sends a file has to give a name. Default false.'),
  })
  .meta({ id: 'NewCollection', 'x-example': { name: 'Photos of the wedding' } });
export type NewCollection = z.infer<typeof NewCollection>;

export const CollectionChange = z
  .strictObject({
    ...linkChanges,
    folderId: omittable(Id).describe('Where files land from now on.'),
    maxFiles: maxFiles.nullish().describe('null lifts the limit.'),
    maxFileBytes: maxFileBytes.nullish().describe('null lifts the limit.'),
    allowedTypes: allowedTypes.nullish().describe('null: all.'),
    requireName: omittable(z.boolean()),
  })
  .meta({ id: 'CollectionChange' });
export type CollectionChange = z.infer<typeof CollectionChange>;

export const Collection = z
  .object({
    id: Id,
    token: z.string().describe('The same across all changes.'),
    url: z.string().describe('The page where files are sent.'),
    name: z.string(),
    message: z.string().nullable(),
    folderId: Id.nullable().describe('null: the folder is gone, and the link closed until it has another.'),
    expiresAt: Timestamp.nullable(),
    passwordProtected: z.boolean(),
    maxFiles: z.int().min(1).nullable(),
    maxFileBytes: z.int().min(1).nullable(),
    allowedTypes: z.array(z.string()).nullable(),
    requireName: z.boolean(),
    fileCount: z.int().min(0).describe('Files that have come.'),
    pendingCount: z.int().min(0).describe('Files that are reserved and not there yet. They count for `maxFiles`.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Collection', description: 'A file request: a link where others send files to its owner.' });
export type Collection = z.infer<typeof Collection>;

export const CollectionPage = z
  .object({ collections: z.array(Collection), pagination: Pagination })
  .meta({ id: 'CollectionPage' });

export const CollectedFile = z
  .object({
    fileId: Id,
    fileName: z.string().describe('The name it got when it came.'),
    sizeBytes: Bytes,
    uploaderName: z.string().nullable().describe('As its sender says.'),
    uploaderEmail: z.string().nullable().describe('As its sender says.'),
    uploadedAt: Timestamp,
  })
  .meta({ id: 'CollectedFile', description: 'A file that came in by a file request, and who says to have sent it.' });
export type CollectedFile = z.infer<typeof CollectedFile>;

export const CollectedFilePage = z
  .object({ uploads: z.array(CollectedFile), pagination: Pagination })
  .meta({ id: 'CollectedFilePage' });

export const PublicCollection = z
  .object({
    token: z.string(),
    passwordProtected: z.boolean(),
    locked: z.boolean(),
    expiresAt: Timestamp.nullable(),
    name: z.string().optional(),
    message: z.string().nullable().optional(),
    ownerName: z.string().nullable().optional(),
    full: z.boolean().optional().describe('It takes no more files.'),
    maxFileBytes: Bytes.optional(),
    allowedTypes: z.array(z.string()).nullable().optional(),
    requireName: z.boolean().optional(),
  })
  .meta({
    id: 'PublicCollection',
    description:
      'What a stranger sees of a file request, and nothing that others have sent. While locked only the flags.',
  });
export type PublicCollection = z.infer<typeof PublicCollection>;

export const NewCollectedUpload = z
  .strictObject({
    fileName: ItemName,
    contentType: ContentType,
    sizeBytes: z.int().positive('must be greater than 0'),
    uploaderName: omittable(GuestName),
    uploaderEmail: omittable(Email),
  })
  .meta({ id: 'NewCollectedUpload' });
export type NewCollectedUpload = z.infer<typeof NewCollectedUpload>;
