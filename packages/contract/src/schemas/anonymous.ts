import * as z from 'zod';
import { ItemName } from '../names.ts';
import { Text } from './primitives.ts';
import { ContentType } from './uploads.ts';

const anonymousFile = {
  fileName: ItemName,
  contentType: ContentType,
  sizeBytes: z.int().positive('must be greater than 0'),
};
const captchaToken = Text.nullish().describe('Needed where a captcha is on.');
const publicListing = z.boolean().optional().describe('PUBLIC instead of SHARED. Default false.');

export const NewAnonymousUpload = z
  .strictObject({ ...anonymousFile, captchaToken, publicListing })
  .meta({ id: 'NewAnonymousUpload' });
export type NewAnonymousUpload = z.infer<typeof NewAnonymousUpload>;

export const NewAnonymousBatch = z
  .strictObject({
    files: z.array(z.strictObject(anonymousFile)).min(1).describe('At most `anonymousMaxFilesPerBatch`.'),
    captchaToken,
    publicListing,
  })
  .meta({ id: 'NewAnonymousBatch' });
export type NewAnonymousBatch = z.infer<typeof NewAnonymousBatch>;

/** What altcha's widget takes. */
export const CaptchaChallenge = z
  .object({
    algorithm: z.string(),
    challenge: z.string(),
    maxnumber: z.int(),
    salt: z.string(),
    signature: z.string(),
  })
  .meta({ id: 'CaptchaChallenge' });
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>;
