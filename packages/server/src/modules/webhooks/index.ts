/**
 * Webhooks and the live stream of events. Writes webhooks, webhook_deliveries and webhook_attempts.
 *
 * Who is who: `management.ts` makes and changes webhooks, `target.ts` says which addresses they may have, `secret.ts` makes
 * their secrets; `fan-out.ts` turns an event into deliveries, `dispatcher.ts` sends them by what `lanes.ts` allows,
 * when `due-times.ts`, `alarm.ts` and `turnstile.ts` say so, and takes them by `claims.ts`; `attempt.ts` sends one once and `outcome.ts` writes
 * down what follows, `failure-mails.ts` tells the owner; `test-event.ts` sends a test;
 * `delivery-log.ts` shows what was sent and sends it again; `upkeep.ts` cancels, deletes and forgets;
 * `event-stream.ts` is the stream; `*store.ts` speak to the tables.
 *
 * What always holds:
 * - A delivery is a row written with its event: neither is kept without the other. It is sent at least once, whatever
 *   ends the process, and stops being tried only by a success, its last attempt, or its webhook's end.
 * - Each attempt is signed anew with the secret of that moment; the whole secret is shown once and kept encrypted.
 * - A receiver that fails or hangs holds one place of many, so it delays nobody else's deliveries.
 * - Nobody has more than five webhooks, however many are asked for at once.
 */
export { createWebhooks, type Webhooks, type WebhooksDeps } from './webhooks.ts';
