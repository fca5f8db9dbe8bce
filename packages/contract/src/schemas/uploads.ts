import * as z from 'zod';
import { ItemName } from '../names.ts';
import { limits } from '../limits.ts';
import { filledText, Id, list, omittable } from './primitives.ts';

const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *;[\x20-\x7e]*)?$/;

/** `type/subtype` with optional parameters. Anything else that is not blank is taken as `application/octet-stream`. */
export const ContentType = filledText(limits.contentTypeCharacters)
  .overwrite((type) => (mediaType.test(type) ? type : 'application/octet-stream'))
  .meta({
    minLength: 1,
    maxLength: limits.contentTypeCharacters,
    description: 'A media type; anything else that is not blank counts as `application/octet-stream`.',
    examples: ['application/pdf'],
  });

export const NewUpload = z
  .strictObject({
    fileName: ItemName,
    contentType: ContentType,
    fileSizeBytes: z.int().positive('must be greater than 0'),
    parentFolderId: omittable(Id).describe('The folder it goes to; the root without it.'),
    autoShare: omittable(z.boolean()).describe('Share the file at once; the answer carries the link. Default false.'),
    publicListing: omittable(z.boolean()).describe('With autoShare: PUBLIC instead of SHARED. Default false.'),
  })
  .meta({ id: 'NewUpload' });
export type NewUpload = z.infer<typeof NewUpload>;

export const NewUploadBatch = z
  .strictObject({ files: list(NewUpload, { min: 1, max: limits.uploadBatch }) })
  .meta({ id: 'NewUploadBatch' });

export const UploadReservation = z
  .object({
    sessionId: Id,
    fileId: Id.describe('The id of the file that the upload creates.'),
    uploadUrl: z.string().describe('Takes the bytes by PUT; needs no credential.'),
    directUrl: z
      .string()
      .nullable()
      .describe('A presigned address of an object store that takes the same PUT; null with disk storage.'),
    shareToken: z.string().nullable(),
    shortUrl: z.string().nullable(),
  })
  .meta({ id: 'UploadReservation' });
export type UploadReservation = z.infer<typeof UploadReservation>;

export const UploadReservations = z.object({ files: z.array(UploadReservation) }).meta({ id: 'UploadReservations' });

export const UploadStatus = z
  .object({
    sessionId: Id,
    status: z.enum(['PENDING', 'UPLOADING', 'COMPLETE', 'FAILED']),
    fileId: Id.nullable().describe('null until complete.'),
    fileName: z.string().nullable().describe('The name it got, which a sibling may have changed; null until complete.'),
  })
  .meta({ id: 'UploadStatus' });
export type UploadStatus = z.infer<typeof UploadStatus>;
