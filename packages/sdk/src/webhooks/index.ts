/** Verifies webhooks. Needs only WebCrypto, no client and no URL of a server. */
export { sign, type SignedHeaders, type SignOptions } from './sign.ts';
export { unwrap, verify, type VerifyOptions, type WebhookBody } from './verify.ts';
export type { WebhookHeaders } from './headers.ts';
export { WebhookError, type WebhookErrorCode } from './webhook-error.ts';
export type { DriveEvent, EventType } from '../events/drive-event.ts';
export type { EventData, EventOrigin } from '../api.gen.ts';
