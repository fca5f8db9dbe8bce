/**
 * Webhooks and the event stream. Owns webhooks, webhook_deliveries and webhook_attempts.
 *
 * An event becomes deliveries (`event-fan-out.ts`), which `webhook-scheduler.ts` claims and sends
 * (`@drive/webhook-sender`); `webhook-outcomes.ts` records each result and decides about the next
 * attempt.
 *
 * - A delivery is committed together with its event and sent at least once, also after a crash.
 * - Each attempt is signed with the current secret. A secret is shown once and stored encrypted.
 * - A receiver that fails or hangs uses one slot and delays no other webhook.
 */
export { sealedWebhookSecrets } from './webhook-store.ts';
export { createWebhooks, type Webhooks, type WebhooksDeps } from './create-webhooks.ts';
