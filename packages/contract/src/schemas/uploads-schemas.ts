import * as z from 'zod';
import { limits } from '../limits.ts';
import { ItemName } from '../names.ts';
import { NewMetadata, Tags } from './metadata-schemas.ts';
import { ClientTime, filledText, Id, list, omittable } from './primitives.ts';
import { InDriveOrNull } from './teams/drives-schemas.ts';

const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *;[\x20-\x7e]*)?$/;

/** `type/subtype` with optional parameters. Any other text that is not blank becomes `application/octet-stream`. */
export const ContentType = filledText(limits.contentTypeCharacters)
  .overwrite((type) => (mediaType.test(type) ? type : 'application/octet-stream'))
  .meta({
    minLength: 1,
    maxLength: limits.contentTypeCharacters,
    description: 'A media type. Any other text that is not blank becomes `application/octet-stream`.',
    examples: ['application/pdf'],
  });

/** Part of the description of the endpoints that receive the bytes of a file. */
export const declaredDigests =
  'Digests in the headers `Repr-Digest` or `Content-Digest` (`sha-256=:…:`, RFC 9530), `Content-MD5` and `OC-Checksum` (`SHA1:…`, `MD5:…` or `SHA256:…` in hex) are verified before anything is stored. A part of a file (`Content-Range`) answers 400, a `Content-Encoding` other than `identity` 415.';

/** The SHA-256 of a content, as a condition. */
export const IfMatch = z
  .string()
  .max(limits.codeCharacters, { abort: true })
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal');

export const OnConflict = z.enum(['rename', 'replace', 'fail']);
/** The action of an upload if its folder contains an item of its name. */
export type OnConflict = z.infer<typeof OnConflict>;

const replacedAnnotations =
  'If the upload replaces a file, they take the place of those of the file; without any, it keeps its own.';

export const NewUpload = z
  .strictObject({
    fileName: ItemName,
    contentType: ContentType,
    fileSizeBytes: z.int().positive('must be greater than 0'),
    parentFolderId: omittable(Id).describe('Destination folder. Default: the root.'),
    driveId: InDriveOrNull,
    modifiedAt: omittable(ClientTime).describe(
      'When the file was last modified where it comes from. Stored with the item. Fractions of a millisecond are cut off.',
    ),
    autoShare: omittable(z.boolean()).describe(
      'Share the file immediately; the response contains the link. Default: `false`.',
    ),
    publicListing: omittable(z.boolean()).describe(
      'With `autoShare`: share with mode PUBLIC instead of SHARED. Default: `false`.',
    ),
    onConflict: omittable(OnConflict).describe(
      'Policy if the folder contains an item of this name when the upload completes. `rename` stores the file as `name (1).ext`. `replace` makes the bytes the new content of the file of this name, which keeps its ID, links, slug, likes and comments; its old content becomes a version. `fail` answers 409 `name_conflict`, as `replace` does if the item is a folder. Default: `rename`.',
    ),
    ifMatch: omittable(IfMatch).describe(
      'SHA-256 of the content that the upload replaces. If the file of this name has another content, or there is none, the answer is 412 `precondition_failed` and nothing changes: here, and when the upload completes. Implies `onConflict: "replace"`.',
    ),
    ifAbsent: omittable(z.boolean()).describe(
      'Store the file only if the folder contains no item of this name: 412 `precondition_failed` otherwise, here and when the upload completes. Default: `false`.',
    ),
    metadata: omittable(NewMetadata).describe(
      `Metadata of the file. ${replacedAnnotations} Its bytes count in the quota.`,
    ),
    tags: omittable(Tags).describe(`Tags of the file. ${replacedAnnotations}`),
  })
  .refine(({ ifMatch, onConflict = 'replace' }) => ifMatch === undefined || onConflict === 'replace', {
    error: 'must be replace, or omitted, with ifMatch',
    path: ['onConflict'],
  })
  .refine(({ ifMatch, ifAbsent }) => ifMatch === undefined || ifAbsent !== true, {
    error: 'must not be true beside ifMatch',
    path: ['ifAbsent'],
  })
  .meta({ id: 'NewUpload' });
export type NewUpload = z.infer<typeof NewUpload>;

export const NewUploadBatch = z
  .strictObject({ files: list(NewUpload, { min: 1, max: limits.uploadBatch }) })
  .meta({ id: 'NewUploadBatch' });

export const UploadReservation = z
  .object({
    sessionId: Id,
    fileId: Id.describe(
      'ID of the file that the upload creates. An upload that replaces the content of a file keeps that file’s ID: its status tells it.',
    ),
    uploadUrl: z.string().describe('URL that accepts the bytes with `PUT`. Needs no other credential.'),
    directUrl: z
      .string()
      .nullable()
      .describe(
        'URL of the object storage that accepts the same `PUT`, with exactly the reserved number of bytes. Then query the status, which makes the bytes a file. Send them to `uploadUrl` if the storage cannot be reached; the upload completes once, by whichever comes first. `null` unless the server has direct uploads on, for visitors, and for files of more than 5 GiB.',
      ),
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
    fileId: Id.nullable().describe(
      'ID of the new file, or of the file whose content the upload replaced. `null` until the upload is complete.',
    ),
    fileName: z
      .string()
      .nullable()
      .describe(
        'Name of the stored file, which differs from the requested name if that name was taken. `null` until the upload is complete.',
      ),
  })
  .meta({ id: 'UploadStatus' });
export type UploadStatus = z.infer<typeof UploadStatus>;
