import { limits, type Webhook, type WebhookWithSecret } from '@drive/contract';
import { changedNames, type Audit } from '../../platform/audit/index.ts';
import { isoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Remember } from '../../platform/http/router.ts';
import type { JobType } from '../../platform/jobs/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { makeSecret } from './secret.ts';
import {
  countWebhooks,
  disableRow,
  enableRow,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  markDeleted,
  setSecret,
  setUrl,
  type WebhookRow,
} from './store.ts';
import { requireTarget, type TargetDeps } from './target.ts';
import type { WebhookJob } from './upkeep.ts';

export interface ManagementDeps extends TargetDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly audit: Audit;
  /** Writes down which deliveries were cancelled, and takes a deleted webhook's rows away. */
  readonly cancelling: JobType<WebhookJob>;
  readonly purging: JobType<WebhookJob>;
}

export const notFound = (): DomainError => new DomainError('webhook_not_found', 'There is no such webhook.');

export async function requireWebhook(reader: Reader, userId: number, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(reader, userId, id);
  if (webhook === undefined) throw notFound();
  return webhook;
}

export async function listWebhooks({ database }: ManagementDeps, userId: number): Promise<Webhook[]> {
  return (await listWebhookRows(database.reader, userId)).map(toWebhook);
}

export async function createWebhook(
  deps: ManagementDeps,
  { userId, url }: { readonly userId: number; readonly url: string },
  remember: Remember<WebhookWithSecret>,
): Promise<WebhookWithSecret> {
  await requireTarget(deps, url);
  const { database, clock, random, audit } = deps;
  const id = random.uuid();
  const secret = makeSecret(deps, id);
  return database.write(async (tx) => {
    await tx.lock(`webhooks:${userId}`);
    if ((await countWebhooks(tx, userId)) >= limits.webhooks)
      throw new DomainError(
        'webhook_limit_reached',
        `An account has at most ${limits.webhooks} webhooks. Delete one that is no longer needed.`,
      );
    const row = await insertWebhook(tx, {
      id,
      userId,
      url,
      secret: secret.encrypted,
      secretMasked: secret.masked,
      createdAt: clock.now(),
    });
    const created = { ...toWebhook(row), signingSecret: secret.whole };
    await audit.record(tx, { action: 'webhook.created', actor: { userId }, target: { kind: 'webhook', id } });
    await remember(tx, created);
    return created;
  });
}

export async function updateWebhook(
  deps: ManagementDeps,
  { userId, id }: { readonly userId: number; readonly id: string },
  { url, enabled }: { readonly url: string | null; readonly enabled: boolean | null },
): Promise<Webhook> {
  const { database } = deps;
  await requireWebhook(database.reader, userId, id);
  if (url !== null) await requireTarget(deps, url);
  return database.write(async (tx) => {
    const { rowId } = await requireWebhook(tx, userId, id);
    if (url !== null) await setUrl(tx, rowId, url);
    if (enabled === true) await enableRow(tx, rowId);
    if (enabled === false) await disableWebhook(tx, deps, rowId, null);
    await deps.audit.record(tx, {
      action: 'webhook.changed',
      actor: { userId },
      target: { kind: 'webhook', id },
      details: { changed: changedNames({ url: url ?? undefined, enabled: enabled ?? undefined }) },
    });
    return toWebhook(await requireWebhook(tx, userId, id));
  });
}

/** Cancels what is queued. False where it was disabled already. */
export async function disableWebhook(
  tx: Tx,
  { cancelling }: Pick<ManagementDeps, 'cancelling'>,
  rowId: number,
  reason: string | null,
): Promise<boolean> {
  const isNews = await disableRow(tx, rowId, reason);
  if (isNews) await cancelling.enqueue(tx, { webhookRowId: rowId });
  return isNews;
}

/** Gone at once for everybody; its history goes in pieces. */
export async function deleteWebhook(
  { database, clock, purging, audit }: ManagementDeps,
  userId: number,
  id: string,
): Promise<void> {
  await database.write(async (tx) => {
    const { rowId } = await requireWebhook(tx, userId, id);
    if (!(await markDeleted(tx, rowId, clock.now()))) throw notFound();
    await purging.enqueue(tx, { webhookRowId: rowId });
    await audit.record(tx, { action: 'webhook.deleted', actor: { userId }, target: { kind: 'webhook', id } });
  });
}

export async function rotateSecret(deps: ManagementDeps, userId: number, id: string): Promise<WebhookWithSecret> {
  const secret = makeSecret(deps, id);
  return deps.database.write(async (tx) => {
    const { rowId } = await requireWebhook(tx, userId, id);
    const row = await setSecret(tx, rowId, secret);
    if (row === undefined) throw notFound();
    const target = { kind: 'webhook', id } as const;
    await deps.audit.record(tx, { action: 'webhook.secret_rotated', actor: { userId }, target });
    return { ...toWebhook(row), signingSecret: secret.whole };
  });
}

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  enabled: row.isEnabled,
  createdAt: isoTime(row.createdAt),
  consecutiveFailures: row.consecutiveFailures,
  disabledReason: row.disabledReason,
  signingSecretMasked: row.secretMasked,
});
