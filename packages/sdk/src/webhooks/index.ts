/** What a receiver of webhooks needs, and nothing else: no client, no server's address, only the platform's WebCrypto. */
export { sign, type SignedHeaders, type SignOptions } from './sign.ts';
export { unwrap, verify, type VerifyOptions, type WebhookBody } from './verify.ts';
export type { WebhookHeaders } from './headers.ts';
export { WebhookError, type WebhookErrorCode } from './webhook-error.ts';
export type { DriveEvent, EventType } from '../events/drive-event.ts';
export type { EventData } from '../api.gen.ts';
