import { bearerToken, domains, email, issuerUrl, names, oneOf, onOff, shortName, text } from '@drive/setting-values';
import { masked, setting } from './setting.ts';

/** Who has an account, and how users sign in: passwords, single sign-on, second factors, and the accounts that SCIM makes. */
export const signInSettings = {
  REGISTRATION: setting(
    'Who can register once there is an administrator: everybody (open), invited people (invite) or nobody (closed).',
    oneOf('open', 'invite', 'closed'),
    'invite',
  ),
  ADMIN_EMAIL: setting('Email address of the first administrator, created at start without a set-up link.', email),
  ADMIN_PASSWORD: setting('Password of the first administrator.', text, undefined, masked),
  PASSWORD_LOGIN: setting(
    'Whether users sign in with a password. Off needs DRIVE_OIDC_ISSUER; administrators then sign in on the machine itself, or by drive-server user login-link.',
    onOff,
    'on',
  ),
  REQUIRE_2FA: setting(
    'Who must have a second factor, an authenticator or a passkey, to use a session without single sign-on: nobody (off), administrators (admins) or everybody (all).',
    oneOf('off', 'admins', 'all'),
    'off',
  ),
  OIDC_ISSUER: setting(
    'URL of the issuer for single sign-on by OpenID Connect, as https://login.example.com/realms/main. Default: there is none.',
    issuerUrl,
  ),
  OIDC_CLIENT_ID: setting('Client ID of this server at the issuer. Needed with DRIVE_OIDC_ISSUER.', text),
  OIDC_CLIENT_SECRET: setting(
    'Secret of the client. Default: a public client, which PKCE alone protects.',
    text,
    undefined,
    masked,
  ),
  OIDC_CLIENT_SECRET_FILE: setting('File with the secret of the client, instead of DRIVE_OIDC_CLIENT_SECRET.', text),
  OIDC_NAME: setting('Name of the issuer on the button to sign in.', shortName, 'Single sign-on'),
  OIDC_SCOPES: setting(
    'Scopes to request, separated by spaces. With offline_access, the issuer is asked every hour whether it still admits the user.',
    text,
    'openid profile email',
  ),
  OIDC_GROUPS_CLAIM: setting('Claim with the names of the groups of a user.', text, 'groups'),
  OIDC_ADMIN_GROUP: setting(
    'Group whose members are administrators. At each sign-in, a user becomes one or ceases to be one. Default: administrators are appointed here.',
    text,
  ),
  OIDC_ALLOWED_GROUPS: setting(
    'Groups, separated by commas, of which a user must be in at least one. Default: every user of the issuer is admitted.',
    names,
    '',
  ),
  OIDC_ALLOWED_DOMAINS: setting(
    'Domains of email addresses, separated by commas, that are admitted if the issuer has verified the address. Default: any.',
    domains,
    '',
  ),
  OIDC_AUTO_CREATE: setting('Whether the first sign-in of an admitted user creates an account.', onOff, 'on'),
  OIDC_LINK_BY_EMAIL: setting(
    'Whether the first sign-in may use an existing account with the same email address, if the issuer has verified the address.',
    onOff,
    'off',
  ),
  SCIM_TOKEN: setting(
    'Bearer token for /scim/v2, of at least 24 characters, with which an identity provider manages users and groups. Default: there is no SCIM.',
    bearerToken,
    undefined,
    masked,
  ),
} as const;
