import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { Id, pageQuery } from '../schemas/primitives.ts';
import { InDrive } from '../schemas/teams/drives-schemas.ts';
import {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookEvent,
  WebhookTest,
  WebhookWithSecret,
} from '../schemas/webhooks-schemas.ts';

const tag = 'Webhooks';
const params = z.object({ id: Id });
const unknownParam = 'webhook_not_found';

export const listWebhooks = endpoint({
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/users/me/webhooks',
  tag,
  summary: 'List webhooks',
  auth: 'required',
  scope: 'webhooks',
  folderKeys: {},
  query: z.object({
    driveId: Id.optional().describe('ID of a team drive of which the caller is a manager: those of the drive.'),
  }),
  responses: { 200: { description: 'All webhooks of the caller, newest first.', schema: z.array(Webhook) } },
  errors: ['access_denied', 'drive_not_found'],
});

export const createWebhook = endpoint({
  id: 'createWebhook',
  method: 'POST',
  path: '/api/users/me/webhooks',
  tag,
  summary: 'Create a webhook',
  description: `At most ${limits.webhooks} per user or team drive. Events of the account, or of the drive \`driveId\`, are sent to each enabled webhook that has their type in \`events\`, and with \`folderId\` only those of items in that folder. A webhook that an API key for one folder creates sees that folder only: paths are relative to it, an item that is moved out is deleted, and one that is moved in is created.`,
  auth: 'required',
  scope: 'webhooks',
  folderKeys: {},
  body: NewWebhook,
  idempotency: 'refuse',
  responses: {
    201: { description: 'The webhook. Its secret is returned only in this response.', schema: WebhookWithSecret },
  },
  errors: [
    'webhook_url_blocked',
    'webhook_limit_reached',
    'too_many_requests',
    'access_denied',
    'drive_not_found',
    'folder_not_found',
  ],
});

export const updateWebhook = endpoint({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/api/users/me/webhooks/{id}',
  tag,
  summary: 'Update, disable or enable a webhook',
  description:
    'Fields that are omitted or `null` are not changed. Disabling cancels queued deliveries. Enabling resets `consecutiveFailures` to 0.',
  auth: 'required',
  scope: 'webhooks',
  folderKeys: {},
  params,
  unknownParam,
  body: WebhookChange,
  responses: { 200: { description: 'The updated webhook.', schema: Webhook } },
  errors: ['webhook_not_found', 'webhook_url_blocked'],
});

export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/users/me/webhooks/{id}',
  tag,
  summary: 'Delete a webhook and its deliveries',
  auth: 'required',
  scope: 'webhooks',
  folderKeys: {},
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
  summary: 'Rotate the signing secret of a webhook',
  description: 'The old secret is no longer used after this call.',
  auth: 'required',
  scope: 'webhooks',
  folderKeys: {},
  params,
  unknownParam,
  responses: {
    200: { description: 'The webhook. Its new secret is returned only in this response.', schema: WebhookWithSecret },
  },
  errors: ['webhook_not_found', 'too_many_requests'],
});

export const testWebhook = endpoint({
  id: 'testWebhook',
  method: 'POST',
  path: '/api/users/me/webhooks/{id}/test',
  tag,
  summary: 'Send a test event',
  description:
    'Sends one `webhook.test` event and waits for the response. The event is not retried. Also works if the webhook is disabled.',
  auth: 'required',
  scope: 'webhooks',
  folderKeys: {},
  params,
  unknownParam,
  responses: { 200: { description: 'The result of the delivery.', schema: WebhookTest } },
  errors: ['webhook_not_found', 'too_many_requests'],
});

export const listWebhookDeliveries = endpoint({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/users/me/webhooks/{id}/deliveries',
  tag,
  summary: 'List the deliveries of a webhook',
  description: 'Deliveries are kept for 30 days.',
  auth: 'required',
  scope: 'webhooks',
  folderKeys: {},
  params,
  unknownParam,
  query: z.object({
    ...pageQuery,
  }),
  responses: { 200: { description: 'One page of deliveries, newest first.', schema: WebhookDeliveryPage } },
  errors: ['webhook_not_found'],
});

/** Types of events, separated by commas. */
const EventTypes = z
  .string()
  .max(1000)
  .transform((text) => text.split(','))
  .pipe(z.array(WebhookEvent))
  .optional()
  .describe('Types of events to send, separated by commas: names, `file.*` and the like, or `*`. Default: all.');

const deliveryParams = z.object({ id: Id, deliveryId: Id });

export const getWebhookDelivery = endpoint({
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/api/users/me/webhooks/{id}/deliveries/{deliveryId}',
  tag,
  summary: 'Get a delivery with its request and response',
  auth: 'required',
  scope: 'webhooks',
  folderKeys: {},
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
  summary: 'Redeliver an event',
  description: 'Creates a new delivery of the same event, with its own attempts.',
  auth: 'required',
  scope: 'webhooks',
  folderKeys: {},
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
  summary: 'Stream events',
  description:
    'Returns the events of the caller as server-sent events. Each has the ID and type of the event; its data is the body that a webhook receives. Events of other types than `types` are left out. With `Last-Event-ID`, the events after that one from the last 24 hours are sent first; if the ID is unknown, all events from the last 24 hours. Without `Last-Event-ID`, the stream starts with the ID to reconnect with if no event has arrived yet. The server closes streams from time to time; reconnect with `Last-Event-ID`.',
  auth: 'required',
  scope: 'webhooks',
  folderKeys: { folder: 'query.folderId' },
  driveRoot: 'query.folderId',
  transport: 'events',
  query: z.object({
    types: EventTypes,
    folderId: Id.optional().describe(
      'Only events of what is in this folder, also in one that was given to the caller. Default: all of the caller’s own.',
    ),
    driveId: InDrive,
  }),
  responses: { 200: { description: 'A stream that stays open until one side closes it.', schema: null } },
  errors: ['folder_not_found', 'too_many_requests'],
});
