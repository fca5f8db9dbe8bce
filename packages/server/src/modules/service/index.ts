/**
 * Information about the server: public configuration, API description, health, statistics. Writes no table.
 *
 * `openapi.ts` finds the generated description, `docs/` renders it as pages, `install/` serves the clients,
 * `readiness.ts` checks the dependencies of the server, `gauges.ts` (with `gauge-store.ts`) and `metrics-page.ts` serve
 * Prometheus, `stats.ts` administrators; `totals.ts` counts for both.
 */
import { endpoints, type PublicConfig } from '@drive/contract';
import type { Router } from '../../platform/http/router.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { readOpenApi, readVersion } from './openapi.ts';
import { mountInstall } from './install/install-pages.tsx';
import { mountDocs } from './docs/docs-pages.tsx';
import { defineGauges, type GaugesDeps } from './gauges.ts';
import { mountMetrics } from './metrics-page.ts';
import { createReadiness, type ReadinessDeps } from './readiness.ts';
import { readStats } from './stats.ts';
import { createTotals } from './totals.ts';

export { readVersion } from './openapi.ts';

export interface ServiceDeps extends ReadinessDeps, Omit<GaugesDeps, 'totals'>, Pick<Ports, 'baseUrl' | 'clients'> {
  readonly config: {
    readonly public: PublicConfig;
    /** Without a trailing slash. */
    readonly baseUrl: string;
    /** Bearer token that authorizes reading the metrics. */
    readonly metricsToken: string | undefined;
  };
}

export interface Service {
  routes(router: Router): void;
}

export function createService(deps: ServiceDeps): Service {
  const requireReady = createReadiness(deps);
  const totals = createTotals(deps);
  const stats = { ...deps, totals, version: readVersion(), startedAt: deps.clock.now() };
  defineGauges({ ...deps, totals });
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
      router.mount(endpoints.getStats, () => readStats(stats));
      mountDocs(router, description, new URL(deps.config.baseUrl).pathname.replace(/\/$/, ''));
      mountInstall(router, deps.clients, deps.baseUrl);
      mountMetrics(router, deps.metrics, deps.config.metricsToken);
    },
  };
}
