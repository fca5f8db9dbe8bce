import { secondMs } from '@drive/base';
import { soleNode } from '@drive/nodes';
import type { Config } from '../config.ts';
import {
  createAccounts,
  type Account,
  type Accounts,
  type AccountsConfig,
  type Plan,
  type PlanLimits,
} from '../modules/accounts/index.ts';
import { createApiKeys, type ApiKeys } from '../modules/api-keys/index.ts';
import {
  createIdentity,
  type GroupsPort,
  type Identity,
  type IdentityConfig,
  Issuer,
  type IssuerConfig,
  Passkeys,
} from '../modules/identity/index.ts';
import { noFeatureLimits, type FeatureLimiter } from '../platform/limits/index.ts';
import { Mails } from '../platform/mail/index.ts';
import type { Ports } from '../platform/ports/ports.ts';

export type { Accounts };

export interface AccountsAppOptions {
  /** Runs after the first account was created, by any means. */
  readonly onFirstAdmin?: ((admin: Account) => Promise<void>) | undefined;
  /** Default: limits nothing, for programs that answer no requests. */
  readonly featureLimiter?: FeatureLimiter;
  /** Default: no folder exists, for programs that answer no requests. */
  readonly hasFolder?: (userId: number, folderId: string) => Promise<boolean>;
  /** Read when it is needed. Default: there are none, for programs that answer no requests. */
  readonly groups?: () => GroupsPort | undefined;
}

/** Accounts and keys only, for programs that may run while the server runs and so must not open the blob store. */
export function createAccountsApp(
  ports: Omit<Ports, 'blobs' | 'node' | 'activity'> & Partial<Pick<Ports, 'node'>>,
  config: Config,
  {
    onFirstAdmin,
    featureLimiter = noFeatureLimits,
    hasFolder = () => Promise.resolve(false),
    groups = () => undefined,
  }: AccountsAppOptions = {},
): { readonly accounts: Accounts; readonly apiKeys: ApiKeys; readonly identity: Identity; readonly mails: Mails } {
  const mails = new Mails({
    ...ports,
    featureLimiter,
    get delivery() {
      return config.smtpUrl === undefined ? 'outbox' : 'smtp';
    },
    get language() {
      return config.language;
    },
  });
  const sweepMs = config.sweepSeconds * secondMs;
  const passkeys = new Passkeys(ports);
  const accounts: Accounts = createAccounts({
    // A program that is no server of the database makes no set-up link.
    node: soleNode,
    ...ports,
    mails,
    config: accountsConfigOf(config),
    onFirstAdmin,
    passkeys,
    singleSignOn: {
      get name() {
        return config.oidcIssuer === undefined ? undefined : config.oidcName;
      },
      get createsAccounts() {
        return config.oidcAutoCreate;
      },
      findSignOutUrl: (caller) => identity.findSignOutUrl(caller),
    },
    revokeKeys: (tx, userId, actor) => apiKeys.revokeAll(tx, userId, actor),
  });
  const apiKeys: ApiKeys = createApiKeys({ ...ports, accounts, featureLimiter, hasFolder, config: { sweepMs } });
  const identity: Identity = createIdentity({
    ...ports,
    mails,
    accounts,
    passkeys,
    groups,
    config: identityConfigOf(config),
  });
  return { accounts, apiKeys, identity, mails };
}

/** For `drive-server doctor`. Throws if there is an issuer of single sign-on, and it does not answer as it should. */
export async function pingIssuer(
  ports: Pick<Ports, 'baseUrl' | 'operatorFetch' | 'clock' | 'log'>,
  config: Config,
): Promise<void> {
  const issuer = issuerConfigOf(config);
  if (issuer !== undefined) await new Issuer(ports, { issuer }).ping();
}

function issuerConfigOf(config: Config): IssuerConfig | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcScopes: scopes, oidcName: name } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  return { issuer, clientId, clientSecret: config.oidcClientSecret, scopes, name };
}

/** Read at each use, as are those below: administrators change settings while the server runs. */
function accountsConfigOf(config: Config): AccountsConfig {
  return {
    get registration() {
      return config.registration;
    },
    get anonymousUploads() {
      return config.anonymousUploads;
    },
    get passwordLogin() {
      return config.passwordLogin;
    },
    get requireSecondFactor() {
      return config.require2fa;
    },
    plans: plansOf(config),
    sweepMs: config.sweepSeconds * secondMs,
  };
}

function identityConfigOf(config: Config): IdentityConfig {
  return {
    get issuer() {
      return issuerConfigOf(config);
    },
    get rules() {
      return {
        groupsClaim: config.oidcGroupsClaim,
        allowedGroups: config.oidcAllowedGroups,
        allowedDomains: config.oidcAllowedDomains,
        adminGroup: config.oidcAdminGroup,
      };
    },
    get autoCreate() {
      return config.oidcAutoCreate;
    },
    get linkByEmail() {
      return config.oidcLinkByEmail;
    },
    scimToken: config.scimToken,
    sweepMs: config.sweepSeconds * secondMs,
  };
}

const unless0 = (bytes: number): number | null => (bytes === 0 ? null : bytes);

const plansOf = (config: Config): Record<Plan, PlanLimits> => ({
  get free() {
    return {
      maxFileBytes: config.freeUserMaxBytes,
      quotaBytes: unless0(config.freeQuotaBytes),
      maxItems: unless0(config.userMaxItems),
    };
  },
  get paid() {
    return {
      maxFileBytes: config.paidUserMaxBytes,
      quotaBytes: unless0(config.paidQuotaBytes),
      maxItems: unless0(config.userMaxItems),
    };
  },
});
