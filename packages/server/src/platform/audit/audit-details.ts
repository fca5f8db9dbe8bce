type Nothing = null;
type Link = { readonly hasPassword: boolean; readonly expiresAt: string | null };

/** Only these fields are written, so that the log contains no secret, file name or address. */
export interface AuditDetails {
  'sign_in.succeeded': {
    readonly with:
      | 'password'
      | 'totp'
      | 'password_and_passkey'
      | 'recovery_code'
      | 'new_account'
      | 'passkey'
      | 'single_sign_on'
      | 'login_link';
  };
  /** `notRecorded`: how many more have failed since the last that was written down. */
  'sign_in.failed': {
    readonly reason:
      | 'unknown_account'
      | 'password'
      | 'totp'
      | 'totp_exhausted'
      | 'passkey'
      | 'disabled'
      | 'not_admitted';
    readonly notRecorded: number;
  };
  sign_out: Nothing;
  'session.ended': Nothing;
  'password.changed': Nothing;
  'password.reset': Nothing;
  'password.set': Nothing;
  'totp.enabled': Nothing;
  'totp.disabled': Nothing;
  'totp.reset': Nothing;
  'totp.recovery_used': { readonly left: number };
  'passkey.added': Nothing;
  'passkey.removed': Nothing;
  'identity.linked': { readonly by: 'user' | 'email' | 'scim' };
  'identity.unlinked': Nothing;
  'account.suspended': Nothing;
  'account.deletion_requested': Nothing;
  'account.kept': Nothing;
  'account.admitted': Nothing;
  'account.registered': { readonly by: 'registration' | 'invite' | 'set_up' | 'single_sign_on' };
  /** `by`: how somebody vouched for an account that was registered openly. */
  'account.vouched': { readonly by: 'invite' | 'password_reset' | 'single_sign_on' | 'scim' };
  'invite.created': Nothing;
  'invite.revoked': Nothing;
  'api_key.created': { readonly by: 'user' | 'device' | 'console' };
  'api_key.revoked': Nothing;
  'device.approved': Nothing;
  'device.refused': Nothing;
  'share.created': Link & { readonly mode: string; readonly fileId: string | null; readonly files: number };
  'share.changed': { readonly changed: string; readonly fileId: string | null };
  'share.revoked': { readonly fileId: string | null };
  'share.recipients_added': { readonly count: number };
  'share.recipient_removed': Nothing;
  'collection.created': Link;
  'collection.changed': { readonly changed: string };
  'collection.deleted': Nothing;
  'upload_grant.created': { readonly expiresAt: string; readonly maxFiles: number };
  'upload_grant.revoked': Nothing;
  'proofing.created': Link;
  'proofing.changed': { readonly changed: string };
  'proofing.deleted': Nothing;
  'paste.created': Link & { readonly burnAfterReading: boolean };
  'paste.deleted': Nothing;
  'webhook.created': Nothing;
  'webhook.changed': { readonly changed: string };
  'webhook.secret_rotated': Nothing;
  'webhook.deleted': Nothing;
  'user.created': { readonly plan: string; readonly isAdmin: boolean };
  'user.changed': { readonly changed: string };
  'user.disabled': Nothing;
  'user.enabled': Nothing;
  'user.deleted': Nothing;
  'access.given': { readonly role: string; readonly to: 'user' | 'group' };
  'access.invited': { readonly role: string };
  'access.invitation_revoked': { readonly role: string };
  'access.changed': { readonly role: string; readonly to: 'user' | 'group' };
  'access.revoked': { readonly role: string; readonly to: 'user' | 'group' };
  'drive.created': Nothing;
  'drive.changed': { readonly changed: string };
  'drive.deleted': Nothing;
  'drive.restored': Nothing;
  'drive.purged': Nothing;
  'group.created': Nothing;
  'group.changed': { readonly changed: string };
  'group.deleted': Nothing;
  'group.member_added': { readonly source: string };
  'group.member_removed': { readonly source: string };
  'file.deleted': Nothing;
  /** `virus`: name of the signature, if a scan did it. */
  'file.quarantined': { readonly virus: string } | null;
  'file.released': Nothing;
  'job.retried': { readonly type: string };
  'comment.deleted': Nothing;
  /** Names, without values. */
  'settings.changed': { readonly changed: string };
  'report.closed': Nothing;
}
