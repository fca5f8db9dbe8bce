import type { AdminSetting } from '@drive/contract';
import type { SettingName } from './settings.ts';

type Group = Exclude<AdminSetting['group'], 'operator'>;

/**
 * The settings that administrators change while the server runs. Whoever reads one reads it from the live config each time it is
 * needed, and copies nothing at the start.
 */
const savable: Readonly<Record<Group, readonly SettingName[]>> = {
  instance: ['INSTANCE_NAME', 'INSTANCE_LOGO', 'INSTANCE_COLOUR', 'LANGUAGE'],
  registration: ['REGISTRATION', 'DIRECTORY', 'MEMBERS_INVITE', 'TEAM_DRIVES'],
  signIn: [
    'PASSWORD_LOGIN',
    'REQUIRE_2FA',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_NAME',
    'OIDC_SCOPES',
    'OIDC_GROUPS_CLAIM',
    'OIDC_ADMIN_GROUP',
    'OIDC_ALLOWED_GROUPS',
    'OIDC_ALLOWED_DOMAINS',
    'OIDC_AUTO_CREATE',
    'OIDC_LINK_BY_EMAIL',
  ],
  anonymous: [
    'ANONYMOUS_UPLOADS',
    'ANONYMOUS_MAX_BYTES',
    'ANONYMOUS_MAX_FILES',
    'ANONYMOUS_QUOTA_BYTES',
    'ANONYMOUS_RETENTION_DAYS',
  ],
  sharing: ['SHARE_FEEDBACK', 'SHARE_MAX_EXPIRY_DAYS'],
  quotas: [
    'FREE_USER_MAX_BYTES',
    'PAID_USER_MAX_BYTES',
    'FREE_QUOTA_BYTES',
    'PAID_QUOTA_BYTES',
    'USER_MAX_ITEMS',
    'TEAM_DRIVE_QUOTA_BYTES',
  ],
  retention: ['TRASH_RETENTION_DAYS', 'VERSIONS_KEEP', 'VERSIONS_DAYS', 'ACCOUNT_DELETION_DAYS'],
  mail: ['SMTP_URL', 'MAIL_FROM'],
};

const groups = new Map<string, Group>(
  Object.entries(savable).flatMap(([group, names]) => names.map((name) => [name, group as Group] as const)),
);

/** undefined: the setting is read once, at the start. */
export const groupOf = (name: string): Group | undefined => groups.get(name);
