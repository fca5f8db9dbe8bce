import type { Router } from '@drive/http-api';
import type { AttemptDeps } from '@drive/webhook-sender';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { FindTree, LiveReaders } from '../live/index.ts';
import { fanOut } from './event-fan-out.ts';
import { EventStreams } from './event-stream.ts';
import { createWebhookCleanup } from './webhook-cleanup.ts';
import { createDisabledMail } from './webhook-mails.ts';
import { disableWebhook, type ManagementDeps } from './webhook-management.ts';
import { createAttemptRecorder } from './webhook-outcomes.ts';
import { mountWebhooks, type WebhookTrees } from './webhook-routes.ts';
import { WebhookScheduler } from './webhook-scheduler.ts';
import { listWebhookRows, markDeleted } from './webhook-store.ts';

export type WebhooksDeps = Omit<Ports, 'blobs' | 'mailer' | 'operatorFetch' | 'passwords' | 'images'> & {
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly live: LiveReaders;
  readonly findTree: FindTree;
  readonly featureLimiter: FeatureLimiter;
  readonly hasFolder: ManagementDeps['hasFolder'];
  readonly findDriveId: ManagementDeps['findDriveId'];
  readonly findManagedTree: WebhookTrees['findManagedTree'];
  readonly findTreeAccess: WebhookTrees['findTreeAccess'];
  readonly config: {
    /** Seconds before the second and each later attempt. */
    readonly retrySeconds: readonly number[];
    readonly sweepMs: number;
    /** For tests: nothing is sent until `drain()`. */
    readonly runsOnlyWhenDrained: boolean;
  };
};

export interface Webhooks {
  routes(router: Router): void;
  /** Deletes the webhooks of a deleted account (users.row_id). Idempotent, because it resumes after a crash. */
  eraseOwner(userId: number): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  /** For tests: sends everything that is due by the clock. Returns whether there was anything. */
  drain(): Promise<boolean>;
}

export function createWebhooks(given: WebhooksDeps): Webhooks {
  const countOutcome = given.metrics.counter(
    'drive_webhook_attempts_total',
    'Delivery attempts by outcome: delivered, refused, unreachable, blocked',
    ['outcome'],
  );
  const countAttempt: AttemptDeps['countAttempt'] = (labels) => {
    countOutcome(labels);
    given.activity.add(labels.outcome === 'delivered' ? 'deliveredAttempts' : 'failedAttempts', 1);
  };
  const cleanup = createWebhookCleanup(given);
  const deps = { ...given, countAttempt, cleanup };
  const recorder = createAttemptRecorder({ ...deps, disabledMail: createDisabledMail(deps) });
  const { runsOnlyWhenDrained } = deps.config;
  const scheduler = new WebhookScheduler({ ...deps, recorder, runsOnlyWhenDrained });
  const wake = (webhookRowId: number): void => scheduler.wake(webhookRowId);
  fanOut(deps, wake);
  const streams = new EventStreams(deps);
  deps.accounts.vouching.onTakeover(async (tx, userId) => {
    for (const { rowId } of await listWebhookRows(tx, userId)) await disableWebhook(tx, cleanup, rowId, null);
  });
  return {
    routes: (router) => mountWebhooks(router, { ...deps, streams, wake }),
    eraseOwner: async (userId) => {
      for (const { rowId } of await listWebhookRows(deps.database.reader, userId))
        await deps.database.write(async (tx) => {
          if (await markDeleted(tx, rowId, deps.clock.now()))
            await cleanup.purging.enqueue(tx, { webhookRowId: rowId });
        });
    },
    start: () => scheduler.start(),
    stop: () => scheduler.stop(),
    drain: () => scheduler.drain(),
  };
}
