import { endpoints, type CreatedApiKey } from '@drive/contract';
import type { AuditActor } from '../../platform/audit/index.ts';
import { deleteInBatches, type Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Router } from '../../platform/http/endpoints/router.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { keysOf } from './api-key-store.ts';
import { Keys } from './api-keys.ts';
import { restrictionFor } from './key-restriction.ts';
import { DevicePage } from './device-page.tsx';
import { devicesOf, expiredDevices } from './device-sign-in-store.ts';
import { DeviceSignIn } from './device-sign-in.ts';

export type ApiKeys = ReturnType<typeof createApiKeys>;

export function createApiKeys(
  deps: Pick<Ports, 'baseUrl' | 'database' | 'clock' | 'random' | 'secrets' | 'audit' | 'jobs' | 'log' | 'clients'> & {
    readonly featureLimiter: FeatureLimiter;
    readonly accounts: Accounts;
    /** Whether a user (users.row_id) has the alive folder (items.id). */
    readonly hasFolder: (userId: number, folderId: string) => Promise<boolean>;
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
      router.mount(endpoints.listApiKeys, ({ caller }) => keys.list(caller.userId));

      router.mount(endpoints.createApiKey, async ({ caller, body, remember }) => {
        const restriction = restrictionFor(caller, body, deps.clock.now());
        const { userId } = caller;
        const { folderId } = body;
        if (folderId !== undefined && !(await deps.hasFolder(userId, folderId)))
          throw new DomainError('folder_not_found', 'You have no such folder.');
        const key = { userId, label: body.label ?? null, restriction, actor: caller, by: 'user' } as const;
        return keys.create(key, { caller, remember });
      });

      router.mount(endpoints.revokeApiKey, ({ caller, params }) => keys.revoke(caller, params.id));

      router.mount(endpoints.startDevice, () => devices.start());

      router.mount(endpoints.approveDevice, ({ caller, body, clientNetwork }) =>
        devices.decide({ caller, clientNetwork, typedCode: body.userCode, approve: body.approve ?? true }),
      );

      router.mount(endpoints.pollDevice, ({ body }) => devices.poll(body.deviceCode));

      new DevicePage({ baseUrl, accounts, devices, clients: deps.clients }).mount(router);
    },

    /** Writes pending last uses of keys. Call before the database closes. */
    flush: () => keys.flush(),
  };
}
