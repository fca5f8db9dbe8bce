/** The retry schedule (`WEBHOOK_RETRY_SECONDS`), and disabling after `limits.webhookFailures` failures in a row. */
import { Gatherer, secondMs } from '@drive/base';
import { limits } from '@drive/contract';
import type { JobType } from '@drive/jobs';
import type { AttemptResult } from '@drive/webhook-sender';
import type { Tx } from '../../platform/db/index.ts';
import { isDomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import {
  listStillClaimed,
  settleDeliveries,
  settleStates,
  type ClaimedDelivery,
  type SettledDelivery,
} from './delivery-store.ts';
import type { WebhookCleanup, WebhookJob } from './webhook-cleanup.ts';
import { disableWebhook } from './webhook-management.ts';
import { listWebhooksByRowId, setFailures } from './webhook-store.ts';

export type RecorderDeps = Pick<Ports, 'database' | 'clock' | 'log'> & {
  readonly cleanup: WebhookCleanup;
  readonly disabledMail: JobType<WebhookJob>;
  /** Seconds before the second and each later attempt. */
  readonly config: { readonly retrySeconds: readonly number[] };
};

export interface AttemptOutcome {
  readonly webhookRowId: number;
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
}

/** Records the results of attempts. Results that arrive close together share a transaction. */
export interface AttemptRecorder {
  readonly unrecorded: number;
  /**
   * Resolves when the result is committed. A result that the database refuses is logged, and only the new state of its delivery is
   * stored, so that the delivery is not sent again at once.
   */
  record(outcome: AttemptOutcome): Promise<void>;
}

const MAX_BATCH = 32;
/** After a batch of several results, the next batch waits this long for more of them. */
const GATHER_MS = 4;

export function createAttemptRecorder(deps: RecorderDeps): AttemptRecorder {
  const results = new Gatherer<AttemptOutcome>({
    write: (outcomes) => record(deps, outcomes),
    maxBatch: MAX_BATCH,
    pauseMs: GATHER_MS,
  });
  return {
    get unrecorded() {
      return results.pending;
    },
    record: (outcome) => results.add(outcome),
  };
}

async function record(deps: RecorderDeps, outcomes: readonly AttemptOutcome[]): Promise<void> {
  const { database, log } = deps;
  try {
    await database.write((tx) => recordAll(tx, deps, outcomes));
  } catch (error) {
    const [outcome] = outcomes;
    // Several are tried again one by one.
    if (outcome === undefined || outcomes.length > 1 || isDomainError(error, 'unavailable')) throw error;
    log.error('webhook attempt not recorded', { attempt: outcome.delivery.attempts + 1, error });
    await database.write((tx) => recordState(tx, deps, outcome));
  }
}

/** Without the attempt, the response and the webhook's failures in a row, which are all that the next attempt can do without. */
async function recordState(tx: Tx, deps: RecorderDeps, outcome: AttemptOutcome): Promise<void> {
  const { dialect } = deps.database;
  const { webhookRowId, result } = outcome;
  const webhook = (await listWebhooksByRowId(tx, dialect, [webhookRowId], 'seen')).get(webhookRowId);
  const settled = settle(deps, { ...outcome, result: { ...result, responseBody: null } }, webhook && { ...webhook });
  await settleStates(tx, dialect, [settled]);
}

/** In the order of arrival: each result sees the consequences of those before it. */
async function recordAll(tx: Tx, deps: RecorderDeps, outcomes: readonly AttemptOutcome[]): Promise<void> {
  const { dialect } = deps.database;
  const rowIds = [...new Set(outcomes.map(({ webhookRowId }) => webhookRowId))];
  let webhooks = await listWebhooksByRowId(tx, dialect, rowIds, 'seen');
  let counted = outcomes;
  // A success of a webhook without failures changes nothing but its delivery.
  const mayCount = outcomes.some(
    ({ webhookRowId, result }) => !result.isDelivered || (webhooks.get(webhookRowId)?.consecutiveFailures ?? 0) > 0,
  );
  if (mayCount) {
    webhooks = await listWebhooksByRowId(tx, dialect, rowIds, 'locked');
    const claims = outcomes.map(({ delivery: { rowId, claim } }) => ({ rowId, claim }));
    const own = await listStillClaimed(tx, dialect, claims);
    counted = outcomes.filter(({ delivery }) => own.has(delivery.rowId));
  }
  const counters = new Map([...webhooks].map(([rowId, webhook]) => [rowId, { ...webhook }]));
  await settleDeliveries(
    tx,
    dialect,
    counted.map((outcome) => settle(deps, outcome, counters.get(outcome.webhookRowId))),
  );
  for (const [rowId, { consecutiveFailures: failures }] of counters) {
    if (failures === webhooks.get(rowId)?.consecutiveFailures) continue;
    await setFailures(tx, rowId, failures);
    if (failures < limits.webhookFailures) continue;
    if (await disableWebhook(tx, deps.cleanup, rowId, 'auto_disabled_failures'))
      await deps.disabledMail.enqueue(tx, { webhookRowId: rowId });
  }
}

/** Returns the delivery after its attempt. Counts its result in `webhook`, which is undefined if the webhook was deleted. */
function settle(
  { config }: RecorderDeps,
  { delivery, result }: AttemptOutcome,
  webhook: { isEnabled: boolean; consecutiveFailures: number; readonly cancelledTo: number } | undefined,
): SettledDelivery {
  const { rowId, claim, attempts } = delivery;
  const { isDelivered, ...attempt } = result;
  const number = attempts + 1;
  const isWanted = webhook?.isEnabled === true && rowId > webhook.cancelledTo;
  const retrySeconds = config.retrySeconds[attempts];
  if (!isDelivered && isWanted && retrySeconds !== undefined)
    // Not from its end: the time until the next attempt would reveal how long this one took.
    return { ...attempt, rowId, claim, number, status: 'pending', dueAt: result.at + retrySeconds * secondMs };
  if (isWanted) {
    webhook.consecutiveFailures = isDelivered ? 0 : webhook.consecutiveFailures + 1;
    // disableWebhook() follows; the results after this one count no more.
    if (webhook.consecutiveFailures >= limits.webhookFailures) webhook.isEnabled = false;
  }
  return { ...attempt, rowId, claim, number, status: isDelivered ? 'delivered' : 'failed', dueAt: null };
}
