import { isoTime } from '@drive/base';
import { limits, type Webhook, type WebhookEvent, type WebhookTest, type WebhookWithSecret } from '@drive/contract';
import type { Remember } from '@drive/http-api';
import { type AttemptDeps, createSecret, sendAttempt, shownAttempt } from '@drive/webhook-sender';
import { currentActor, type Caller } from '../../platform/access/index.ts';
import { changedNames } from '../../platform/audit/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { OutboundBlockedError } from '../../platform/outbound/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { insertTestDelivery } from './delivery-store.ts';
import { renderEnvelope } from './event-fan-out.ts';
import type { WebhookCleanup } from './webhook-cleanup.ts';
import {
  countWebhooks,
  disableRow,
  enableRow,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  markDeleted,
  setEvents,
  setFolder,
  setSecret,
  setUrl,
  type WebhookRow,
} from './webhook-store.ts';

export type ManagementDeps = Pick<
  Ports,
  'database' | 'clock' | 'random' | 'secrets' | 'events' | 'audit' | 'baseUrl' | 'checkTarget'
> & {
  readonly cleanup: WebhookCleanup;
  /** Whether a user (users.row_id) has the alive folder (items.id), which `rootId` contains or is. */
  readonly hasFolder: (userId: number, folderId: string, rootId: string | null) => Promise<boolean>;
  readonly accounts: Pick<Accounts, 'signIns'>;
  /** owners.id of the team drive that an owner (owners.row_id) is; null: it is a user. */
  readonly findDriveId: (reader: Reader, ownerId: number) => Promise<string | null>;
};

/** The owner of a webhook. */
export interface Viewer {
  /** users.row_id */
  readonly userId: number;
  readonly isAdmin: boolean;
}

/** A manager of a team drive does it in the place of the owner (owners.row_id). */
const byCaller = (userId: number) => ({ actor: { userId: currentActor() ?? userId }, userId });

export const webhookNotFound = (): DomainError => new DomainError('webhook_not_found', 'There is no such webhook.');

export async function requireWebhook(reader: Reader, userId: number, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(reader, userId, id);
  if (webhook === undefined) throw webhookNotFound();
  return webhook;
}

/** With a root (items.id), only the webhooks that keys for this folder have created. */
export async function listWebhooks(
  { database: { reader }, findDriveId }: Pick<ManagementDeps, 'database' | 'findDriveId'>,
  userId: number,
  rootId: string | null,
): Promise<Webhook[]> {
  const rows = await listWebhookRows(reader, userId);
  const driveId = await findDriveId(reader, userId);
  return rows.filter((row) => rootId === null || row.rootId === rootId).map((row) => toWebhook(row, driveId));
}

export async function createWebhook(
  deps: ManagementDeps,
  {
    caller,
    userId,
    url,
    events,
    folderId,
    rootId,
  }: {
    readonly caller: Caller;
    readonly userId: number;
    readonly url: string;
    readonly events: readonly WebhookEvent[] | null;
    readonly folderId: string | null;
    readonly rootId: string | null;
  },
  remember: Remember<WebhookWithSecret>,
): Promise<WebhookWithSecret> {
  await requireFolder(deps, userId, folderId, rootId);
  await requireTarget(deps, url);
  const { database, clock, random, audit, accounts } = deps;
  const id = random.uuid();
  const { plain, encrypted, masked } = createSecret(deps, id);
  return database.write(async (tx) => {
    await accounts.signIns.sessions.requireAlive(tx, caller);
    await tx.lock(`webhooks:${userId}`);
    if ((await countWebhooks(tx, userId)) >= limits.webhooks)
      throw new DomainError(
        'webhook_limit_reached',
        `An account has at most ${limits.webhooks} webhooks. Delete one that is no longer needed.`,
      );
    const createdAt = clock.now();
    const row = await insertWebhook(tx, {
      id,
      userId,
      url,
      events,
      folderId: folderId ?? rootId,
      rootId,
      secret: encrypted,
      secretMasked: masked,
      createdAt,
    });
    const created = { ...(await shown(deps, tx, row)), signingSecret: plain };
    await audit.record(tx, { action: 'webhook.created', ...byCaller(userId), target: { kind: 'webhook', id } });
    await remember(tx, created);
    return created;
  });
}

export async function updateWebhook(
  deps: ManagementDeps,
  { caller, userId, id }: { readonly caller: Caller; readonly userId: number; readonly id: string },
  {
    url,
    enabled,
    events,
    folderId,
  }: {
    readonly url: string | null;
    readonly enabled: boolean | null;
    readonly events: readonly WebhookEvent[] | null;
    /** null: every folder that the webhook may see; undefined: unchanged. */
    readonly folderId: string | null | undefined;
  },
): Promise<Webhook> {
  const { database, accounts } = deps;
  const { rootId } = await requireWebhook(database.reader, userId, id);
  await requireFolder(deps, userId, folderId ?? null, rootId);
  if (url !== null) await requireTarget(deps, url);
  return database.write(async (tx) => {
    await accounts.signIns.sessions.requireAlive(tx, caller);
    const { rowId } = await requireWebhook(tx, userId, id);
    if (url !== null) await setUrl(tx, rowId, url);
    if (events !== null) await setEvents(tx, rowId, events);
    if (folderId !== undefined) await setFolder(tx, rowId, folderId ?? rootId);
    if (enabled === true) await enableRow(tx, rowId);
    if (enabled === false) await disableWebhook(tx, deps.cleanup, rowId, null);
    await deps.audit.record(tx, {
      action: 'webhook.changed',
      ...byCaller(userId),
      target: { kind: 'webhook', id },
      details: {
        changed: changedNames({
          url: url ?? undefined,
          enabled: enabled ?? undefined,
          events: events ?? undefined,
          folderId,
        }),
      },
    });
    return shown(deps, tx, await requireWebhook(tx, userId, id));
  });
}

/** Also cancels waiting deliveries. Returns false if the webhook was disabled before. */
export async function disableWebhook(
  tx: Tx,
  { cancelling }: WebhookCleanup,
  rowId: number,
  reason: string | null,
): Promise<boolean> {
  const isChanged = await disableRow(tx, rowId, reason);
  if (isChanged) await cancelling.enqueue(tx, { webhookRowId: rowId });
  return isChanged;
}

/** Hides the webhook at once; a job deletes its rows. */
export async function deleteWebhook(
  { database, clock, cleanup, audit }: ManagementDeps,
  userId: number,
  id: string,
): Promise<void> {
  await database.write(async (tx) => {
    const { rowId } = await requireWebhook(tx, userId, id);
    if (!(await markDeleted(tx, rowId, clock.now()))) throw webhookNotFound();
    await cleanup.purging.enqueue(tx, { webhookRowId: rowId });
    await audit.record(tx, { action: 'webhook.deleted', ...byCaller(userId), target: { kind: 'webhook', id } });
  });
}

export async function rotateSecret(deps: ManagementDeps, userId: number, id: string): Promise<WebhookWithSecret> {
  const secret = createSecret(deps, id);
  return deps.database.write(async (tx) => {
    const { rowId } = await requireWebhook(tx, userId, id);
    const row = await setSecret(tx, rowId, secret);
    if (row === undefined) throw webhookNotFound();
    const target = { kind: 'webhook', id } as const;
    await deps.audit.record(tx, { action: 'webhook.secret_rotated', ...byCaller(userId), target });
    return { ...(await shown(deps, tx, row)), signingSecret: secret.plain };
  });
}

/** Sends a test event to one webhook, once. The delivery log keeps it, but it does not count as a failure or a success. */
export async function sendTestEvent(
  deps: ManagementDeps & AttemptDeps,
  { userId, isAdmin }: Viewer,
  id: string,
): Promise<WebhookTest> {
  const { database, clock, random, events } = deps;
  const webhook = await requireWebhook(database.reader, userId, id);
  const data = { message: 'This is a test of your webhook.', occurred_at: isoTime(clock.now()) };
  const event = await database.write(async (tx) => events.publish(tx, { type: 'webhook.test', userId, data }));
  const delivery = {
    id: random.uuid(),
    webhookRowId: webhook.rowId,
    eventId: event.id,
    type: event.type,
    ownBody: '',
    createdAt: event.createdAt,
  };
  const result = await sendAttempt(deps, webhook, { ...delivery, body: renderEnvelope(event) });
  await database.write(async (tx) => {
    await requireWebhook(tx, userId, id);
    const status = result.isDelivered ? 'delivered' : 'failed';
    await insertTestDelivery(tx, delivery, { ...result, status, dueAt: null });
  });
  const { error } = shownAttempt(result, { isAdmin });
  return { delivered: result.isDelivered, error, statusCode: result.statusCode };
}

async function requireFolder(
  { hasFolder }: Pick<ManagementDeps, 'hasFolder'>,
  userId: number,
  folderId: string | null,
  rootId: string | null,
): Promise<void> {
  if (folderId !== null && !(await hasFolder(userId, folderId, rootId)))
    throw new DomainError('folder_not_found', 'You have no such folder.');
}

/** Rejects URLs of internal addresses. Every attempt checks the addresses of the host again. */
async function requireTarget(
  { checkTarget, baseUrl }: Pick<Ports, 'checkTarget' | 'baseUrl'>,
  url: string,
): Promise<void> {
  // A URL parser drops or converts these characters: the request would go to another URL than the one entered.
  if (/[\u0000-\u0020\u007f\\]/.test(url)) throw invalid('must not contain spaces, control characters or backslashes');
  const target = URL.parse(url);
  if (target === null) throw invalid('must be a URL');
  if (target.protocol !== 'https:' && target.protocol !== 'http:') throw invalid('must begin with https://');
  if (target.username !== '' || target.password !== '') throw invalid('must not contain a user name or a password');
  try {
    await checkTarget(url);
  } catch (error) {
    if (!(error instanceof OutboundBlockedError)) throw error;
    if (error.reason === 'url') throw invalid('must begin with https://');
    if (error.reason === 'port')
      throw new DomainError(
        'webhook_url_blocked',
        `Webhooks cannot be sent to ${target.host}: ${error.message} by DRIVE_WEBHOOK_PORTS of this server.`,
      );
    throw blocked();
  }
  // checkTarget() has accepted an IP address, so the operator allows it.
  const ownHost = new URL(baseUrl.href).hostname;
  const isOwn = target.hostname.replace(/\.$/, '') === ownHost && !/^[\d.]+$|^\[/.test(ownHost);
  if (isOwn) throw blocked();
}

const invalid = (message: string): DomainError =>
  new DomainError('validation_failed', `The url ${message}.`, { issues: [{ field: 'url', message, code: 'invalid' }] });

const blocked = (): DomainError =>
  new DomainError('webhook_url_blocked', 'Webhooks are sent to public IP addresses only; this one is internal.');

const shown = async (
  { findDriveId }: Pick<ManagementDeps, 'findDriveId'>,
  reader: Reader,
  row: WebhookRow,
): Promise<Webhook> => toWebhook(row, await findDriveId(reader, row.userId));

const toWebhook = (row: WebhookRow, driveId: string | null): Webhook => ({
  id: row.id,
  url: row.url,
  enabled: row.isEnabled,
  events: row.events,
  folderId: row.folderId,
  driveId,
  createdAt: isoTime(row.createdAt),
  consecutiveFailures: row.consecutiveFailures,
  disabledReason: row.disabledReason,
  signingSecretMasked: row.secretMasked,
});
