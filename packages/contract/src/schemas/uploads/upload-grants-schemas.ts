import * as z from 'zod';
import { limits } from '../../limits.ts';
import { ItemName } from '../../names.ts';
import { NewMetadata, StoredMetadata, Tags } from '../metadata-schemas.ts';
import { Bytes, ClientTime, Id, list, omittable, Pagination, text, Timestamp, utf8Bytes } from '../primitives.ts';
import { InDriveOrNull, OfDrive } from '../teams/drives-schemas.ts';
import { ContentType, IfMatch, OnConflict } from '../uploads-schemas.ts';
import { AllowedType } from './allowed-type.ts';

const bytes = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** An origin as browsers send it: scheme, host and, if it is not the default, port. */
const AllowedOrigin = text(limits.grantOriginCharacters, (raw) => originOf(raw) ?? raw.trim())
  .refine((origin) => originOf(origin) === origin, 'must be an origin, like https://app.example')
  .meta({ examples: ['https://app.example'], maxLength: limits.grantOriginCharacters });

/** Apps have schemes of their own (`capacitor://localhost`), which have no origin for a URL parser. */
function originOf(raw: string): string | undefined {
  const url = URL.parse(raw.trim());
  if (url === null || url.host === '' || url.username !== '' || url.password !== '') return undefined;
  if (url.search !== '' || url.hash !== '' || (url.pathname !== '' && url.pathname !== '/')) return undefined;
  return `${url.protocol}//${url.host}`.toLowerCase();
}

const GrantData = text(limits.grantDataBytes).refine(
  (data) => utf8Bytes(data) <= limits.grantDataBytes,
  `must have at most ${limits.grantDataBytes} bytes of UTF-8`,
);

export const NewUploadGrant = z
  .strictObject({
    folderId: omittable(Id).describe('Folder that receives the files. Default: the root.'),
    driveId: InDriveOrNull,
    expiresInMinutes: omittable(z.int().min(1).max(limits.grantMinutes)).describe(
      `Minutes in which uploads can begin. Default: ${limits.grantDefaultMinutes}. Ends with the API key that creates the grant, if that is earlier.`,
    ),
    maxFiles: omittable(z.int().min(1).max(limits.grantFiles)).describe(
      'Maximum number of files. Default: 1. An upload that fails gives its place back.',
    ),
    maxFileBytes: omittable(bytes).describe('Maximum size of one file in bytes, in addition to the limit of the plan.'),
    maxTotalBytes: omittable(bytes).describe('Maximum size of all files together in bytes.'),
    allowedTypes: omittable(list(AllowedType, { min: 1, max: limits.collectionTypes })).describe(
      'Media types and endings of names that are accepted, such as `image/*`, `application/pdf` and `.csv`. The name or the declared type of a file must match one of them, and its first bytes must not contradict them. Default: all.',
    ),
    allowedOrigins: omittable(list(AllowedOrigin, { min: 1, max: limits.grantOrigins })).describe(
      'Origins of the pages that may use the grant. Requests without `Origin` come from programs and pass. Default: all.',
    ),
    onConflict: omittable(OnConflict).describe(
      'Policy if the folder contains an item of the name of an upload. Default: `rename`.',
    ),
    metadata: omittable(NewMetadata).describe(
      'Metadata of each file. Its keys win over those that the upload itself gives.',
    ),
    tags: omittable(Tags).describe('Tags of each file.'),
    data: omittable(GrantData).describe(
      `Text of the application, at most ${limits.grantDataBytes} bytes of UTF-8, that the event \`upload.completed\` contains, such as the ID of its user.`,
    ),
    share: omittable(z.boolean()).describe(
      'Share each file; its reservation contains the link. Needs the scope `shares`. Default: `false`.',
    ),
  })
  .meta({
    id: 'NewUploadGrant',
    'x-example': { allowedTypes: ['image/*'], maxFileBytes: 10_485_760, data: 'user 42' },
  });
export type NewUploadGrant = z.infer<typeof NewUploadGrant>;

export const UploadGrant = z
  .object({
    id: Id,
    prefix: z.string().describe('The first 12 characters of the token.'),
    folderId: Id.nullable().describe('Folder that receives the files. `null`: the root.'),
    driveId: OfDrive,
    expiresAt: Timestamp.describe('Uploads that have begun by then may finish.'),
    maxFiles: z.int().min(1).describe('Maximum number of files.'),
    usedFiles: z.int().min(0).describe('Files that arrived, and uploads that are open.'),
    maxFileBytes: z.int().min(1).nullable(),
    maxTotalBytes: z.int().min(1).nullable().describe('Maximum bytes of all files together. `null`: no limit.'),
    usedBytes: Bytes.describe('Bytes of the files that arrived, and of uploads that are open.'),
    allowedTypes: z.array(z.string()).nullable(),
    allowedOrigins: z
      .array(z.string())
      .nullable()
      .describe('Origins of the pages that may use the grant. `null`: all.'),
    onConflict: OnConflict.describe('Policy if the folder contains an item of the name of an upload.'),
    metadata: StoredMetadata.describe('Metadata of each file.'),
    tags: z.array(z.string()),
    data: z.string().nullable().describe('Text of the application. `null`: none.'),
    share: z.boolean().describe('Whether each file is shared.'),
    revokedAt: Timestamp.nullable().describe(
      'When it was revoked. `null`: it was not. A grant also ends with the API key that created it.',
    ),
    createdAt: Timestamp,
  })
  .meta({
    id: 'UploadGrant',
    description: 'Lets the users of an application upload files within limits, without a credential of the account.',
  });
export type UploadGrant = z.infer<typeof UploadGrant>;

export const CreatedUploadGrant = UploadGrant.extend({
  token: z.string().describe('`upg_` and 40 characters. Returned only in this response.'),
}).meta({ id: 'CreatedUploadGrant' });
export type CreatedUploadGrant = z.infer<typeof CreatedUploadGrant>;

export const UploadGrantPage = z
  .object({ uploadGrants: z.array(UploadGrant), pagination: Pagination })
  .meta({ id: 'UploadGrantPage' });

export const NewGrantedUpload = z
  .strictObject({
    fileName: ItemName,
    contentType: ContentType,
    sizeBytes: z.int().positive('must be greater than 0'),
    modifiedAt: omittable(ClientTime).describe('When the file was last modified where it comes from.'),
    metadata: omittable(NewMetadata).describe('Metadata of the file. The keys of the grant win.'),
    ifMatch: omittable(IfMatch).describe(
      'SHA-256 of the content that the upload replaces, for a grant with `onConflict: "replace"`. 412 `precondition_failed` if the file of this name has another content, or there is none.',
    ),
    ifAbsent: omittable(z.boolean()).describe(
      'Store the file only if the folder contains no item of this name: 412 `precondition_failed` otherwise. Default: `false`.',
    ),
  })
  .refine(({ ifMatch, ifAbsent }) => ifMatch === undefined || ifAbsent !== true, {
    error: 'must not be true beside ifMatch',
    path: ['ifAbsent'],
  })
  .meta({
    id: 'NewGrantedUpload',
    'x-example': { fileName: 'cat.jpg', contentType: 'image/jpeg', sizeBytes: 48_213 },
  });
export type NewGrantedUpload = z.infer<typeof NewGrantedUpload>;
