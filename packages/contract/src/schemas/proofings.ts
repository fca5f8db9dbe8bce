import * as z from 'zod';
import { limits } from '../limits.ts';
import { ContentKind } from './items.ts';
import { GuestName, linkChanges, LinkMessage, newLinkWishes } from './link-wishes.ts';
import { Bytes, Email, exampleIds, Id, list, omittable, Pagination, Timestamp } from './primitives.ts';

const maxSelections = z.int().min(1).max(limits.proofingFiles);
const fileIds = list(Id, { min: 1, max: limits.proofingFiles }).refine(
  (ids) => new Set(ids).size === ids.length,
  'must not name a file twice',
);

export const NewProofing = z
  .strictObject({
    ...newLinkWishes,
    folderId: omittable(Id).describe('Shows the files directly in it, whatever they are at the time.'),
    fileIds: omittable(fileIds).describe('Shows these, in this order.'),
    maxSelections: omittable(maxSelections).describe('So many files may be chosen at most.'),
  })
  .refine(
    ({ folderId, fileIds: ids }) => (folderId === undefined) !== (ids === undefined),
    'must name either folderId or fileIds',
  )
  .meta({ id: 'NewProofing', 'x-example': { name: 'Wedding', fileIds: exampleIds } });
export type NewProofing = z.infer<typeof NewProofing>;

export const ProofingChange = z
  .strictObject({ ...linkChanges, maxSelections: maxSelections.nullish().describe('null lifts the limit.') })
  .meta({ id: 'ProofingChange' });
export type ProofingChange = z.infer<typeof ProofingChange>;

export const Proofing = z
  .object({
    id: Id,
    token: z.string().describe('The same across all changes.'),
    url: z.string().describe('The page where clients choose.'),
    name: z.string(),
    message: z.string().nullable(),
    folderId: Id.nullable().describe('null: a proofing of single files.'),
    fileIds: z.array(Id).nullable().describe('null: a proofing of a folder.'),
    maxSelections: z.int().min(1).nullable(),
    expiresAt: Timestamp.nullable(),
    passwordProtected: z.boolean(),
    submissionCount: z.int().min(0),
    createdAt: Timestamp,
  })
  .meta({ id: 'Proofing', description: 'A link where clients choose among files.' });
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
      .describe('A signed address of a thumbnail that opens for a quarter of an hour or two.'),
  })
  .meta({ id: 'ProofFile' });
export type ProofFile = z.infer<typeof ProofFile>;

export const PublicProofing = z
  .object({
    token: z.string(),
    passwordProtected: z.boolean(),
    locked: z.boolean(),
    expiresAt: Timestamp.nullable(),
    name: z.string().optional(),
    message: z.string().nullable().optional(),
    ownerName: z.string().nullable().optional(),
    maxSelections: z.int().min(1).nullable().optional(),
    files: z.array(ProofFile).optional(),
  })
  .meta({ id: 'PublicProofing', description: 'What a client sees of a proofing. While locked only the flags.' });
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
  round: z.int().min(1).describe('1 for the first submission.'),
  clientName: z.string().nullable(),
  clientEmail: z.string().nullable(),
  comment: z.string().nullable(),
}).meta({ id: 'Submission' });
export type Submission = z.infer<typeof Submission>;

export const SubmissionPage = z
  .object({ submissions: z.array(Submission), pagination: Pagination })
  .meta({ id: 'SubmissionPage' });
