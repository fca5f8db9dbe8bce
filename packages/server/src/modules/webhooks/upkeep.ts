import { dayMs, minuteMs, type Clock } from '../../platform/clock.ts';
import { deleteInBatches, type Database } from '../../platform/db/index.ts';
import type { Jobs, JobType } from '../../platform/jobs/index.ts';
import { deleteDeliveriesBefore, deleteDeliveriesOf, writeCancelled } from './queue-store.ts';
import { deleteMarkedRow } from './store.ts';

/** How long deliveries are kept. */
const KEPT_MS = 30 * dayMs;

export type WebhookJob = { readonly webhookRowId: number };

export interface Upkeep {
  readonly cancelling: JobType<WebhookJob>;
  readonly purging: JobType<WebhookJob>;
}

/** What goes in pieces, because it may be a lot: cancelling, deleting, and forgetting what is old. */
export function createUpkeep(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly config: { readonly sweepMs: number };
}): Upkeep {
  const { database, clock, jobs } = deps;

  jobs.every('webhooks.sweep', deps.config.sweepMs, ({ signal }) => {
    const before = clock.now() - KEPT_MS;
    return deleteInBatches(database, signal, (tx, limit) => deleteDeliveriesBefore(tx, before, limit));
  });

  return {
    cancelling: jobs.define<WebhookJob>({
      type: 'webhooks.cancel',
      retryDelayMs: () => minuteMs,
      run: async ({ webhookRowId }, { signal }) => {
        await deleteInBatches(database, signal, (tx, limit) => writeCancelled(tx, webhookRowId, limit));
        signal.throwIfAborted();
      },
    }),
    purging: jobs.define<WebhookJob>({
      type: 'webhooks.purge',
      retryDelayMs: () => minuteMs,
      run: async ({ webhookRowId }, { signal }) => {
        await deleteInBatches(database, signal, (tx, limit) => deleteDeliveriesOf(tx, webhookRowId, limit));
        signal.throwIfAborted();
        await database.write((tx) => deleteMarkedRow(tx, webhookRowId));
      },
    }),
  };
}
