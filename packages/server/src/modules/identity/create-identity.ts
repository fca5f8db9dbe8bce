import type { Caller } from '../../platform/access/index.ts';
import { deleteInBatches } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { mountIdentityRoutes } from './identity-routes.ts';
import { expiredAttempts } from './oidc/attempt-store.ts';
import { Attempts } from './oidc/attempts.ts';
import { deleteIdentitiesOf, identitiesOf } from './oidc/identity-store.ts';
import { Issuer, type IssuerConfig } from './oidc/issuer.ts';
import { createLinkedMail } from './oidc/linked-mail.ts';
import { checkIdentities } from './oidc/refresh-checks.ts';
import { SingleSignOn, type SingleSignOnConfig } from './oidc/single-sign-on.ts';
import { SsoPages } from './oidc/sso-pages.tsx';
import { deletePasskeysOf, expiredChallenges, passkeysOf } from './passkeys/passkey-store.ts';
import { Passkeys } from './passkeys/passkeys.ts';
import type { GroupsPort } from './scim/groups-port.ts';
import { ScimGroups } from './scim/scim-groups.ts';
import { mountScim } from './scim/scim-routes.ts';
import { findByExternalId, isScimUser, scimUserOf } from './scim/scim-user-store.ts';
import { ScimUsers } from './scim/scim-users.ts';

export interface IdentityConfig extends SingleSignOnConfig {
  /** undefined: there is no single sign-on. */
  readonly issuer: IssuerConfig | undefined;
  /** undefined: there is no SCIM. */
  readonly scimToken: string | undefined;
  /** Milliseconds between two deletions of expired rows. */
  readonly sweepMs: number;
}

export type IdentityDeps = Pick<
  Ports,
  'baseUrl' | 'instance' | 'database' | 'clock' | 'random' | 'secrets' | 'audit' | 'jobs' | 'log' | 'operatorFetch'
> & {
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly passkeys: Passkeys;
  /** Read when it is needed: the module of groups calls accounts, too. undefined: a program without groups. */
  readonly groups: () => GroupsPort | undefined;
  readonly config: IdentityConfig;
};

export type Identity = ReturnType<typeof createIdentity>;

export function createIdentity(deps: IdentityDeps) {
  const { accounts, passkeys, jobs, config, baseUrl, log } = deps;
  const oidc = createSingleSignOn(deps);

  accounts.vouching.onTakeover(async (tx, userId, { keepsFactors }) => {
    await deleteIdentitiesOf(tx, userId);
    if (!keepsFactors) await deletePasskeysOf(tx, userId);
  });
  jobs.sweep('identity.sweep', config.sweepMs, (now) => [expiredAttempts(now), expiredChallenges(now)]);

  return {
    passkeysAreOn: passkeys.isOn,

    /** Where a browser ends the issuer's session after it signed out here; undefined if it need not. Never throws. */
    findSignOutUrl: async (caller: Caller): Promise<string | undefined> => {
      if (!oidc.issuer.isOn) return undefined;
      try {
        const session = await accounts.signIns.sessions.findIssuerSession(caller);
        return session && (await oidc.issuer.endSessionUrl(session.idToken, baseUrl.link('/')));
      } catch (error) {
        log.warn('the session of the issuer could not be ended', { error });
        return undefined;
      }
    },

    /**
     * Whether SCIM manages the account (users.row_id), so that only the identity provider and administrators end it: also while SCIM is
     * off, for instance until the provider has a new token.
     */
    isManaged: isScimUser,

    /** Deletes the identities, the passkeys and what SCIM knows of a deleted account (users.row_id). Idempotent. */
    eraseOwner: (userId: number, signal: AbortSignal): Promise<unknown> =>
      deleteInBatches(deps.database, signal, [identitiesOf(userId), passkeysOf(userId), scimUserOf(userId)]),

    routes: (router: Router): void => {
      mountIdentityRoutes(router, { accounts, passkeys, oidc });
      oidc.pages.mount(router);
      const groups = deps.groups();
      if (config.scimToken === undefined || groups === undefined) return;
      const users = new ScimUsers(deps);
      const { scimToken: token } = config;
      mountScim(router, { baseUrl, token, users, groups: new ScimGroups({ baseUrl, groups, users }) });
    },
  };
}

/** Made also if there is no issuer: an administrator may set one while the server runs. */
function createSingleSignOn(deps: IdentityDeps) {
  const issuer = new Issuer(deps, deps.config);
  const linkedMail = createLinkedMail(deps, issuer);
  const singleSignOn = new SingleSignOn({
    ...deps,
    issuer,
    findProvisioned: findByExternalId,
    mapGroups: async (tx, userId, names) => deps.groups()?.setMemberships(tx, userId, names, 'oidc'),
    notifyLinked: (tx, userId) => linkedMail.enqueue(tx, userId),
  });
  checkIdentities({ ...deps, issuer, singleSignOn });
  const pages = new SsoPages({ ...deps, issuer, singleSignOn, attempts: new Attempts(deps) });
  return { issuer, singleSignOn, pages };
}
