import * as z from 'zod';
import { Bytes, Id, Timestamp } from './primitives.ts';

/** The data of each event type, as sent to webhooks and event streams. */
const eventData = {
  'share.download': z
    .object({
      share_token: z.string(),
      share_name: z.string(),
      recipient_email_domain: z.string(),
      occurred_at: Timestamp,
    })
    .describe('A recipient downloaded from a share.'),
  'share.download.anonymous': z
    .object({
      share_token: z.string(),
      share_name: z.string(),
      file_id: Id.nullable().describe('`null` for a ZIP archive of several files.'),
      file_name: z.string().nullable(),
      occurred_at: Timestamp,
    })
    .describe('A visitor without a personal link downloaded from a share.'),
  'collect.uploaded': z
    .object({
      collection_token: z.string(),
      collection_name: z.string(),
      file_id: Id,
      file_name: z.string(),
      file_size: Bytes,
      uploader_name: z.string().nullable(),
      occurred_at: Timestamp,
    })
    .describe('A file was uploaded through a file request.'),
  'reproofing.submitted': z
    .object({
      proofing_token: z.string(),
      proofing_name: z.string(),
      file_ids: z.array(Id),
      client_name: z.string().nullable(),
      comment: z.string().nullable(),
      occurred_at: Timestamp,
    })
    .describe('A client submitted a selection to a proofing.'),
  'file.replaced': z
    .object({
      file_id: Id,
      file_name: z.string(),
      file_size: Bytes,
      sha256: z.string().nullable(),
      occurred_at: Timestamp,
    })
    .describe('A file got a new content, by an upload or a restored version. Sent to event streams only.'),
  'webhook.test': z
    .object({ message: z.string(), occurred_at: Timestamp })
    .describe('The owner sent a test event to a webhook.'),
} as const;

export type WebhookEventType = keyof typeof eventData;
export const webhookEventTypes = Object.keys(eventData) as WebhookEventType[];

/** Event types of webhooks that were created without a choice. Other types are added on request only. */
export const defaultWebhookEvents = [
  'share.download',
  'share.download.anonymous',
  'collect.uploaded',
  'reproofing.submitted',
  'webhook.test',
] as const satisfies readonly WebhookEventType[];
export type WebhookEventData = { readonly [Type in WebhookEventType]: z.infer<(typeof eventData)[Type]> };

const envelopeOf = (type: WebhookEventType): z.ZodObject =>
  z
    .object({
      id: z.string().describe('`evt_` and a UUID. The same in every delivery of the event.'),
      type: z.literal(type),
      created: z.int().describe('Unix time in seconds.'),
      data: eventData[type],
    })
    .meta({ description: eventData[type].description ?? type });

/** Schemas of delivery bodies by event type. */
export const webhookEvents = Object.fromEntries(
  (Object.keys(eventData) as WebhookEventType[]).map((type) => [type, envelopeOf(type)]),
) as Readonly<Record<WebhookEventType, z.ZodObject>>;
