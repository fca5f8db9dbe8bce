import type { CreatedApiKey } from '@drive/contract';
import type { Router } from '@drive/http-api';
import type { AuditActor } from '../../platform/audit/index.ts';
import { deleteInBatches, type Tx } from '../../platform/db/index.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { mountApiKeyRoutes, type ApiKeyRoutesDeps } from './api-key-routes.ts';
import { keysOf } from './api-key-store.ts';
import { Keys } from './api-keys.ts';
import { DevicePage } from './device-page.tsx';
import { devicesOf, expiredDevices } from './device-sign-in-store.ts';
import { DeviceSignIn } from './device-sign-in.ts';

export type ApiKeys = ReturnType<typeof createApiKeys>;

export function createApiKeys(
  deps: Pick<Ports, 'baseUrl' | 'database' | 'clock' | 'random' | 'secrets' | 'audit' | 'jobs' | 'log' | 'clients'> & {
    readonly featureLimiter: FeatureLimiter;
    readonly accounts: Accounts;
    readonly hasFolder: ApiKeyRoutesDeps['hasFolder'];
    readonly config: {
      /** Milliseconds between two deletions of expired rows. */
      readonly sweepMs: number;
    };
  },
) {
  const { baseUrl, accounts } = deps;
  const keys = new Keys(deps);
  const devices = new DeviceSignIn({ ...deps, keys });

  deps.jobs.sweep('devices.sweep', deps.config.sweepMs, expiredDevices);

  return {
    authenticateKey: (rawKey: string) => keys.authenticate(rawKey),
    /** For operators. Throws `api_key_limit_reached` at ten active keys. */
    createKey: (key: { readonly userId: number; readonly label: string | null }): Promise<CreatedApiKey> =>
      keys.create({ ...key, restriction: null, actor: 'console', by: 'console' }),

    revokeAll: (tx: Tx, userId: number, actor: AuditActor) => keys.revokeAll(tx, userId, actor),

    /** Deletes the keys and devices of a deleted account (users.row_id). Idempotent. */
    eraseOwner: (userId: number, signal: AbortSignal) =>
      deleteInBatches(deps.database, signal, [devicesOf(userId), keysOf(userId)]),

    routes: (router: Router): void => {
      mountApiKeyRoutes(router, { ...deps, keys, devices });
      new DevicePage({ baseUrl, accounts, devices, clients: deps.clients }).mount(router);
    },

    /** Writes pending last uses of keys. Call before the database closes. */
    flush: () => keys.flush(),
  };
}
