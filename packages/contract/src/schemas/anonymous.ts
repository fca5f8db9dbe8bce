import * as z from 'zod';
import { limits } from '../limits.ts';
import { ItemName } from '../names.ts';
import { CaptchaToken, list, omittable } from './primitives.ts';
import { ContentType } from './uploads.ts';

const anonymousFile = {
  fileName: ItemName,
  contentType: ContentType,
  sizeBytes: z.int().positive('must be greater than 0'),
};
const captchaToken = omittable(CaptchaToken).describe('Needed where a captcha is on.');
const publicListing = omittable(z.boolean()).describe('PUBLIC instead of SHARED. Default false.');

export const NewAnonymousUpload = z
  .strictObject({ ...anonymousFile, captchaToken, publicListing })
  .meta({ id: 'NewAnonymousUpload' });
export type NewAnonymousUpload = z.infer<typeof NewAnonymousUpload>;

export const NewAnonymousBatch = z
  .strictObject({
    files: list(z.strictObject(anonymousFile), { min: 1, max: limits.anonymousBatch }).describe(
      'At most `anonymousMaxFilesPerBatch`.',
    ),
    captchaToken,
    publicListing,
  })
  .meta({ id: 'NewAnonymousBatch' });
export type NewAnonymousBatch = z.infer<typeof NewAnonymousBatch>;

/**
 * What altcha's widget (from its version 3) takes: find the counter from 0 on for which the key derived from salt, nonce
 * and counter begins with `keyPrefix`.
 */
export const CaptchaChallenge = z
  .object({
    parameters: z.object({
      algorithm: z.string().describe('`PBKDF2/SHA-256`, or `SHA-256` repeated `cost` times.'),
      nonce: z.string().describe('Hex.'),
      salt: z.string().describe('Hex.'),
      cost: z.int(),
      keyLength: z.int().describe('Bytes.'),
      keyPrefix: z.string().describe('Hex.'),
      keySignature: z.string(),
      expiresAt: z.int().describe('Unix seconds.'),
    }),
    signature: z.string(),
  })
  .meta({
    id: 'CaptchaChallenge',
    description: 'Solved, it is sent as captchaToken: base64 of JSON `{challenge, solution: {counter, derivedKey}}`.',
  });
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>;
