import * as z from 'zod';
import { Bytes, MailDelivery } from './primitives.ts';

export const PublicConfig = z
  .object({
    freeUserMaxBytes: Bytes,
    paidUserMaxBytes: Bytes,
    anonymousMaxFilesPerBatch: z.int(),
    anonymousMaxBytes: Bytes,
    anonymousUploads: z.boolean(),
    captcha: z.object({
      provider: z.enum(['none', 'altcha', 'turnstile', 'hcaptcha']),
      siteKey: z.string().nullable(),
    }),
    registration: z.enum(['open', 'invite', 'closed']),
    oidc: z
      .object({ name: z.string().describe('Name of the issuer for users.') })
      .nullable()
      .describe('Single sign-on, which begins at `/api/auth/oidc/start`. `null`: there is none.'),
    passkeys: z.boolean().describe('Whether users can add passkeys and sign in with them.'),
    passwordLogin: z.boolean().describe('Whether users sign in with a password.'),
    mailDelivery: MailDelivery.describe(
      'Whether emails are sent (`smtp`) or only written to `outbox/` of the server (`outbox`).',
    ),
    shareMaxExpiryDays: z.int(),
    archiveMaxBytes: Bytes,
    trashRetentionDays: z.int(),
    versionsKeep: z
      .int()
      .describe('Most previous contents that the server keeps of a file. 0: a replaced content is deleted.'),
    version: z.string(),
  })
  .meta({ id: 'PublicConfig', description: 'The configuration that clients need before sign-in.' });
export type PublicConfig = z.infer<typeof PublicConfig>;

export const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });
