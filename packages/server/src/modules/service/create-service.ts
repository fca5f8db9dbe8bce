import { mountDocs } from '@drive/api-docs';
import { mountInstall } from '@drive/client-downloads';
import { endpoints, type PublicConfig } from '@drive/contract';
import type { Router } from '@drive/http-api';
import type { Metrics } from '@drive/metrics';
import type { ScheduledBackups } from '../../platform/backup-program.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { BackupSchedule } from './backup-schedule.ts';
import { defineGauges, type GaugesDeps } from './gauges.ts';
import { createHistory } from './history.ts';
import { readOpenApi, readVersion } from './openapi.ts';
import { Readiness, type ReadinessDeps } from './readiness.ts';
import { readStats } from './stats.ts';
import { createTotals } from './totals.ts';
import { mountWellKnown } from './well-known.ts';

export interface ServiceDeps
  extends
    ReadinessDeps,
    Omit<GaugesDeps, 'totals' | 'readiness' | 'version'>,
    Pick<Ports, 'activity' | 'baseUrl' | 'clients'> {
  /** undefined: the server writes no scheduled backups. */
  readonly backups: ScheduledBackups | undefined;
  readonly config: {
    readonly public: PublicConfig;
    /** Without a trailing slash. */
    readonly baseUrl: string;
    readonly metricsToken: string | undefined;
    readonly securityContact: string | undefined;
  };
}

export interface Service {
  /** Begins to write what the statistics count. */
  start(): void;
  /** Makes `/readyz` answer 503, while everything else is answered as before. */
  drain(): void;
  /** Writes the rest of it. */
  stop(): Promise<void>;
  routes(router: Router): void;
}

export function createService(deps: ServiceDeps): Service {
  const readiness = new Readiness(deps);
  const totals = createTotals(deps);
  const backups = deps.backups && new BackupSchedule(deps, deps.backups);
  const history = createHistory({ ...deps, totals });
  const stats = { ...deps, totals, backups, version: readVersion(), startedAt: deps.clock.now() };
  defineGauges({ ...deps, totals, readiness, version: stats.version });
  const description = readOpenApi(deps.config.baseUrl);
  return {
    start: () => history.start(),
    stop: () => history.stop(),
    drain: () => readiness.drain(),
    routes(router) {
      router.mount(endpoints.getPublicConfig, async () => deps.config.public);
      router.mount(endpoints.getOpenApi, async () => description());
      router.mount(endpoints.healthz, async () => ({ status: 'ok' as const }));
      router.mount(endpoints.readyz, async () => {
        await readiness.requireReady();
        return { status: 'ok' as const };
      });
      router.mount(endpoints.getStats, () => readStats(stats));
      router.mount(endpoints.getStatsHistory, ({ query }) => history.read(query.days));
      mountDocs(router, description, new URL(deps.config.baseUrl).pathname.replace(/\/$/, ''));
      mountInstall(router, deps.clients, deps.baseUrl);
      mountWellKnown(router, { ...deps, securityContact: deps.config.securityContact });
      mountMetrics(router, deps.metrics, deps.config.metricsToken);
    },
  };
}

/** `GET /metrics` with the token; answers 404 if no token is set. */
function mountMetrics(router: Router, metrics: Metrics, token: string | undefined): void {
  if (token === undefined) return;
  const serve = async (): Promise<Response> => {
    const { contentType, text } = (await metrics.expose()) ?? { contentType: 'text/plain', text: '' };
    return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
  };
  const refusal = 'This needs the bearer token of DRIVE_METRICS_TOKEN.';
  router.page('GET', '/metrics', serve, { bearer: { token, refusal } });
}
