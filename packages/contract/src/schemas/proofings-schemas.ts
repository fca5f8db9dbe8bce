import * as z from 'zod';
import { Email } from '../emails.ts';
import { limits } from '../limits.ts';
import { ContentKind, Item } from './items-schemas.ts';
import { GuestName, linkChanges, LinkMessage, newLinkFields, ownLinkFields, publicLinkFields } from './link-fields.ts';
import { Bytes, exampleIds, Id, list, omittable, Pagination, Timestamp } from './primitives.ts';
import { OfDrive } from './teams/drives-schemas.ts';

const maxSelections = z.int().min(1).max(limits.proofingFiles);
const fileIds = list(Id, { min: 1, max: limits.proofingFiles }).refine(
  (ids) => new Set(ids).size === ids.length,
  'must not name a file twice',
);

export const NewProofing = z
  .strictObject({
    ...newLinkFields,
    folderId: omittable(Id).describe('Show the files that are directly in this folder when the link is opened.'),
    fileIds: omittable(fileIds).describe('Show these files, in this order.'),
    maxSelections: omittable(maxSelections).describe('Maximum number of files in a selection. Default: no limit.'),
  })
  .refine(
    ({ folderId, fileIds: ids }) => (folderId === undefined) !== (ids === undefined),
    'must name either folderId or fileIds',
  )
  .meta({ id: 'NewProofing', 'x-example': { name: 'Wedding', fileIds: exampleIds } });
export type NewProofing = z.infer<typeof NewProofing>;

export const ProofingChange = z
  .strictObject({ ...linkChanges, maxSelections: maxSelections.nullish().describe('`null` removes the limit.') })
  .meta({ id: 'ProofingChange' });
export type ProofingChange = z.infer<typeof ProofingChange>;

export const Proofing = z
  .object({
    ...ownLinkFields('the page where clients select files'),
    folderId: Id.nullable().describe('`null` if the proofing shows individual files.'),
    fileIds: z.array(Id).nullable().describe('`null` if the proofing shows a folder.'),
    driveId: OfDrive,
    maxSelections: z.int().min(1).nullable(),
    expiresAt: Timestamp.nullable(),
    passwordProtected: z.boolean(),
    submissionCount: z.int().min(0),
    createdAt: Timestamp,
  })
  .meta({ id: 'Proofing', description: 'A proofing: a link to a gallery from which clients select files.' });
export type Proofing = z.infer<typeof Proofing>;

export const ProofingPage = z
  .object({ proofings: z.array(Proofing), pagination: Pagination })
  .meta({ id: 'ProofingPage' });

export const ProofFile = z
  .object({
    id: Id,
    name: z.string(),
    size: Bytes,
    mimeType: z.string().nullable(),
    contentKind: ContentKind,
    previewUrl: z
      .string()
      .nullable()
      .describe(
        'Signed URL of the thumbnail, valid for 15 to 30 minutes. `null` if there is no thumbnail, or not yet.',
      ),
  })
  .meta({ id: 'ProofFile' });
export type ProofFile = z.infer<typeof ProofFile>;

export const PublicProofing = z
  .object({
    ...publicLinkFields,
    maxSelections: z.int().min(1).nullable().optional(),
    files: z.array(ProofFile).optional(),
  })
  .meta({
    id: 'PublicProofing',
    description: 'A proofing as clients see it. While it is locked, only the token, the expiry and the flags.',
  });
export type PublicProofing = z.infer<typeof PublicProofing>;

export const NewSubmission = z
  .strictObject({
    fileIds,
    clientName: omittable(GuestName),
    clientEmail: omittable(Email),
    comment: omittable(LinkMessage),
  })
  .meta({ id: 'NewSubmission' });
export type NewSubmission = z.infer<typeof NewSubmission>;

export const Submitted = z
  .object({ id: Id, round: z.int().min(1), fileIds: z.array(Id), createdAt: Timestamp })
  .meta({ id: 'Submitted' });
export type Submitted = z.infer<typeof Submitted>;

export const Submission = Submitted.extend({
  round: z.int().min(1).describe('Number of the submission, starting at 1.'),
  clientName: z.string().nullable(),
  clientEmail: z.string().nullable(),
  comment: z.string().nullable(),
}).meta({ id: 'Submission' });
export type Submission = z.infer<typeof Submission>;

export const SubmissionWithFiles = Submission.extend({
  files: z.array(Item).describe('The selected files that still exist and are not in the trash, as selected.'),
}).meta({ id: 'SubmissionWithFiles' });
export type SubmissionWithFiles = z.infer<typeof SubmissionWithFiles>;

export const SubmissionPage = z
  .object({ submissions: z.array(Submission), pagination: Pagination })
  .meta({ id: 'SubmissionPage' });
