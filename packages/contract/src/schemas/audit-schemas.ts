import * as z from 'zod';
import { Id, Pagination, Timestamp } from './primitives.ts';

/** Actions in the audit log. Stored in rows, so a name never changes. */
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
  'passkey.added',
  'passkey.removed',
  'identity.linked',
  'identity.unlinked',
  'account.suspended',
  'account.admitted',
  'account.registered',
  'account.vouched',
  'account.deletion_requested',
  'account.kept',
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
  'upload_grant.created',
  'upload_grant.revoked',
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
  'access.given',
  'access.invited',
  'access.invitation_revoked',
  'access.changed',
  'access.revoked',
  'drive.created',
  'drive.changed',
  'drive.deleted',
  'drive.restored',
  'drive.purged',
  'group.created',
  'group.changed',
  'group.deleted',
  'group.member_added',
  'group.member_removed',
  'file.deleted',
  'file.quarantined',
  'file.released',
  'job.retried',
  'comment.deleted',
  'report.closed',
  'settings.changed',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Kinds of targets of an action. The ID of a share is the first 16 hexadecimal digits of the SHA-256 of its token. */
export const auditTargets = [
  'user',
  'session',
  'api_key',
  'passkey',
  'identity',
  'invite',
  'share',
  'file',
  'collection',
  'upload_grant',
  'proofing',
  'paste',
  'webhook',
  'job',
  'comment',
  'report',
  'group',
  'drive',
] as const;
export type AuditTargetKind = (typeof auditTargets)[number];

const AuditUser = z.object({
  id: Id,
  email: z.string().nullable().describe('Current email address. `null` if the account is deleted.'),
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
          .describe(
            '`user`: a user. `console`: a `drive-server` command. `server`: the server itself. `nobody`: a caller without an account.',
          ),
        id: Id.nullable().describe('ID of the user.'),
        email: z.string().nullable().describe('Current email address. `null` if the account is deleted.'),
        via: z.enum(['session', 'key']).nullable().describe('Credential of the user, if known.'),
      })
      .describe('The user or program that performed the action.'),
    user: AuditUser.nullable().describe('The affected account. `null` if there is none.'),
    target: z
      .object({ kind: z.enum(auditTargets), id: z.string() })
      .nullable()
      .describe(
        'The object of the action. The ID of a share is the first 16 hexadecimal digits of the SHA-256 of its token, because the token itself gives access.',
      ),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('Further details, depending on the action. Never contains secrets, names or addresses.'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = z.object({ audit: z.array(AuditEntry), pagination: Pagination }).meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof AuditPage>;
