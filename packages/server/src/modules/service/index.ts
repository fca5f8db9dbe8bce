/**
 * Information about the server: public configuration, API description, health, statistics and their history.
 *
 * `openapi.ts` finds the generated description, which `@drive/api-docs` renders as pages; `@drive/client-downloads` serves the
 * clients, `gauges.ts` defines the gauges of Prometheus, `backup-schedule.ts` starts backups, `stats.ts` reads the statistics of administrators, `totals.ts` counts for
 * both, `history.ts` keeps samples of them. `create-service.ts` checks readiness and serves the metrics.
 */
export { createService } from './create-service.ts';
export { readVersion } from './openapi.ts';
