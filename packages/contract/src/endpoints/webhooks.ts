import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { Id, QueryPositive } from '../schemas/primitives.ts';
import {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookTest,
  WebhookWithSecret,
} from '../schemas/webhooks.ts';

const tag = 'Webhooks';
const params = z.object({ id: Id });
const unknownParam = 'webhook_not_found';

export const listWebhooks = endpoint({
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/users/me/webhooks',
  tag,
  summary: 'List the own webhooks',
  auth: 'required',
  responses: { 200: { description: 'Newest first.', schema: z.array(Webhook) } },
  errors: [],
});

export const createWebhook = endpoint({
  id: 'createWebhook',
  method: 'POST',
  path: '/api/users/me/webhooks',
  tag,
  summary: 'Create a webhook',
  description: `At most ${limits.webhooks} a user. Every event of the account is sent to each enabled webhook.`,
  auth: 'required',
  body: NewWebhook,
  idempotency: 'refuse',
  responses: { 201: { description: 'With its secret, shown this once.', schema: WebhookWithSecret } },
  errors: ['webhook_url_blocked', 'webhook_limit_reached', 'too_many_requests'],
});

export const updateWebhook = endpoint({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/api/users/me/webhooks/{id}',
  tag,
  summary: 'Change, disable or enable a webhook',
  description:
    'What is left out or null stays. Disabling cancels what is queued; enabling sets `consecutiveFailures` back to 0.',
  auth: 'required',
  params,
  unknownParam,
  body: WebhookChange,
  responses: { 200: { description: 'The webhook.', schema: Webhook } },
  errors: ['webhook_not_found', 'webhook_url_blocked'],
});

export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/users/me/webhooks/{id}',
  tag,
  summary: 'Delete a webhook and its deliveries',
  auth: 'required',
  params,
  unknownParam,
  responses: { 204: { description: 'Deleted.', schema: null } },
  errors: ['webhook_not_found'],
});

export const rotateWebhookSecret = endpoint({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/users/me/webhooks/{id}/rotate-secret',
  tag,
  summary: 'Give a webhook another secret',
  description: 'The old secret signs nothing from now on.',
  auth: 'required',
  params,
  unknownParam,
  responses: { 200: { description: 'With the new secret, shown this once.', schema: WebhookWithSecret } },
  errors: ['webhook_not_found', 'too_many_requests'],
});

export const testWebhook = endpoint({
  id: 'testWebhook',
  method: 'POST',
  path: '/api/users/me/webhooks/{id}/test',
  tag,
  summary: 'Send a test event',
  description:
    'Sends one `webhook.test` event and waits for the answer; it is not tried again. Works on disabled webhooks too.',
  auth: 'required',
  params,
  unknownParam,
  responses: { 200: { description: 'How it went.', schema: WebhookTest } },
  errors: ['webhook_not_found', 'too_many_requests'],
});

export const listWebhookDeliveries = endpoint({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/users/me/webhooks/{id}/deliveries',
  tag,
  summary: 'List what was sent to a webhook',
  description: 'Kept 30 days. `limit` is clamped to the server’s maximum.',
  auth: 'required',
  params,
  unknownParam,
  query: z.object({
    page: QueryPositive.default(1),
    limit: QueryPositive.default(limits.defaultPageSize),
  }),
  responses: { 200: { description: 'One page, newest first.', schema: WebhookDeliveryPage } },
  errors: ['webhook_not_found'],
});

const deliveryParams = z.object({ id: Id, deliveryId: Id });

export const getWebhookDelivery = endpoint({
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/api/users/me/webhooks/{id}/deliveries/{deliveryId}',
  tag,
  summary: 'One delivery, with what was sent and answered',
  auth: 'required',
  params: deliveryParams,
  unknownParam: 'delivery_not_found',
  responses: { 200: { description: 'The delivery.', schema: WebhookDeliveryDetail } },
  errors: ['webhook_not_found', 'delivery_not_found'],
});

export const redeliverWebhook = endpoint({
  id: 'redeliverWebhook',
  method: 'POST',
  path: '/api/users/me/webhooks/{id}/deliveries/{deliveryId}/redeliver',
  tag,
  summary: 'Send an event once more',
  description: 'A new delivery of the same event, with attempts of its own.',
  auth: 'required',
  params: deliveryParams,
  unknownParam: 'delivery_not_found',
  idempotency: 'replay',
  responses: { 202: { description: 'The new delivery.', schema: WebhookDelivery } },
  errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
});

export const streamEvents = endpoint({
  id: 'streamEvents',
  method: 'GET',
  path: '/api/users/me/events/stream',
  tag,
  summary: 'Hear of own events as they happen',
  description:
    'Server-sent events: each has the id and type of an event, and the body a webhook would get as its data. With `Last-Event-ID` what came after that event in the last 24 hours is sent first; an id that is not known any more stands for all of it. Without `Last-Event-ID` a stream begins with the id to come again with before any event has come. The server ends a stream from time to time: connect again.',
  auth: 'required',
  transport: 'events',
  responses: { 200: { description: 'Until either side ends it.', schema: null } },
  errors: ['too_many_requests'],
});
