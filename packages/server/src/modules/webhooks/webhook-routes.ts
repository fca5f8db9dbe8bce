import { endpoints, type Webhook, type WebhookWithSecret } from '@drive/contract';
import type { Router } from '@drive/http-api';
import type { AttemptDeps } from '@drive/webhook-sender';
import { mayDo, rootOf, type Caller, type Owned } from '../../platform/access/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import { getDelivery, listDeliveries, redeliver, type DeliveryLogDeps } from './delivery-log.ts';
import type { EventStreams } from './event-stream.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  requireWebhook,
  rotateSecret,
  sendTestEvent,
  updateWebhook,
  webhookNotFound,
  type ManagementDeps,
  type Viewer,
} from './webhook-management.ts';
import { findWebhookOwner } from './webhook-store.ts';

/** Trees whose events webhooks are sent: the caller's own, and team drives. */
export interface WebhookTrees {
  /** owners.row_id of a team drive of which the caller is a manager; undefined: their own tree. Throws `drive_not_found` and `access_denied`. */
  readonly findManagedTree: (caller: Caller, driveId: string | undefined) => Promise<number>;
  /** A tree (owners.row_id), with what the user was given in all of it: what `mayDo` asks for. */
  readonly findTreeAccess: (userId: number, ownerId: number) => Promise<Owned>;
}

export type WebhookRoutesDeps = ManagementDeps &
  AttemptDeps &
  DeliveryLogDeps & {
    readonly featureLimiter: FeatureLimiter;
    readonly streams: EventStreams;
  } & WebhookTrees;

export function mountWebhooks(router: Router, deps: WebhookRoutesDeps): void {
  const { streams } = deps;
  const count = async ({ userId }: { readonly userId: number }): Promise<void> =>
    void (await deps.featureLimiter.consume('webhook', String(userId)));

  const requireSeen = (caller: Caller, id: string) => requireSeenWebhook(deps, caller, id);
  const ownerOfNew = (caller: Caller, driveId: string | null | undefined): Promise<number> =>
    deps.findManagedTree(caller, driveId ?? undefined);

  router.mount(endpoints.listWebhooks, async ({ caller, query }) =>
    (await listWebhooks(deps, await ownerOfNew(caller, query.driveId), rootOf(caller))).map((webhook) =>
      seenBy(caller, webhook),
    ),
  );

  router.mount(endpoints.createWebhook, async ({ caller, body, remember }) => {
    await count(caller);
    const rootId = rootOf(caller);
    const folderId = body.folderId ?? null;
    const userId = await ownerOfNew(caller, body.driveId);
    const webhook = { caller, userId, url: body.url, events: body.events ?? null, folderId, rootId };
    const asSeen = (tx: Tx, created: WebhookWithSecret) => remember(tx, seenBy(caller, created));
    return seenBy(caller, await createWebhook(deps, webhook, asSeen));
  });

  router.mount(endpoints.updateWebhook, async ({ caller, params, body }) => {
    const { userId } = await requireSeen(caller, params.id);
    const { url = null, enabled = null, events = null, folderId } = body;
    const change = { url, enabled, events, folderId };
    return seenBy(caller, await updateWebhook(deps, { caller, userId, id: params.id }, change));
  });

  router.mount(endpoints.deleteWebhook, async ({ caller, params }) => {
    const { userId } = await requireSeen(caller, params.id);
    await deleteWebhook(deps, userId, params.id);
    return undefined;
  });

  router.mount(endpoints.rotateWebhookSecret, async ({ caller, params }) => {
    await count(caller);
    const { userId } = await requireSeen(caller, params.id);
    return seenBy(caller, await rotateSecret(deps, userId, params.id));
  });

  router.mount(endpoints.testWebhook, async ({ caller, params }) => {
    await count(caller);
    return sendTestEvent(deps, await requireSeen(caller, params.id), params.id);
  });

  router.mount(endpoints.listWebhookDeliveries, async ({ caller, params, query }) => {
    const owner = await requireSeen(caller, params.id);
    return listDeliveries(deps, { ...owner, webhookId: params.id, ...query });
  });

  router.mount(endpoints.getWebhookDelivery, async ({ caller, params }) => {
    const owner = await requireSeen(caller, params.id);
    return getDelivery(deps, { ...owner, webhookId: params.id, deliveryId: params.deliveryId });
  });

  router.mount(endpoints.redeliverWebhook, async ({ caller, params, remember }) => {
    const { userId } = await requireSeen(caller, params.id);
    const { id: webhookId, deliveryId } = params;
    return redeliver(deps, { userId, webhookId, deliveryId }, remember);
  });

  router.mountEvents(endpoints.streamEvents, ({ caller, query, context }, response) => {
    const lastEventId = context.req.header('last-event-id') || undefined;
    const { folderId, types = ['*'] } = query;
    return streams.open({ caller, folderId, lastEventId, types }, response);
  });
}

/**
 * Whose a webhook is: the caller's, or that of a team drive of which they are a manager. A key for one folder knows the webhooks only
 * that a key for it has created. Throws `webhook_not_found`.
 */
async function requireSeenWebhook(
  { database: { reader }, findTreeAccess }: Pick<WebhookRoutesDeps, 'database' | 'findTreeAccess'>,
  caller: Caller,
  id: string,
): Promise<Viewer> {
  const { userId: callerId, isAdmin } = caller;
  const rootId = rootOf(caller);
  // An unknown webhook takes as many statements as one of somebody else.
  const userId = (await findWebhookOwner(reader, id)) ?? 0;
  if (!mayDo(callerId, await findTreeAccess(callerId, userId), 'manage')) throw webhookNotFound();
  if (rootId !== null && (await requireWebhook(reader, userId, id)).rootId !== rootId) throw webhookNotFound();
  return { userId, isAdmin };
}

const seenBy = <Shown extends Webhook>(caller: Caller, webhook: Shown): Shown =>
  webhook.folderId === rootOf(caller) ? { ...webhook, folderId: null } : webhook;
