import * as z from 'zod';
import { limits } from '../../limits.ts';
import { PasskeyAssertion } from '../accounts-schemas.ts';
import { filledText, Id, list, omittable, text, Timestamp } from '../primitives.ts';

/** Binary data of WebAuthn, in base64url. */
const Base64Url = text(limits.passkeyCharacters);

const credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  authenticatorAttachment: omittable(text(limits.codeCharacters)),
};
const Transport = text(limits.codeCharacters);

export const PasskeyAttestation = z
  .looseObject({
    ...credential,
    response: z.looseObject({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: omittable(list(Transport, { max: limits.passkeyTransports })),
    }),
  })
  .meta({ id: 'PasskeyAttestation', description: '`RegistrationResponseJSON` of WebAuthn.' });
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

export const PasskeyRegistrationStart = z
  .strictObject({
    password: omittable(text(limits.comparedCharacters)).describe(
      `Needed if the sign-in of the session is older than ${limits.recentSignInMinutes} minutes.`,
    ),
  })
  .meta({ id: 'PasskeyRegistrationStart' });

/** Options of WebAuthn as JSON, which `@simplewebauthn/browser` and `PublicKeyCredential.parse…FromJSON` take. */
export const PasskeyOptions = z
  .object({
    options: z.looseObject({ challenge: z.string().describe('Works once, within five minutes.') }),
  })
  .meta({ id: 'PasskeyOptions' });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

const PasskeyName = filledText(limits.passkeyNameCharacters);

export const PasskeyRegistration = z
  .strictObject({ name: PasskeyName, response: PasskeyAttestation })
  .meta({ id: 'PasskeyRegistration' });

export const PasskeyChange = z.strictObject({ name: PasskeyName }).meta({ id: 'PasskeyChange' });

export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
    transports: z.array(z.string()).describe('How browsers reach it, such as `internal`, `hybrid` or `usb`.'),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

export const RegisteredPasskey = Passkey.extend({
  recoveryCodes: z
    .array(z.string())
    .nullable()
    .describe(
      'Recovery codes, each of which replaces the second factor at one sign-in. Returned only once, with the first second factor of the account; otherwise `null`.',
    ),
}).meta({ id: 'RegisteredPasskey' });
export type RegisteredPasskey = z.infer<typeof RegisteredPasskey>;

export const PasskeySignInStart = z
  .strictObject({
    email: omittable(text(limits.comparedCharacters)).describe(
      'Set if the passkey is the second factor after a password. The answer is the same for every address.',
    ),
  })
  .meta({ id: 'PasskeySignInStart' });

export const PasskeySignIn = z.strictObject({ response: PasskeyAssertion }).meta({ id: 'PasskeySignIn' });
