/**
 * What the server says of itself: public configuration, the API's description, whether it is up. Writes no table.
 *
 * Who is who: `openapi.ts` finds the generated description, `readiness.ts` asks what the server stands on.
 */
import { endpoints, type PublicConfig } from '@drive/contract';
import type { Router } from '../../platform/http/router.ts';
import { readOpenApi } from './openapi.ts';
import { createReadiness, type ReadinessDeps } from './readiness.ts';

export { readVersion } from './openapi.ts';

export interface ServiceDeps extends ReadinessDeps {
  readonly config: {
    readonly public: PublicConfig;
    /** Without a slash at the end. */
    readonly baseUrl: string;
  };
}

export interface Service {
  routes(router: Router): void;
}

export function createService(deps: ServiceDeps): Service {
  const requireReady = createReadiness(deps);
  const description = readOpenApi(deps.config.baseUrl);
  return {
    routes(router) {
      router.mount(endpoints.getPublicConfig, async () => deps.config.public);
      router.mount(endpoints.getOpenApi, async () => description());
      router.mount(endpoints.healthz, async () => ({ status: 'ok' as const }));
      router.mount(endpoints.readyz, async () => {
        await requireReady();
        return { status: 'ok' as const };
      });
    },
  };
}
