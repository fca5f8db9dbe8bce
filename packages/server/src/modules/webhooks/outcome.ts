import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@drive/contract';
import { secondMs, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { AttemptResult } from './attempt.ts';
import type { FailureMails } from './failure-mails.ts';
import { disableWebhook, type ManagementDeps } from './management.ts';
import { settleAttempt } from './outcome-store.ts';
import type { ClaimedDelivery } from './queue-store.ts';
import { addFailure, clearFailures, findWebhookByRowId, type WebhookRow } from './store.ts';

export interface OutcomeDeps extends Pick<ManagementDeps, 'cancelling'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly mails: FailureMails;
  readonly config: { readonly retrySeconds: readonly number[] };
}

/** How an attempt went. */
export interface Outcome {
  readonly webhookRowId: number;
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
}

/** Writes down how attempts went and what follows, those that end at the same time together. */
export interface Outcomes {
  /** Those that are not written down yet. */
  readonly waiting: number;
  /** Resolves when it is written down. */
  settle(outcome: Outcome): Promise<void>;
}

const MOST_AT_ONCE = 32;
/** Where many come, this long is waited for more. */
const GATHERING_MS = 4;

export function createOutcomes(deps: OutcomeDeps): Outcomes {
  interface Waiting {
    readonly outcome: Outcome;
    resolve(): void;
    reject(error: unknown): void;
  }
  const waiting: Waiting[] = [];
  let unwritten = 0;
  let isWriting = false;

  const write = (outcomes: readonly Outcome[]): Promise<void> =>
    deps.database.write((tx) => settleAll(tx, deps, outcomes));

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      await write(batch.map(({ outcome }) => outcome));
      for (const { resolve } of batch) resolve();
    } catch {
      // One that the database refuses takes none of the others with it.
      for (const { outcome, resolve, reject } of batch) await write([outcome]).then(resolve, reject);
    }
    unwritten -= batch.length;
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_AT_ONCE);
      await writeBatch(batch);
      if (batch.length > 1 && waiting.length < MOST_AT_ONCE) await sleep(GATHERING_MS);
    }
    isWriting = false;
  }

  return {
    get waiting() {
      return unwritten;
    },
    settle: (outcome) =>
      new Promise((resolve, reject) => {
        waiting.push({ outcome, resolve, reject });
        unwritten += 1;
        if (isWriting) return;
        isWriting = true;
        void writeAll();
      }),
  };
}

/** In the order in which they came: what one of them brings about counts for the next. */
async function settleAll(tx: Tx, deps: OutcomeDeps, outcomes: readonly Outcome[]): Promise<void> {
  const webhooks = new Map<number, WebhookRow | undefined>();
  for (const { webhookRowId, delivery, result } of outcomes) {
    if (!webhooks.has(webhookRowId)) webhooks.set(webhookRowId, await findWebhookByRowId(tx, webhookRowId));
    const webhook = webhooks.get(webhookRowId);
    const isWanted = webhook?.isEnabled === true && delivery.rowId > webhook.cancelledTo;
    const retrySeconds = deps.config.retrySeconds[delivery.attempts];
    const isTriedAgain = !result.isDelivered && isWanted && retrySeconds !== undefined;
    const isSettled = await settleAttempt(tx, delivery, {
      ...result,
      status: result.isDelivered ? 'delivered' : isTriedAgain ? 'pending' : 'failed',
      dueAt: isTriedAgain ? deps.clock.now() + retrySeconds * secondMs : null,
    });
    if (!isSettled || !isWanted || isTriedAgain) continue;
    if (result.isDelivered && webhook.consecutiveFailures === 0) continue;
    if (result.isDelivered) await clearFailures(tx, webhookRowId);
    else await countFailure(tx, deps, webhookRowId);
    webhooks.delete(webhookRowId);
  }
}

async function countFailure(tx: Tx, deps: OutcomeDeps, webhookRowId: number): Promise<void> {
  const failures = await addFailure(tx, webhookRowId);
  if (failures === undefined || failures < limits.webhookFailures) return;
  if (await disableWebhook(tx, deps, webhookRowId, 'auto_disabled_failures'))
    await deps.mails.disabled(tx, webhookRowId);
}
