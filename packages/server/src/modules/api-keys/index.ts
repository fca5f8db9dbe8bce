import type { CreatedApiKey } from '@drive/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import { createDevices } from './devices.ts';
import { authenticateKey, createKey } from './keys.ts';
import { createLastUsed } from './last-used.ts';
import { mountApiKeys } from './routes.ts';

export interface ApiKeysDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly accounts: Accounts;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
  };
}

/** API keys and the sign-in of devices (RFC 8628). Writes api_keys and device_codes. */
export interface ApiKeys {
  /** The owner of a whole key (`svc_…`); undefined where it is unknown or revoked. */
  authenticateKey(rawKey: string): Promise<Caller | undefined>;
  /** `api_key_limit_reached` at ten active keys. */
  createKey(key: { readonly userId: number; readonly label: string | null }): Promise<CreatedApiKey>;
  routes(router: Router): void;
  /** Writes what is waiting to be written; on stop, and in tests. */
  flush(): Promise<void>;
}

export function createApiKeys(deps: ApiKeysDeps): ApiKeys {
  const lastUsed = createLastUsed(deps);
  const devices = createDevices(deps);
  return {
    authenticateKey: (rawKey) => authenticateKey(deps, lastUsed, rawKey),
    createKey: (key) => createKey(deps, key),
    routes: (router) => mountApiKeys(router, deps, lastUsed, devices),
    flush: () => lastUsed.flush(),
  };
}
