import type { Audit } from '../../platform/audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Events } from '../../platform/events/index.ts';
import type { FeatureLimiter, Router } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { OutboundFetch, TargetCheck } from '../../platform/outbound/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEventStreams } from './event-stream.ts';
import { createFailureMails } from './failure-mails.ts';
import { fanOut } from './fan-out.ts';
import { mountWebhooks } from './routes.ts';
import { listWebhookRows, markDeleted } from './store.ts';
import { createUpkeep } from './upkeep.ts';

export interface WebhooksDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly jobs: Jobs;
  readonly audit: Audit;
  readonly events: Events;
  readonly mails: Mails;
  readonly outboundFetch: OutboundFetch;
  readonly checkTarget: TargetCheck;
  readonly accounts: Accounts;
  readonly featureLimiter: FeatureLimiter;
  readonly config: {
    readonly baseUrl: string;
    /** Before the second and each later attempt. */
    readonly retrySeconds: readonly number[];
    readonly sweepMs: number;
    /** Nothing is sent until `drain()`, for tests. */
    readonly runsOnlyWhenDrained: boolean;
  };
}

export interface Webhooks {
  routes(router: Router): void;
  /** Takes away the webhooks of a deleted account (users.row_id). May be called again, after a crash anywhere. */
  eraseOwner(userId: number): Promise<void>;
  /** Begins to send what waits. */
  start(): void;
  /** Ends the streams, so that nobody waits for them. */
  endStreams(): void;
  stop(): Promise<void>;
  /** For tests: sends all that is due by the clock. Answers whether there was anything. */
  drain(): Promise<boolean>;
}

export function createWebhooks(given: WebhooksDeps): Webhooks {
  const countAttempt = given.metrics.counter(
    'drive_webhook_attempts_total',
    'Attempts to deliver, by how they ended: delivered, refused, unreachable, blocked',
    ['outcome'],
  );
  const deps = { ...given, countAttempt };
  const { cancelling, purging } = createUpkeep(deps);
  const mails = createFailureMails(deps);
  const dispatcher = createDispatcher({
    ...deps,
    cancelling,
    mails,
    runsOnlyWhenDrained: deps.config.runsOnlyWhenDrained,
  });
  fanOut(deps, dispatcher.wake);
  const streams = createEventStreams(deps);
  deps.accounts.directory.onSuspended(streams.look);
  const ownHost = new URL(deps.config.baseUrl).hostname;
  return {
    routes: (router) =>
      mountWebhooks(router, { ...deps, ownHost, cancelling, purging, streams, wake: dispatcher.wake }),
    eraseOwner: async (userId) => {
      for (const { rowId } of await listWebhookRows(deps.database.reader, userId))
        await deps.database.write(async (tx) => {
          if (await markDeleted(tx, rowId, deps.clock.now())) await purging.enqueue(tx, { webhookRowId: rowId });
        });
    },
    start: dispatcher.start,
    endStreams: streams.stop,
    stop: dispatcher.stop,
    drain: dispatcher.drain,
  };
}
