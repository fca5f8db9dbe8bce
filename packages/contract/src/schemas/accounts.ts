import * as z from 'zod';
import { limits } from '../limits.ts';
import { cleanPersonName } from '../names.ts';
import {
  Bytes,
  Email,
  filledText,
  Id,
  NewPassword,
  omittable,
  Pagination,
  text,
  Timestamp,
  Token,
} from './primitives.ts';

export const User = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string().nullable(),
    plan: z.enum(['free', 'paid']),
    isAdmin: z.boolean(),
    createdAt: Timestamp,
    usedBytes: Bytes.describe('Alive and trashed files and open reservations.'),
    trashBytes: Bytes,
    quotaBytes: Bytes.nullable().describe('null: no quota.'),
    maxFileBytes: Bytes,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const PersonName = filledText(limits.personNameCharacters, cleanPersonName);

/** A password to check: anything goes, the answer to a wrong one is the same. */
export const Password = text(limits.comparedCharacters).min(1, 'must not be blank');

/** An email address to look up: anything goes, the answer to an unknown one is the same. */
const KnownEmail = text(limits.comparedCharacters, (raw) => raw.trim());

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
      'A code, or a recovery code, where the account asks for one.',
    ),
  })
  .meta({ id: 'Login' });
export const PasswordChange = z
  .strictObject({ currentPassword: Password, newPassword: NewPassword })
  .meta({ id: 'PasswordChange' });
export const PasswordForgotten = z.strictObject({ email: KnownEmail }).meta({ id: 'PasswordForgotten' });
export const PasswordReset = z.strictObject({ token: Token, newPassword: NewPassword }).meta({ id: 'PasswordReset' });
export const UserChange = z.strictObject({ name: PersonName.nullish() }).meta({ id: 'UserChange' });

export const Session = z
  .object({
    id: Id,
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp,
    userAgent: z.string().nullable(),
    current: z.boolean().describe('The session this request came with.'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const ApiKey = z
  .object({
    id: Id,
    prefix: z.string().describe('How the key begins: `svc_` and 8 characters.'),
    label: z.string().nullable(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable().describe('Refreshed at most once a minute.'),
    revokedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z
  .strictObject({
    label: omittable(text(limits.apiKeyLabelCharacters)),
  })
  .meta({ id: 'NewApiKey' });

export const CreatedApiKey = ApiKey.extend({
  rawKey: z.string().describe('The whole key; never shown again.'),
}).meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const DeviceStart = z
  .object({
    deviceCode: z.string(),
    userCode: z.string().describe('What the person types, as `ABCD-EFGH`.'),
    verificationUri: z.string(),
    verificationUriComplete: z.string(),
    expiresIn: z.int().describe('Seconds.'),
    interval: z.int().describe('Seconds between two polls.'),
  })
  .meta({ id: 'DeviceStart' });
export const DeviceApproval = z
  .strictObject({
    userCode: text(limits.codeCharacters),
    approve: omittable(z.boolean()).describe('false refuses the device. Default true.'),
  })
  .meta({ id: 'DeviceApproval' });
export const DevicePoll = z.strictObject({ deviceCode: Token }).meta({ id: 'DevicePoll' });

export const NewInvite = z
  .strictObject({
    email: omittable(Email).describe('Only this address may use it.'),
    expiresInDays: omittable(z.int().min(1).max(365)).describe('Default 7.'),
  })
  .meta({ id: 'NewInvite' });
const openInvite = {
  id: Id,
  email: z.string().nullable().describe('Only this address may use it; null: anybody.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
};
export const Invite = z
  .object({ ...openInvite, token: z.string(), url: z.string().describe('Where to register with it.') })
  .meta({ id: 'Invite' });
export type Invite = z.infer<typeof Invite>;

export const OpenInvite = z
  .object({
    ...openInvite,
    invitedBy: z.string().nullable().describe('The email address of the administrator; null: gone.'),
  })
  .meta({ id: 'OpenInvite' });
export const InvitePage = z.object({ invites: z.array(OpenInvite), pagination: Pagination }).meta({ id: 'InvitePage' });
export type InvitePage = z.infer<typeof InvitePage>;
