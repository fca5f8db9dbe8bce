import { parseEvent } from '../events/drive-event.ts';
import { encode, importKey, signedBytes, toHex } from './hmac.ts';
import { deliveryHeader, signatureHeader } from './signature-header.ts';
import { signStandard } from './standard-webhooks.ts';

/**
 * Options of a signature.
 *
 * @example
 * ```ts
 * import { sign, type SignOptions } from '@drive/sdk/webhooks';
 *
 * const tenMinutesAgo: SignOptions = { now: new Date(Date.now() - 600_000) };
 * console.log(await sign('{}', 'secret', tenMinutesAgo));
 * ```
 */
export interface SignOptions {
  /** Time of sending. Default: now. */
  readonly now?: Date | undefined;
  /** ID of the delivery. Default: a new one. */
  readonly deliveryId?: string | undefined;
}

/**
 * The headers of a delivery, with those of Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`) if the
 * secret is base64, as every `signingSecret` is.
 *
 * @example
 * ```ts
 * import { sign, type SignedHeaders } from '@drive/sdk/webhooks';
 *
 * const headers: SignedHeaders = await sign('{}', 'secret');
 * console.log(headers['x-service-signature']);
 * ```
 */
export interface SignedHeaders {
  readonly [name: string]: string;
  readonly 'content-type': 'application/json';
  readonly 'x-service-delivery': string;
  /** `t=<unix>,v1=<hex>` */
  readonly 'x-service-signature': string;
}

/**
 * Signs a body like the server, for tests of a receiver.
 *
 * @example
 * ```ts
 * import { sign } from '@drive/sdk/webhooks';
 *
 * const secret = 'a secret of the test';
 * const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', created: 1_760_000_000, data: { message: 'Hello' } });
 * const answer = await fetch('http://localhost:3000/hook', { method: 'POST', body, headers: await sign(body, secret) });
 * console.log(answer.status);
 * ```
 */
export async function sign(
  rawBody: string | Uint8Array,
  secret: string,
  { now = new Date(), deliveryId = crypto.randomUUID() }: SignOptions = {},
): Promise<SignedHeaders> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const body = typeof rawBody === 'string' ? encode(rawBody) : rawBody;
  const signature = await crypto.subtle.sign(
    'HMAC',
    await importKey(encode(secret)),
    signedBytes(`${timestamp}.`, body),
  );
  const id = parseEvent(new TextDecoder().decode(body))?.id ?? deliveryId;
  return {
    'content-type': 'application/json',
    [deliveryHeader]: deliveryId,
    [signatureHeader]: `t=${timestamp},v1=${toHex(signature)}`,
    ...(await signStandard(secret, { id, timestamp, body })),
  };
}
