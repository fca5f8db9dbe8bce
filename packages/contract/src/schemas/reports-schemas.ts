import * as z from 'zod';
import { Email } from '../emails.ts';
import { limits } from '../limits.ts';
import { AdminFile, FileOwner } from './admin-content-schemas.ts';
import { cleanComment } from './feedback-schemas.ts';
import { Id, omittable, Pagination, text, Timestamp } from './primitives.ts';

/** Stored in rows, so a name never changes. */
export const reportReasons = ['malware', 'copyright', 'illegal', 'privacy', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const NewReport = z
  .strictObject({
    reason: z
      .enum(reportReasons)
      .describe('`malware`: malware or phishing. `privacy`: personal data that should not be here.'),
    message: omittable(text(limits.reportCharacters, cleanComment)).describe('Plain text for the administrators.'),
    email: omittable(Email).describe('Address at which the visitor can be asked. Not verified.'),
    fileId: omittable(Id).describe(
      'File of the share that the report is about. Omitted: the file of a share of a single file, otherwise everything at the link.',
    ),
  })
  .meta({ id: 'NewReport', 'x-example': { reason: 'malware', message: 'The installer is infected.' } });
export type NewReport = z.infer<typeof NewReport>;

export const Report = z
  .object({
    id: Id,
    reason: z.enum(reportReasons),
    message: z.string().nullable(),
    email: z.string().nullable().describe('Not verified.'),
    createdAt: Timestamp,
    shareName: z.string().nullable().describe('Name of the shared item. `null`: several files, or it is deleted.'),
    owner: FileOwner.nullable().describe('Owner of the share. `null`: it was created without an account.'),
    file: AdminFile.nullable().describe('`null`: the report is about everything at the link, or the file is deleted.'),
  })
  .meta({
    id: 'Report',
    description: 'A report of a visitor about a share. Does not give access to the share: there is no link.',
  });
export type Report = z.infer<typeof Report>;

export const ReportPage = z.object({ reports: z.array(Report), pagination: Pagination }).meta({ id: 'ReportPage' });
export type ReportPage = z.infer<typeof ReportPage>;
