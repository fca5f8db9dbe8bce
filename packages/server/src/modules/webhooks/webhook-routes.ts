import { endpoints, type Webhook, type WebhookWithSecret } from '@drive/contract';
import type { Router } from '@drive/http-api';
import type { AttemptDeps } from '@drive/webhook-sender';
import { rootOf, type Caller } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
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

export type WebhookRoutesDeps = ManagementDeps &
  AttemptDeps &
  DeliveryLogDeps & {
    readonly featureLimiter: FeatureLimiter;
    readonly streams: EventStreams;
  };

export function mountWebhooks(router: Router, deps: WebhookRoutesDeps): void {
  const { streams } = deps;
  const count = ({ userId }: { readonly userId: number }): Promise<void> =>
    deps.featureLimiter.consume('webhook', String(userId));

  const requireSeen = (caller: Caller, id: string) => requireSeenWebhook(deps.database.reader, caller, id);

  router.mount(endpoints.listWebhooks, async ({ caller }) =>
    (await listWebhooks(deps, caller.userId, rootOf(caller))).map((webhook) => seenBy(caller, webhook)),
  );

  router.mount(endpoints.createWebhook, async ({ caller, body, remember }) => {
    await count(caller);
    const rootId = rootOf(caller);
    const folderId = body.folderId ?? null;
    const webhook = { userId: caller.userId, url: body.url, events: body.events ?? null, folderId, rootId };
    const asSeen = (tx: Tx, created: WebhookWithSecret) => remember(tx, seenBy(caller, created));
    return seenBy(caller, await createWebhook(deps, webhook, asSeen));
  });

  router.mount(endpoints.updateWebhook, async ({ caller, params, body }) => {
    await requireSeen(caller, params.id);
    const { url = null, enabled = null, events = null, folderId } = body;
    const change = { url, enabled, events, folderId };
    return seenBy(caller, await updateWebhook(deps, { userId: caller.userId, id: params.id }, change));
  });

  router.mount(endpoints.deleteWebhook, async ({ caller, params }) => {
    await requireSeen(caller, params.id);
    await deleteWebhook(deps, caller.userId, params.id);
    return undefined;
  });

  router.mount(endpoints.rotateWebhookSecret, async ({ caller, params }) => {
    await count(caller);
    await requireSeen(caller, params.id);
    return seenBy(caller, await rotateSecret(deps, caller.userId, params.id));
  });

  router.mount(endpoints.testWebhook, async ({ caller, params }) => {
    await count(caller);
    await requireSeen(caller, params.id);
    return sendTestEvent(deps, ownerOf(caller), params.id);
  });

  router.mount(endpoints.listWebhookDeliveries, async ({ caller, params, query }) => {
    await requireSeen(caller, params.id);
    return listDeliveries(deps, { ...ownerOf(caller), webhookId: params.id, ...query });
  });

  router.mount(endpoints.getWebhookDelivery, async ({ caller, params }) => {
    await requireSeen(caller, params.id);
    return getDelivery(deps, { ...ownerOf(caller), webhookId: params.id, deliveryId: params.deliveryId });
  });

  router.mount(endpoints.redeliverWebhook, async ({ caller, params, remember }) => {
    await requireSeen(caller, params.id);
    const { id: webhookId, deliveryId } = params;
    return redeliver(deps, { userId: caller.userId, webhookId, deliveryId }, remember);
  });

  router.mountEvents(endpoints.streamEvents, ({ caller, query, context }, response) => {
    const lastEventId = context.req.header('last-event-id') || undefined;
    const { folderId, types = ['*'] } = query;
    return streams.open({ caller, folderId, lastEventId, types }, response);
  });
}

/** A key for one folder knows the webhooks only that a key for it has created. */
async function requireSeenWebhook(reader: Reader, caller: Caller, id: string): Promise<void> {
  const rootId = rootOf(caller);
  if (rootId === null) return;
  if ((await requireWebhook(reader, caller.userId, id)).rootId !== rootId) throw webhookNotFound();
}

const seenBy = <Shown extends Webhook>(caller: Caller, webhook: Shown): Shown =>
  webhook.folderId === rootOf(caller) ? { ...webhook, folderId: null } : webhook;

const ownerOf = ({ userId, isAdmin }: Caller): Viewer => ({ userId, isAdmin });
