import * as z from 'zod';
import { limits } from '../limits.ts';
import { Bytes, Email, Id, NewPassword, Pagination, Text, Timestamp, countCharacters } from './primitives.ts';

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

export const PersonName = Text.pipe(z.string().trim().min(1, 'must not be blank').max(200));

/** A password to check: anything goes, the answer to a wrong one is the same. */
const Password = Text.min(1, 'must not be blank');

export const Registration = z
  .strictObject({ email: Email, password: NewPassword, name: PersonName.optional(), inviteToken: Text.optional() })
  .meta({ id: 'Registration' });
export const Setup = z
  .strictObject({ token: Text, email: Email, password: NewPassword, name: PersonName.optional() })
  .meta({ id: 'Setup' });
export const Login = z
  .strictObject({
    email: Text,
    password: Password,
    totp: Text.max(100).optional().describe('A code, or a recovery code, where the account asks for one.'),
  })
  .meta({ id: 'Login' });
export const PasswordChange = z
  .strictObject({ currentPassword: Password, newPassword: NewPassword })
  .meta({ id: 'PasswordChange' });
export const PasswordForgotten = z.strictObject({ email: Text }).meta({ id: 'PasswordForgotten' });
export const PasswordReset = z.strictObject({ token: Text, newPassword: NewPassword }).meta({ id: 'PasswordReset' });
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
    label: Text.refine(
      (label) => countCharacters(label) <= limits.apiKeyLabelCharacters,
      `must have at most ${limits.apiKeyLabelCharacters} characters`,
    ).nullish(),
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
  .strictObject({ userCode: Text, approve: z.boolean().optional().describe('false refuses the device. Default true.') })
  .meta({ id: 'DeviceApproval' });
export const DevicePoll = z.strictObject({ deviceCode: Text }).meta({ id: 'DevicePoll' });

export const NewInvite = z
  .strictObject({
    email: Email.nullish().describe('Only this address may use it.'),
    expiresInDays: z.int().min(1).max(365).optional().describe('Default 7.'),
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
