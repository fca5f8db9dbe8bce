import * as z from 'zod';
import { limits } from '../limits.ts';
import { Password } from './accounts-schemas.ts';
import { text, Timestamp } from './primitives.ts';

export const TotpStatus = z
  .object({
    enabled: z.boolean(),
    enabledAt: Timestamp.nullable(),
    recoveryCodesLeft: z.int().min(0),
  })
  .meta({ id: 'TotpStatus' });
export type TotpStatus = z.infer<typeof TotpStatus>;

export const NewTotp = z.strictObject({ password: Password }).meta({ id: 'NewTotp' });

export const TotpEnrolment = z
  .object({
    secret: z.string().describe('The secret in Base32, for manual entry into an authenticator app.'),
    otpauthUrl: z.string().describe('The `otpauth:` URL for a QR code.'),
  })
  .meta({ id: 'TotpEnrolment' });
export type TotpEnrolment = z.infer<typeof TotpEnrolment>;

export const TotpConfirmation = z
  .strictObject({ code: text(limits.codeCharacters).min(1, 'must not be blank') })
  .meta({ id: 'TotpConfirmation' });

export const RecoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .length(limits.recoveryCodes)
      .describe('Each recovery code replaces a code at one sign-in. Returned only once.'),
  })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const TotpRemoval = z.strictObject({ password: Password }).meta({ id: 'TotpRemoval' });
