import * as z from 'zod';
import { limits } from '../limits.ts';
import { ItemName } from '../names.ts';
import { CaptchaToken, ClientTime, list, omittable } from './primitives.ts';
import { ContentType } from './uploads-schemas.ts';

const anonymousFile = {
  fileName: ItemName,
  contentType: ContentType,
  sizeBytes: z.int().positive('must be greater than 0'),
  modifiedAt: omittable(ClientTime).describe('When the file was last modified where it comes from.'),
};
const captchaToken = omittable(CaptchaToken).describe('Required if a captcha is enabled.');
const publicListing = omittable(z.boolean()).describe('Share with mode PUBLIC instead of SHARED. Default: `false`.');

export const NewAnonymousUpload = z
  .strictObject({ ...anonymousFile, captchaToken, publicListing })
  .meta({ id: 'NewAnonymousUpload' });
export type NewAnonymousUpload = z.infer<typeof NewAnonymousUpload>;

export const NewAnonymousBatch = z
  .strictObject({
    files: list(z.strictObject(anonymousFile), { min: 1, max: limits.anonymousBatch }).describe(
      'At most `anonymousMaxFilesPerBatch` files (see `getPublicConfig`).',
    ),
    captchaToken,
    publicListing,
  })
  .meta({ id: 'NewAnonymousBatch' });
export type NewAnonymousBatch = z.infer<typeof NewAnonymousBatch>;

/**
 * The format of altcha's widget from version 3 on. The solution is the counter, tried from 0 on, for which the key derived
 * from salt, nonce and counter starts with `keyPrefix`.
 */
export const CaptchaChallenge = z
  .object({
    parameters: z.object({
      algorithm: z.string().describe('`PBKDF2/SHA-256`, or `SHA-256` iterated `cost` times.'),
      nonce: z.string().describe('Hexadecimal.'),
      salt: z.string().describe('Hexadecimal.'),
      cost: z.int(),
      keyLength: z.int().describe('Length of the derived key in bytes.'),
      keyPrefix: z.string().describe('Hexadecimal.'),
      keySignature: z.string(),
      expiresAt: z.int().describe('Unix time in seconds.'),
    }),
    signature: z.string(),
  })
  .meta({
    id: 'CaptchaChallenge',
    description:
      'A proof-of-work challenge. Send the solution as `captchaToken`: the base64 of the JSON `{challenge, solution: {counter, derivedKey}}`.',
  });
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>;
