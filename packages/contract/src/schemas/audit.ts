import * as z from 'zod';
import { Id, Pagination, Timestamp } from './primitives.ts';

/** What the audit log tells of. Names never change: rows bear them. */
export const auditActions = [
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_out',
  'session.ended',
  'password.changed',
  'password.reset',
  'password.set',
  'totp.enabled',
  'totp.disabled',
  'totp.reset',
  'totp.recovery_used',
  'account.registered',
  'invite.created',
  'invite.revoked',
  'api_key.created',
  'api_key.revoked',
  'device.approved',
  'device.refused',
  'share.created',
  'share.changed',
  'share.revoked',
  'share.recipients_added',
  'share.recipient_removed',
  'collection.created',
  'collection.changed',
  'collection.deleted',
  'proofing.created',
  'proofing.changed',
  'proofing.deleted',
  'paste.created',
  'paste.deleted',
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.deleted',
  'user.created',
  'user.changed',
  'user.disabled',
  'user.enabled',
  'user.deleted',
  'file.deleted',
  'file.quarantined',
  'file.released',
  'job.retried',
  'comment.deleted',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What was acted on. A share's id here is the first 16 hexadecimal digits of the SHA-256 of its token. */
export const auditTargets = [
  'user',
  'session',
  'api_key',
  'invite',
  'share',
  'file',
  'collection',
  'proofing',
  'paste',
  'webhook',
  'job',
  'comment',
] as const;
export type AuditTargetKind = (typeof auditTargets)[number];

const AuditUser = z.object({
  id: Id,
  email: z.string().nullable().describe('As it is now; null where the account is gone.'),
});

export const AuditEntry = z
  .object({
    id: Id,
    at: Timestamp,
    action: z.enum(auditActions),
    actor: z
      .object({
        kind: z
          .enum(['user', 'console', 'server', 'nobody'])
          .describe('`console`: a command of drive-server. `server`: by itself. `nobody`: without an account.'),
        id: Id.nullable().describe('Of the user.'),
        email: z.string().nullable().describe('As it is now; null where the account is gone.'),
        via: z.enum(['session', 'key']).nullable().describe('What the user came with, where that is known.'),
      })
      .describe('Who did it.'),
    user: AuditUser.nullable().describe('The account it was done to or with; null where there is none.'),
    target: z
      .object({ kind: z.enum(auditTargets), id: z.string() })
      .nullable()
      .describe(
        'What was acted on. A share is named by the first 16 hexadecimal digits of the SHA-256 of its token, because a token opens it.',
      ),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('What else is known, by action. Never a secret, a name or an address.'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = z.object({ audit: z.array(AuditEntry), pagination: Pagination }).meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof AuditPage>;
