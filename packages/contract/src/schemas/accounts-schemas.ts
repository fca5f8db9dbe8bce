import * as z from 'zod';
import { Email } from '../emails.ts';
import { limits } from '../limits.ts';
import { cleanPersonName } from '../names.ts';
import { keyScopes } from '../scopes.ts';
import { ContentKind } from './items-schemas.ts';
import {
  Bytes,
  filledText,
  Id,
  list,
  MailDelivery,
  NewPassword,
  omittable,
  Pagination,
  text,
  Timestamp,
  Token,
} from './primitives.ts';

/** When notifications come by email. Stored in rows, so a name never changes. */
export const mailFrequencies = ['now', 'daily', 'never'] as const;
export type MailFrequency = (typeof mailFrequencies)[number];
const MailFrequency = z.enum(mailFrequencies).meta({ id: 'MailFrequency' });

export const User = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string().nullable(),
    language: z
      .string()
      .nullable()
      .describe('Preferred language of emails and pages, a tag of BCP 47. `null`: none is chosen.'),
    notifications: z
      .object({
        mail: MailFrequency.describe(
          '`now`: at once, which is the default. `daily`: in one email a day. `never`: no emails about what others do.',
        ),
      })
      .describe('When notifications come by email.'),
    plan: z.enum(['free', 'paid']),
    isAdmin: z.boolean(),
    createdAt: Timestamp,
    usedBytes: Bytes.describe(
      'Bytes that count toward the quota: files, files in the trash, versions, pastes, WebDAV properties and open reservations.',
    ),
    trashBytes: Bytes.describe('Bytes of the files in the trash.'),
    quotaBytes: Bytes.nullable().describe('`null`: no quota.'),
    maxFileBytes: Bytes.describe('Maximum size of one file.'),
    itemCount: z.int().min(0).describe('Files and folders, with those in the trash, and open reservations.'),
    maxItems: z.int().min(1).nullable().describe('Maximum of `itemCount`. `null`: no limit.'),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

const UsedStorage = z.object({
  files: z.int().min(0).describe('Number of files or versions.'),
  bytes: Bytes.describe('Sum of their sizes.'),
});
export const StorageUse = z
  .object({
    kinds: z
      .array(UsedStorage.extend({ contentKind: ContentKind.exclude(['folder']) }))
      .describe(
        'Current contents of files that are not in the trash. Each kind once, without those that have no file.',
      ),
    trash: UsedStorage.describe('Current contents of files in the trash, also in trashed folders.'),
    versions: UsedStorage.describe('Previous contents of files, also of files in the trash.'),
    otherBytes: Bytes.describe('Bytes of pastes, WebDAV properties and open reservations.'),
  })
  .meta({ id: 'StorageUse' });
export type StorageUse = z.infer<typeof StorageUse>;

export const PersonName = filledText(limits.personNameCharacters, cleanPersonName);

/** A password to verify. Any text is valid; every wrong password gets the same response. */
export const Password = text(limits.comparedCharacters).min(1, 'must not be blank');

/** An email address to look up. Any text is valid; every unknown address gets the same response. */
const KnownEmail = text(limits.comparedCharacters, (raw) => raw.trim());

const AssertedText = text(limits.passkeyCharacters);

/** What a passkey answered to a challenge. */
export const PasskeyAssertion = z
  .looseObject({
    id: AssertedText,
    rawId: AssertedText,
    type: z.literal('public-key'),
    authenticatorAttachment: omittable(text(limits.codeCharacters)),
    response: z.looseObject({
      clientDataJSON: AssertedText,
      authenticatorData: AssertedText,
      signature: AssertedText,
      userHandle: omittable(AssertedText),
    }),
  })
  .meta({ id: 'PasskeyAssertion', description: '`AuthenticationResponseJSON` of WebAuthn.' });
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

export const Registration = z
  .strictObject({ email: Email, password: NewPassword, name: omittable(PersonName), inviteToken: omittable(Token) })
  .meta({ id: 'Registration' });
export const Setup = z
  .strictObject({ token: Token, email: Email, password: NewPassword, name: omittable(PersonName) })
  .meta({ id: 'Setup' });
export const Login = z
  .strictObject({
    email: KnownEmail,
    password: Password,
    totp: omittable(text(limits.codeCharacters)).describe(
      'A code of the authenticator app, or a recovery code. Required if the account uses two-factor authentication, unless `passkey` is sent.',
    ),
    passkey: omittable(PasskeyAssertion).describe(
      'Answer of a passkey to `POST /api/auth/passkeys/authenticate/options`, instead of a code.',
    ),
  })
  .meta({ id: 'Login' });
export const PasswordChange = z
  .strictObject({ currentPassword: Password, newPassword: NewPassword })
  .meta({ id: 'PasswordChange' });
export const PasswordForgotten = z.strictObject({ email: KnownEmail }).meta({ id: 'PasswordForgotten' });
export const PasswordReset = z
  .strictObject({
    token: Token,
    newPassword: NewPassword,
    revokeKeys: omittable(z.boolean()).describe(
      'Whether to revoke the API keys of the account, which also signs out its devices. Default: `true`.',
    ),
  })
  .meta({ id: 'PasswordReset' });
export const Reauthentication = z
  .strictObject({
    password: omittable(Password).describe('Required, unless `passkey` is sent.'),
    totp: Login.shape.totp,
    passkey: omittable(PasskeyAssertion).describe(
      'Answer of a passkey to `POST /api/auth/passkeys/authenticate/options`: with the password, instead of a code; alone, instead of both.',
    ),
  })
  .refine(({ password, passkey }) => password !== undefined || passkey !== undefined, {
    path: ['password'],
    error: 'must be sent, or passkey',
  })
  .meta({ id: 'Reauthentication', 'x-example': { password: 'correct horse battery staple' } });

/** A tag of BCP 47, in its canonical form: `de`, `pt-BR`. */
const Language = z
  .string()
  .max(limits.languageCharacters, { abort: true })
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}$/, {
    error: 'must be the tag of a language, such as en or pt-BR',
    abort: true,
  })
  .overwrite((tag) => canonicalTag(tag) ?? tag)
  .refine((tag) => canonicalTag(tag) !== undefined, 'must be the tag of a language, such as en or pt-BR');

function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

export const UserChange = z
  .strictObject({
    name: PersonName.nullish(),
    language: Language.nullish(),
    notifications: omittable(z.strictObject({ mail: MailFrequency.describe('`now`, `daily` or `never`.') })).describe(
      'When notifications come by email.',
    ),
  })
  .meta({ id: 'UserChange' });

export const Session = z
  .object({
    id: Id,
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp,
    userAgent: z.string().nullable(),
    current: z.boolean().describe('Whether this is the session of the request.'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;
export const SessionPage = z
  .object({ sessions: z.array(Session).describe('The sessions of this page.'), pagination: Pagination })
  .meta({ id: 'SessionPage' });
export type SessionPage = z.infer<typeof SessionPage>;

const KeyScope = z.enum(keyScopes).meta({ id: 'KeyScope' });

export const ApiKey = z
  .object({
    id: Id,
    prefix: z.string().describe('The first characters of the key: `svc_` and 8 characters.'),
    label: z.string().nullable(),
    scopes: z.array(KeyScope).describe('Permissions of the key. A key without limits has all scopes of its user.'),
    folderId: Id.nullable().describe('The folder that is the root for the key. `null`: the root of its user.'),
    expiresAt: Timestamp.nullable().describe('`null`: never. An expired key is refused like an unknown one.'),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable().describe('Updated at most once per minute.'),
    revokedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;
export const ApiKeyPage = z
  .object({ apiKeys: z.array(ApiKey).describe('The keys of this page.'), pagination: Pagination })
  .meta({ id: 'ApiKeyPage' });
export type ApiKeyPage = z.infer<typeof ApiKeyPage>;

export const NewApiKey = z
  .strictObject({
    label: omittable(text(limits.apiKeyLabelCharacters)),
    scopes: omittable(list(KeyScope, { min: 1, max: keyScopes.length })).describe(
      'Permissions of the key. Default: everything that the caller may do. `admin` is for administrators only.',
    ),
    folderId: omittable(Id).describe(
      'A folder that becomes the root for the key: it reaches nothing else. Such a key has at most the scopes `files:read`, `files:write` and `shares`, which are the default.',
    ),
    expiresInDays: omittable(z.int().min(1).max(limits.apiKeyExpiryDays)).describe(
      'Days until the key expires. Default: never, or with the key that makes the request.',
    ),
  })
  .meta({ id: 'NewApiKey' });

export const CreatedApiKey = ApiKey.extend({
  rawKey: z.string().describe('The complete key. Returned only once.'),
}).meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const DeviceStart = z
  .object({
    deviceCode: z.string(),
    userCode: z.string().describe('The code that the user enters, in the form `ABCD-EFGH`.'),
    verificationUri: z.string(),
    verificationUriComplete: z.string(),
    expiresIn: z.int().describe('Lifetime of the codes in seconds.'),
    interval: z.int().describe('Minimum number of seconds between two polls.'),
  })
  .meta({ id: 'DeviceStart' });
export const DeviceApproval = z
  .strictObject({
    userCode: text(limits.codeCharacters),
    approve: omittable(z.boolean()).describe('`false` denies the device. Default: `true`.'),
  })
  .meta({ id: 'DeviceApproval' });
export const DevicePoll = z.strictObject({ deviceCode: Token }).meta({ id: 'DevicePoll' });

export const NewInvite = z
  .strictObject({
    email: omittable(Email).describe('Only this email address can use the invitation.'),
    expiresInDays: omittable(z.int().min(1).max(365)).describe('Days until the invitation expires. Default: 7.'),
  })
  .meta({ id: 'NewInvite' });
const openInvite = {
  id: Id,
  email: z.string().nullable().describe('Only this email address can use the invitation. `null`: any address.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
};
export const Invite = z
  .object({
    ...openInvite,
    token: z.string(),
    url: z.string().describe('URL of the registration page with the token.'),
    mailDelivery: MailDelivery.nullable().describe(
      'Whether the invitation is emailed (`smtp`) or only written to `outbox/` of the server, not sent (`outbox`). `null`: it has no email address.',
    ),
  })
  .meta({ id: 'Invite' });
export type Invite = z.infer<typeof Invite>;

export const OpenInvite = z
  .object({
    ...openInvite,
    invitedBy: z
      .string()
      .nullable()
      .describe('Email address of the administrator who created the invitation. `null` if that account is deleted.'),
  })
  .meta({ id: 'OpenInvite' });
export const InvitePage = z.object({ invites: z.array(OpenInvite), pagination: Pagination }).meta({ id: 'InvitePage' });
export type InvitePage = z.infer<typeof InvitePage>;
