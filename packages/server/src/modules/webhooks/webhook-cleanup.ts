import { dayMs, hourMs, minuteMs, secondMs } from '@drive/base';
import type { JobType } from '@drive/jobs';
import { deleteInBatches, type RowBatch } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { deliveriesBefore, deliveriesOf } from './delivery-log-store.ts';
import { cancelDeliveries, deliveriesAfter } from './delivery-store.ts';
import { deleteMarkedWebhook } from './webhook-store.ts';

const LOG_RETENTION_MS = 30 * dayMs;

export type WebhookJob = { readonly webhookRowId: number };

export interface WebhookCleanup {
  /** Marks deliveries as failed that `cancelled_to` covers. */
  readonly cancelling: JobType<WebhookJob>;
  /** Deletes a webhook that is marked as deleted, after its deliveries. */
  readonly purging: JobType<WebhookJob>;
}

export function createWebhookCleanup({
  database,
  jobs,
  config,
}: Pick<Ports, 'database' | 'jobs'> & {
  readonly config: { readonly sweepMs: number; readonly retrySeconds: readonly number[] };
}): WebhookCleanup {
  // Also longer than a lease, and than the clocks of servers differ.
  const longestMs = hourMs + Math.max(...config.retrySeconds, 0) * secondMs;
  jobs.sweep('webhooks.sweep', config.sweepMs, (now) => [
    deliveriesBefore(now - LOG_RETENTION_MS),
    deliveriesAfter(now + longestMs, now),
  ]);

  const define = (type: string, batchOf: (webhookRowId: number) => RowBatch, finish?: typeof deleteMarkedWebhook) =>
    jobs.define<WebhookJob>({
      type,
      retryDelayMs: () => minuteMs,
      run: async ({ webhookRowId }, { signal }) => {
        await deleteInBatches(database, signal, batchOf(webhookRowId));
        signal.throwIfAborted();
        if (finish !== undefined) await database.write((tx) => finish(tx, webhookRowId));
      },
    });
  return {
    cancelling: define('webhooks.cancel', cancelDeliveries),
    purging: define('webhooks.purge', deliveriesOf, deleteMarkedWebhook),
  };
}
