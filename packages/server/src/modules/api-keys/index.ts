/**
 * API keys, and the sign-in of devices (RFC 8628) that ends in one. Writes api_keys and device_codes.
 *
 * Who is who: `keys.ts` makes, checks and revokes keys, `devices.ts` lets devices wait for a person, `routes.ts` and
 * `device-page.tsx` are the ways to both; `store.ts` and `device-store.ts` speak to the tables.
 *
 * What always holds:
 * - Of a key only a keyed hash and its first characters are kept; a device's key goes out once.
 * - Nobody has more than ten active keys, however many are asked for at once.
 * - A revoked key, and one of a disabled account, opens nothing from the next request on: nothing remembers that it was
 *   good.
 * - No request waits for `lastUsedAt` to be written.
 */
import type { CreatedApiKey } from '@drive/contract';
import type { Audit } from '../../platform/audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLastUse, deleteInBatches, type Database } from '../../platform/db/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FeatureLimiter } from '../../platform/http/feature-limiter.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import { mountDevicePage } from './device-page.tsx';
import { deleteDevicesOf } from './device-store.ts';
import { createDevices } from './devices.ts';
import { authenticateKey, createKey } from './api-keys.ts';
import { mountApiKeys } from './api-key-routes.ts';
import { deleteKeysOf, setLastUsed } from './api-key-store.ts';

export interface ApiKeysDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly featureLimiter: FeatureLimiter;
  readonly log: Log;
  readonly accounts: Accounts;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    /** How often what has run out is thrown away. */
    readonly sweepMs: number;
  };
}

export interface ApiKeys {
  /** The owner of a whole key (`svc_…`); undefined where it is unknown or revoked. */
  authenticateKey(rawKey: string): Promise<Caller | undefined>;
  /** For programs. `api_key_limit_reached` at ten active keys. */
  createKey(key: { readonly userId: number; readonly label: string | null }): Promise<CreatedApiKey>;
  /** Takes away the keys of a deleted account (users.row_id), and what it has allowed. May be called again. */
  eraseOwner(userId: number, signal: AbortSignal): Promise<void>;
  routes(router: Router): void;
  /** Writes what is waiting to be written; on stop, and in tests. */
  flush(): Promise<void>;
}

export function createApiKeys(deps: ApiKeysDeps): ApiKeys {
  const { database, log, accounts } = deps;
  const lastUsed = createLastUse({
    what: 'key',
    log,
    write: (rowIds, usedAt) => database.write((tx) => setLastUsed(tx, rowIds, usedAt)),
  });
  const devices = createDevices(deps);
  const basePath = new URL(deps.config.baseUrl).pathname.replace(/\/$/, '');
  return {
    authenticateKey: (rawKey) => authenticateKey(deps, lastUsed, rawKey),
    createKey: (key) => createKey(deps, { ...key, actor: 'console', by: 'console' }),
    eraseOwner: async (userId, signal) => {
      await database.write((tx) => deleteDevicesOf(tx, userId));
      await deleteInBatches(database, signal, (tx, limit) => deleteKeysOf(tx, userId, limit));
    },
    routes: (router) => {
      mountApiKeys(router, deps, lastUsed, devices);
      mountDevicePage(router, { visitors: accounts.browserSessions, devices, basePath });
    },
    flush: lastUsed.flush,
  };
}
