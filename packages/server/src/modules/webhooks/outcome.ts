import { limits } from '@drive/contract';
import { secondMs, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { AttemptResult } from './attempt.ts';
import type { FailureMails } from './failure-mails.ts';
import { disableWebhook, type ManagementDeps } from './management.ts';
import { settleAttempt, type ClaimedDelivery } from './queue-store.ts';
import { addFailure, clearFailures, findWebhookByRowId } from './store.ts';

export interface OutcomeDeps extends Pick<ManagementDeps, 'cancelling'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly mails: FailureMails;
  readonly config: { readonly retrySeconds: readonly number[] };
}

/** Writes down how an attempt went and what follows: the next one, or the end, which may be the webhook's as well. */
export async function settle(
  deps: OutcomeDeps,
  webhookRowId: number,
  delivery: ClaimedDelivery,
  result: AttemptResult,
): Promise<void> {
  await deps.database.write(async (tx) => {
    const webhook = await findWebhookByRowId(tx, webhookRowId);
    const isWanted = webhook?.isEnabled === true && delivery.rowId > webhook.cancelledTo;
    const retrySeconds = deps.config.retrySeconds[delivery.attempts];
    const isTriedAgain = !result.isDelivered && isWanted && retrySeconds !== undefined;
    const isSettled = await settleAttempt(tx, delivery, {
      ...result,
      status: result.isDelivered ? 'delivered' : isTriedAgain ? 'pending' : 'failed',
      dueAt: isTriedAgain ? deps.clock.now() + retrySeconds * secondMs : null,
    });
    if (!isSettled || !isWanted || isTriedAgain) return;
    if (result.isDelivered) await clearFailures(tx, webhookRowId);
    else await countFailure(tx, deps, webhookRowId);
  });
}

async function countFailure(tx: Tx, deps: OutcomeDeps, webhookRowId: number): Promise<void> {
  const failures = await addFailure(tx, webhookRowId);
  if (failures === undefined || failures < limits.webhookFailures) return;
  if (await disableWebhook(tx, deps, webhookRowId, 'auto_disabled_failures'))
    await deps.mails.disabled(tx, webhookRowId);
}
