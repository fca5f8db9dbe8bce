import * as z from 'zod';
import { limits } from '../limits.ts';
import { defaultWebhookEvents, eventPatterns, webhookEventTypes } from './events-schemas.ts';
import { Id, list, omittable, Pagination, text, Timestamp } from './primitives.ts';
import { OfDrive } from './teams/drives-schemas.ts';

const WebhookUrl = text(limits.webhookUrlCharacters)
  .min(1, 'must not be blank')
  .describe(
    'URL that receives events: https, a public IP address or a host that resolves to one, without user name and password.',
  );

export const WebhookEvent = z.enum([...webhookEventTypes, ...eventPatterns]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;
const WebhookEvents = list(WebhookEvent, { min: 1, max: 50 }).transform((types) => [...new Set(types)]);

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    enabled: z.boolean(),
    events: z
      .array(WebhookEvent)
      .describe('Types of events that are sent: names, `file.*` and the like, or `*`. A test is always sent.'),
    folderId: Id.nullable().describe('Only events of what is in this folder are sent. `null`: no such restriction.'),
    driveId: OfDrive,
    createdAt: Timestamp,
    consecutiveFailures: z.int().min(0).describe('Number of consecutive deliveries that failed on all their attempts.'),
    disabledReason: z
      .string()
      .nullable()
      .describe('`auto_disabled_failures` if too many deliveries failed. `null` if the owner disabled the webhook.'),
    signingSecretMasked: z.string().describe('The first and the last 4 characters of the secret.'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  signingSecret: z.string().length(64).describe('The complete secret. Returned only once.'),
}).meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const NewWebhook = z
  .strictObject({
    url: WebhookUrl,
    events: omittable(WebhookEvents).describe(
      `Types of events to send, at least one. Default: ${defaultWebhookEvents.map((type) => `\`${type}\``).join(', ')}.`,
    ),
    folderId: omittable(Id).describe(
      'Send only events of items in this folder and in the folders in it, where they are when it happens; also that an item was moved out.',
    ),
    driveId: omittable(Id).describe(
      'ID of a team drive of which the caller is a manager: its events are sent, and its managers see the webhook.',
    ),
  })
  .meta({ id: 'NewWebhook', 'x-example': { url: 'https://example.com/hook' } });
export const WebhookChange = z
  .strictObject({
    enabled: omittable(z.boolean()),
    url: omittable(WebhookUrl),
    events: omittable(WebhookEvents).describe('Types of events to send, at least one.'),
    folderId: Id.nullable()
      .optional()
      .describe('Send only events of what is in this folder. `null` removes the restriction.'),
  })
  .meta({ id: 'WebhookChange' });

export const WebhookTest = z
  .object({
    delivered: z.boolean(),
    error: z.string().nullable().describe('Reason of the failure. `null` if the event was delivered.'),
    statusCode: z.int().nullable().describe('HTTP status of the response. `null` if there was no response.'),
  })
  .meta({ id: 'WebhookTest' });
export type WebhookTest = z.infer<typeof WebhookTest>;

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const DeliveryAttempt = z
  .object({
    at: Timestamp,
    statusCode: z.int().nullable().describe('HTTP status of the response. `null` if there was no response.'),
    error: z.string().nullable().describe('Reason of the failure. `null` if the attempt succeeded.'),
    durationMs: z
      .int()
      .min(0)
      .describe('0 if no connection came about, unless the owner of the webhook is an administrator.'),
  })
  .meta({ id: 'DeliveryAttempt' });
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const WebhookDelivery = z
  .object({
    id: Id.describe('Sent in the header `X-Service-Delivery`. The same for every attempt.'),
    eventId: z.string(),
    type: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.array(DeliveryAttempt),
    nextAttemptAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  requestBody: z.string().describe('The request body as it was sent and signed.'),
  responseBody: z.string().nullable().describe('The first 4 KiB of the response to the last attempt.'),
}).meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const WebhookDeliveryPage = z
  .object({ deliveries: z.array(WebhookDelivery), pagination: Pagination })
  .meta({ id: 'WebhookDeliveryPage' });
export type WebhookDeliveryPage = z.infer<typeof WebhookDeliveryPage>;
