import type { Clock } from '@drive/base';
import { endpoints } from '@drive/contract';
import type { Router } from '@drive/http-api';
import { DomainError } from '../../platform/errors.ts';
import type { Keys } from './api-keys.ts';
import type { DeviceSignIn } from './device-sign-in.ts';
import { restrictionFor } from './key-restriction.ts';

export interface ApiKeyRoutesDeps {
  readonly keys: Keys;
  readonly devices: DeviceSignIn;
  readonly clock: Clock;
  /** Whether a user (users.row_id) has the alive folder (items.id). */
  readonly hasFolder: (userId: number, folderId: string) => Promise<boolean>;
}

export function mountApiKeyRoutes(router: Router, { keys, devices, clock, hasFolder }: ApiKeyRoutesDeps): void {
  router.mountStreamed(endpoints.listApiKeys, ({ caller }) => keys.listAll(caller.userId));

  router.mount(endpoints.listApiKeyPage, ({ caller, query }) => keys.list(caller.userId, query));

  router.mount(endpoints.getCurrentApiKey, ({ caller }) => keys.getCurrent(caller));

  router.mount(endpoints.createApiKey, async ({ caller, body, remember }) => {
    const restriction = restrictionFor(caller, body, clock.now());
    const { userId } = caller;
    const { folderId } = body;
    if (folderId !== undefined && !(await hasFolder(userId, folderId)))
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
}
