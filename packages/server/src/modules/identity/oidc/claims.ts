import { secondMs } from '@drive/base';
import { emailKey, splitEmail } from '@drive/contract';
import { DomainError } from '../../../platform/errors.ts';

/** Whom the settings admit. */
export interface AdmissionRules {
  readonly groupsClaim: string;
  /** Empty: all. */
  readonly allowedGroups: readonly string[];
  /** Empty: all. */
  readonly allowedDomains: readonly string[];
  /** undefined: groups do not decide who is an administrator. */
  readonly adminGroup: string | undefined;
}

export interface IssuerUser {
  readonly subject: string;
  readonly email: string | undefined;
  /** undefined: the issuer does not say. */
  readonly emailVerified: boolean | undefined;
  readonly name: string | null;
  readonly groups: readonly string[];
  /** When the user signed in at the issuer, in epoch milliseconds; undefined: the issuer does not say. */
  readonly signedInAt: number | undefined;
  /** `sid` of the issuer's session. */
  readonly session: string | undefined;
  /** undefined: groups do not decide. */
  readonly isAdmin: boolean | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** What the claims of an ID token say. Claims that are not what they should be count as missing. */
export function readClaims(
  claims: Readonly<Record<string, unknown>> & { readonly sub: string },
  { groupsClaim, adminGroup }: AdmissionRules,
): IssuerUser {
  const groups = claims[groupsClaim];
  const names = (Array.isArray(groups) ? groups : [groups]).map(textOf).filter((each) => each !== undefined);
  const userName = textOf(claims['preferred_username']);
  const verified = claims['email_verified'];
  const signedInAt = claims['auth_time'];
  return {
    subject: claims.sub,
    // Entra ID names work accounts by an address in this claim, also if it sends no email address.
    email: textOf(claims['email']) ?? (userName?.includes('@') === true ? userName : undefined),
    emailVerified:
      textOf(claims['email']) === undefined || verified === undefined
        ? undefined
        : verified === true || verified === 'true',
    name: textOf(claims['name']) ?? null,
    groups: names,
    signedInAt: typeof signedInAt === 'number' ? signedInAt * secondMs : undefined,
    session: textOf(claims['sid']),
    isAdmin: adminGroup === undefined ? undefined : names.includes(adminGroup),
  };
}

/** Throws `access_denied` if the settings do not admit the user. */
export function requireAdmission(user: IssuerUser, rules: AdmissionRules, issuerName: string): void {
  const { allowedGroups, allowedDomains } = rules;
  if (allowedGroups.length > 0 && !user.groups.some((group) => allowedGroups.includes(group)))
    throw new DomainError(
      'access_denied',
      `Your account at ${issuerName} is in no group that may use this server. Ask an administrator.`,
    );
  if (allowedDomains.length === 0) return;
  const domain = domainOf(user.email ?? '');
  if (user.emailVerified !== true || !allowedDomains.some((each) => domainOf(`x@${each}`) === domain))
    throw new DomainError(
      'access_denied',
      `Your account at ${issuerName} has no verified email address of a domain that may use this server.`,
    );
}

/** As emails are compared, so that a domain may be written in any script or in punycode. */
const domainOf = (email: string): string => splitEmail(emailKey(email)).domain;
