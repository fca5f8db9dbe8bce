import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, type Log, minuteMs, secondMs } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import { endpoints, type PublicConfig } from '@drive/contract';
import type { Metrics } from '@drive/metrics';
import type { ScheduledBackups } from '../../platform/backup-program.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/endpoints/router.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Jobs } from '@drive/jobs';
import type { Scanner } from '../../platform/scanner.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { readOpenApi, readVersion } from './openapi.ts';
import { mountInstall } from './install/install-pages.tsx';
import { mountDocs } from './docs/docs-pages.tsx';
import { BackupSchedule } from './backup-schedule.ts';
import { defineGauges, type GaugesDeps } from './gauges.ts';
import { createHistory } from './history.ts';
import { readStats } from './stats.ts';
import { createTotals } from './totals.ts';
import { mountWellKnown } from './well-known.ts';

export interface ServiceDeps
  extends ReadinessDeps, Omit<GaugesDeps, 'totals' | 'version'>, Pick<Ports, 'activity' | 'baseUrl' | 'clients'> {
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
  const readiness = createReadiness(deps);
  const totals = createTotals(deps);
  const backups = deps.backups && new BackupSchedule(deps, deps.backups);
  const history = createHistory({ ...deps, totals });
  const stats = { ...deps, totals, backups, version: readVersion(), startedAt: deps.clock.now() };
  defineGauges({ ...deps, totals, version: stats.version });
  const description = readOpenApi(deps.config.baseUrl);
  return {
    start: history.start,
    stop: history.stop,
    drain: readiness.drain,
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

interface ReadinessDeps {
  readonly scanner: Scanner | undefined;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Log;
}

/** A dependency that takes longer does not answer: probes give up after a few seconds. */
const PING_MS = 3 * secondMs;
/** An object storage is asked this often at most, however many balancers ask. */
const STORAGE_IS_FRESH_MS = 3 * secondMs;
/** Time between two log lines about a scanner that is away. */
const SCANNER_IS_FRESH_MS = minuteMs;

interface Readiness {
  /** Throws `unavailable` if a dependency of the server does not answer, or after `drain`. Only the log names it. */
  requireReady(): Promise<void>;
  drain(): void;
}

function createReadiness({ database, blobs, clock, jobs, log, scanner }: ReadinessDeps): Readiness {
  let isDraining = false;
  let storageAnsweredAt = -Infinity;
  let scannerAskedAt = -Infinity;

  async function pingStorage(): Promise<void> {
    if (clock.now() - storageAnsweredAt < STORAGE_IS_FRESH_MS) return;
    await blobs.ping();
    storageAnsweredAt = clock.now();
  }

  /** A server whose scanner is away is ready: it serves, and scans later. */
  async function noteScanner(): Promise<void> {
    if (scanner === undefined || clock.now() - scannerAskedAt < SCANNER_IS_FRESH_MS) return;
    scannerAskedAt = clock.now();
    await inTime(scanner.ping()).catch((error: unknown) => log.warn('scanner does not answer', { error }));
  }

  async function requireReady(): Promise<void> {
    if (isDraining) throw new DomainError('unavailable', 'The server is stopping.', { retryAfterSeconds: 5 });
    const [db, storage] = await Promise.allSettled([inTime(database.ping()), inTime(pingStorage()), noteScanner()]);
    const failures = [
      ...(db.status === 'rejected' ? [{ event: 'database does not answer', error: db.reason as unknown }] : []),
      ...(storage.status === 'rejected'
        ? [{ event: 'storage does not answer', error: storage.reason as unknown }]
        : []),
      ...(jobs.isAlive() ? [] : [{ event: 'job loop is stalled', error: undefined }]),
    ];
    for (const { event, error } of failures) log.warn(event, { error });
    if (failures.length > 0) throw new DomainError('unavailable', 'The server is not ready.', { retryAfterSeconds: 5 });
  }

  return { requireReady, drain: () => void (isDraining = true) };
}

async function inTime(ping: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const isLate = sleep(PING_MS, true, { signal: timer.signal, ref: false }).catch(() => false);
  try {
    if ((await Promise.race([ping, isLate])) === true) throw new Error(`no answer within ${PING_MS} ms`);
  } finally {
    timer.abort();
  }
}
