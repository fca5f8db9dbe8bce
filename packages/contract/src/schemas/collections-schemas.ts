import * as z from 'zod';
import { Email } from '../emails.ts';
import { limits } from '../limits.ts';
import { ItemName } from '../names.ts';
import { GuestName, linkChanges, newLinkFields, ownLinkFields, publicLinkFields } from './link-fields.ts';
import { Bytes, ClientTime, Id, list, omittable, Pagination, Timestamp } from './primitives.ts';
import { InDriveOrNull, OfDrive } from './teams/drives-schemas.ts';
import { ContentType } from './uploads-schemas.ts';
import { AllowedType } from './uploads/allowed-type.ts';

const maxFiles = z.int().min(1).max(limits.collectionFiles);
const maxFileBytes = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const allowedTypes = list(AllowedType, { min: 1, max: limits.collectionTypes });

export const NewCollection = z
  .strictObject({
    ...newLinkFields,
    folderId: omittable(Id).describe(
      'Folder that receives the files. If `null` or omitted, a folder with the name of the file request is created.',
    ),
    driveId: InDriveOrNull,
    maxFiles: omittable(maxFiles).describe('Maximum number of files from all visitors together. Default: no limit.'),
    maxFileBytes: omittable(maxFileBytes).describe(
      'Maximum size of one file in bytes, in addition to the limit of the owner’s plan.',
    ),
    allowedTypes: omittable(allowedTypes).describe(
      'A file is accepted if its name or its media type matches one of these. Default: all types.',
    ),
    requireName: omittable(z.boolean()).describe('Require the sender’s name. Default: `false`.'),
  })
  .meta({ id: 'NewCollection', 'x-example': { name: 'Photos of the wedding' } });
export type NewCollection = z.infer<typeof NewCollection>;

export const CollectionChange = z
  .strictObject({
    ...linkChanges,
    folderId: omittable(Id).describe('Folder that receives the files from now on.'),
    maxFiles: maxFiles.nullish().describe('`null` removes the limit.'),
    maxFileBytes: maxFileBytes.nullish().describe('`null` removes the limit.'),
    allowedTypes: allowedTypes.nullish().describe('`null` allows all types.'),
    requireName: omittable(z.boolean()),
  })
  .meta({ id: 'CollectionChange' });
export type CollectionChange = z.infer<typeof CollectionChange>;

export const Collection = z
  .object({
    ...ownLinkFields('the upload page'),
    folderId: Id.nullable().describe(
      '`null` if the folder is deleted; the link is closed until another folder is set.',
    ),
    driveId: OfDrive,
    expiresAt: Timestamp.nullable(),
    passwordProtected: z.boolean(),
    maxFiles: z.int().min(1).nullable(),
    maxFileBytes: z.int().min(1).nullable(),
    allowedTypes: z.array(z.string()).nullable(),
    requireName: z.boolean(),
    fileCount: z.int().min(0).describe('Number of uploaded files.'),
    pendingCount: z
      .int()
      .min(0)
      .describe('Number of reserved files that are not yet uploaded. They count toward `maxFiles`.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Collection', description: 'A file request: a link through which others upload files to its owner.' });
export type Collection = z.infer<typeof Collection>;

export const CollectionPage = z
  .object({ collections: z.array(Collection), pagination: Pagination })
  .meta({ id: 'CollectionPage' });

export const CollectedFile = z
  .object({
    fileId: Id,
    fileName: z.string().describe('Name of the file when it was uploaded.'),
    sizeBytes: Bytes,
    uploaderName: z.string().nullable().describe('Given by the sender; not verified.'),
    uploaderEmail: z.string().nullable().describe('Given by the sender; not verified.'),
    uploadedAt: Timestamp,
  })
  .meta({
    id: 'CollectedFile',
    description: 'A file that was uploaded through a file request, and its sender as stated.',
  });
export type CollectedFile = z.infer<typeof CollectedFile>;

export const CollectedFilePage = z
  .object({ uploads: z.array(CollectedFile), pagination: Pagination })
  .meta({ id: 'CollectedFilePage' });

export const PublicCollection = z
  .object({
    ...publicLinkFields,
    full: z.boolean().optional().describe('Whether the maximum number of files is reached.'),
    maxFileBytes: Bytes.optional(),
    allowedTypes: z.array(z.string()).nullable().optional(),
    requireName: z.boolean().optional(),
  })
  .meta({
    id: 'PublicCollection',
    description:
      'A file request as visitors see it, without the files of others. While it is locked, only the token, the expiry and the flags.',
  });
export type PublicCollection = z.infer<typeof PublicCollection>;

export const NewCollectedUpload = z
  .strictObject({
    fileName: ItemName,
    contentType: ContentType,
    sizeBytes: z.int().positive('must be greater than 0'),
    modifiedAt: omittable(ClientTime).describe('When the file was last modified where it comes from.'),
    uploaderName: omittable(GuestName),
    uploaderEmail: omittable(Email),
  })
  .meta({ id: 'NewCollectedUpload' });
export type NewCollectedUpload = z.infer<typeof NewCollectedUpload>;
