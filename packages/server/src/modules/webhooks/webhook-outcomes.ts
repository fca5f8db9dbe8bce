/** The retry schedule (`WEBHOOK_RETRY_SECONDS`), and disabling after `limits.webhookFailures` failures in a row. */
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@drive/contract';
import { secondMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { JobType } from '../../platform/jobs/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { recordAttempt, type ClaimedDelivery } from './delivery-store.ts';
import type { AttemptResult } from './webhook-attempt.ts';
import type { WebhookCleanup, WebhookJob } from './webhook-cleanup.ts';
import { disableWebhook } from './webhook-management.ts';
import { addFailure, clearFailures, findWebhookByRowId, type WebhookRow } from './webhook-store.ts';

export type RecorderDeps = Pick<Ports, 'database' | 'clock'> & {
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
  /** Resolves when the result is committed. */
  record(outcome: AttemptOutcome): Promise<void>;
}

const MAX_BATCH = 32;
/** After a batch of several results, the next batch waits this long for more of them. */
const GATHER_MS = 4;

export function createAttemptRecorder(deps: RecorderDeps): AttemptRecorder {
  interface Waiting {
    readonly outcome: AttemptOutcome;
    resolve(): void;
    reject(error: unknown): void;
  }
  const waiting: Waiting[] = [];
  let unrecorded = 0;
  let isWriting = false;

  const write = (outcomes: readonly AttemptOutcome[]): Promise<void> =>
    deps.database.write((tx) => recordAll(tx, deps, outcomes));

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      await write(batch.map(({ outcome }) => outcome));
      for (const { resolve } of batch) resolve();
    } catch {
      // A result that the database rejects does not take the others of its batch with it.
      for (const { outcome, resolve, reject } of batch) await write([outcome]).then(resolve, reject);
    }
    unrecorded -= batch.length;
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      await writeBatch(batch);
      if (batch.length > 1 && waiting.length < MAX_BATCH) await sleep(GATHER_MS);
    }
    isWriting = false;
  }

  return {
    get unrecorded() {
      return unrecorded;
    },
    record: (outcome) =>
      new Promise((resolve, reject) => {
        waiting.push({ outcome, resolve, reject });
        unrecorded += 1;
        if (isWriting) return;
        isWriting = true;
        void writeAll();
      }),
  };
}

/** In the order of arrival: each result sees the consequences of those before it. */
async function recordAll(tx: Tx, deps: RecorderDeps, outcomes: readonly AttemptOutcome[]): Promise<void> {
  const webhooks = new Map<number, WebhookRow | undefined>();
  for (const { webhookRowId, delivery, result } of outcomes) {
    if (!webhooks.has(webhookRowId)) webhooks.set(webhookRowId, await findWebhookByRowId(tx, webhookRowId));
    const webhook = webhooks.get(webhookRowId);
    const isWanted = webhook?.isEnabled === true && delivery.rowId > webhook.cancelledTo;
    const retrySeconds = deps.config.retrySeconds[delivery.attempts];
    const isRetried = !result.isDelivered && isWanted && retrySeconds !== undefined;
    const isRecorded = await recordAttempt(tx, delivery, {
      ...result,
      status: result.isDelivered ? 'delivered' : isRetried ? 'pending' : 'failed',
      dueAt: isRetried ? deps.clock.now() + retrySeconds * secondMs : null,
    });
    if (!isRecorded || !isWanted || isRetried) continue;
    if (result.isDelivered && webhook.consecutiveFailures === 0) continue;
    if (result.isDelivered) await clearFailures(tx, webhookRowId);
    else await countFailure(tx, deps, webhookRowId);
    webhooks.delete(webhookRowId);
  }
}

async function countFailure(tx: Tx, deps: RecorderDeps, webhookRowId: number): Promise<void> {
  const failures = await addFailure(tx, webhookRowId);
  if (failures === undefined || failures < limits.webhookFailures) return;
  if (await disableWebhook(tx, deps.cleanup, webhookRowId, 'auto_disabled_failures'))
    await deps.disabledMail.enqueue(tx, { webhookRowId });
}

/** E-mail to the owner of a webhook that was disabled after too many failures. */
export function createDisabledMail({
  mails,
  accounts,
  baseUrl,
  instance,
}: Pick<Ports, 'baseUrl' | 'instance'> & { readonly mails: Mails; readonly accounts: Accounts }): JobType<WebhookJob> {
  return mails.defineNotice({
    type: 'webhooks.mail',
    load: async ({ webhookRowId }: WebhookJob, reader) => {
      const webhook = await findWebhookByRowId(reader, webhookRowId);
      const owner = webhook && (await accounts.findUser(reader, webhook.userId));
      return webhook && owner && { owner, url: webhook.url };
    },
    render: ({ url }) => ({
      subject: `Your webhook to ${new URL(url).host} was disabled`,
      before: [
        `${limits.webhookFailures} deliveries in a row to ${url} failed, each after several attempts. ${instance.name} no longer sends events there, and deliveries that were waiting were cancelled.`,
      ],
      link: { label: `Open ${instance.name}`, url: baseUrl.link('/') },
      after: [
        'The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.',
      ],
    }),
  });
}
