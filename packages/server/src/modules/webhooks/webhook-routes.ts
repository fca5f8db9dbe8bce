import { endpoints } from '@drive/contract';
import type { Caller } from '../../platform/access/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import { getDelivery, listDeliveries, redeliver, type DeliveryLogDeps } from './delivery-log.ts';
import type { EventStreams } from './event-stream.ts';
import type { AttemptDeps } from './webhook-attempt.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateSecret,
  sendTestEvent,
  updateWebhook,
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

  router.mount(endpoints.listWebhooks, ({ caller }) => listWebhooks(deps, caller.userId));

  router.mount(endpoints.createWebhook, async ({ caller, body, remember }) => {
    await count(caller);
    return createWebhook(deps, { userId: caller.userId, url: body.url, events: body.events ?? null }, remember);
  });

  router.mount(endpoints.updateWebhook, ({ caller, params, body }) =>
    updateWebhook(
      deps,
      { userId: caller.userId, id: params.id },
      { url: body.url ?? null, enabled: body.enabled ?? null, events: body.events ?? null },
    ),
  );

  router.mount(endpoints.deleteWebhook, async ({ caller, params }) => {
    await deleteWebhook(deps, caller.userId, params.id);
    return undefined;
  });

  router.mount(endpoints.rotateWebhookSecret, async ({ caller, params }) => {
    await count(caller);
    return rotateSecret(deps, caller.userId, params.id);
  });

  router.mount(endpoints.testWebhook, async ({ caller, params }) => {
    await count(caller);
    return sendTestEvent(deps, ownerOf(caller), params.id);
  });

  router.mount(endpoints.listWebhookDeliveries, ({ caller, params, query }) =>
    listDeliveries(deps, { ...ownerOf(caller), webhookId: params.id, ...query }),
  );

  router.mount(endpoints.getWebhookDelivery, ({ caller, params }) =>
    getDelivery(deps, { ...ownerOf(caller), webhookId: params.id, deliveryId: params.deliveryId }),
  );

  router.mount(endpoints.redeliverWebhook, ({ caller, params, remember }) =>
    redeliver(deps, { userId: caller.userId, webhookId: params.id, deliveryId: params.deliveryId }, remember),
  );

  router.mountEvents(endpoints.streamEvents, ({ caller, context }, response) =>
    streams.open({ caller, lastEventId: context.req.header('last-event-id') || undefined }, response),
  );
}

const ownerOf = ({ userId, isAdmin }: Caller): Viewer => ({ userId, isAdmin });
