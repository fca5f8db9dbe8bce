import { endpoints } from '@drive/contract';
import type { LastUse } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Devices } from './devices.ts';
import { createKey, listKeys, revokeKey, type KeysDeps } from './api-keys.ts';

export function mountApiKeys(router: Router, deps: KeysDeps, lastUsed: LastUse, devices: Devices): void {
  router.mount(endpoints.listApiKeys, async ({ caller }) => {
    await lastUsed.flush();
    return listKeys(deps, caller.userId);
  });

  router.mount(endpoints.createApiKey, ({ caller, body, remember }) =>
    createKey(deps, { userId: caller.userId, label: body.label ?? null, actor: caller, by: 'user' }, remember),
  );

  router.mount(endpoints.revokeApiKey, async ({ caller, params }) => {
    await revokeKey(deps, caller, params.id);
    return undefined;
  });

  router.mount(endpoints.startDevice, () => devices.start());

  router.mount(endpoints.approveDevice, async ({ caller, body, clientNetwork }) => {
    await devices.decide({ caller, clientNetwork, typedCode: body.userCode, approve: body.approve ?? true });
    return undefined;
  });

  router.mount(endpoints.pollDevice, ({ body }) => devices.poll(body.deviceCode));
}
