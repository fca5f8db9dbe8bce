import { parseEvent, type DriveEvent } from '../events/drive-event.ts';
import { readSignature, type DeliverySignature } from './delivery-signature.ts';
import type { WebhookHeaders } from './headers.ts';
import { encode, signedBytes } from './hmac.ts';
import { WebhookError } from './webhook-error.ts';

/**
 * The raw body, before any parsing.
 *
 * @example
 * ```ts
 * import type { WebhookBody } from '@drive/sdk/webhooks';
 *
 * const bodyOf = async (request: Request): Promise<WebhookBody> => await request.arrayBuffer();
 * console.log(bodyOf.name);
 * ```
 */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/**
 * Options of the verification.
 *
 * @example
 * ```ts
 * import { unwrap, type VerifyOptions } from '@drive/sdk/webhooks';
 *
 * const patient: VerifyOptions = { toleranceSeconds: 600 };
 * export const receive = async (request: Request) =>
 *   await unwrap(await request.text(), request, process.env['DRIVE_WEBHOOK_SECRET'], patient);
 * ```
 */
export interface VerifyOptions {
  /** Maximum difference between the signature's time and now, in both directions. Default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Default: the system clock. */
  readonly now?: Date | undefined;
}

/** The value that the server recommends. */
const defaultToleranceSeconds = 300;

/**
 * Verifies that a delivery is authentic and recent, and returns its event. Throws a {@link WebhookError} otherwise.
 * Accepts several secrets, for the time while you rotate them. Reads `X-Service-Signature`, or the headers of Standard
 * Webhooks if only they arrived.
 *
 * @example
 * ```ts
 * import { unwrap } from '@drive/sdk/webhooks';
 *
 * export async function receive(request: Request): Promise<Response> {
 *   const event = await unwrap(await request.text(), request.headers, process.env['DRIVE_WEBHOOK_SECRET']);
 *   if (event.type === 'collect.uploaded') console.log(event.data.file_name);
 *   return new Response(null, { status: 204 });
 * }
 * ```
 */
export async function unwrap(
  rawBody: WebhookBody,
  headers: WebhookHeaders,
  secret: string | readonly string[] | undefined,
  options?: VerifyOptions,
): Promise<DriveEvent> {
  const body = bytesOf(rawBody);
  await verifyBytes(body, headers, secret, options);
  const event = parseEvent(new TextDecoder().decode(body));
  if (event !== undefined) return event;
  throw new WebhookError('body_invalid', 'The signature matches, but the body is not an event.');
}

/**
 * Verifies a delivery like {@link unwrap}, without parsing it. Throws a {@link WebhookError} if it is not authentic or
 * not recent.
 *
 * @example
 * ```ts
 * import { verify } from '@drive/sdk/webhooks';
 *
 * export async function receive(request: Request, queue: { add(body: string): Promise<void> }): Promise<Response> {
 *   const body = await request.text();
 *   await verify(body, request.headers, process.env['DRIVE_WEBHOOK_SECRET']);
 *   await queue.add(body);
 *   return new Response(null, { status: 202 });
 * }
 * ```
 */
export async function verify(
  rawBody: WebhookBody,
  headers: WebhookHeaders,
  secret: string | readonly string[] | undefined,
  options?: VerifyOptions,
): Promise<void> {
  await verifyBytes(bytesOf(rawBody), headers, secret, options);
}

async function verifyBytes(
  body: Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[] | undefined,
  { toleranceSeconds = defaultToleranceSeconds, now = new Date() }: VerifyOptions = {},
): Promise<void> {
  const secrets = secretsOf(secret);
  const signature = readSignature(headers);
  if (signature === undefined) throw headerMissing(headers);
  if (!(await isSigned(body, signature, secrets))) throw await explainMismatch(body, signature, secrets);
  // Checked after the signature, because an unsigned time proves nothing.
  checkTime(signature.timestamp, now, toleranceSeconds);
}

async function isSigned(
  body: Uint8Array,
  { prefix, signatures, importSecret }: DeliverySignature,
  secrets: readonly string[],
): Promise<boolean> {
  const signed = signedBytes(prefix, body);
  const keys = (await Promise.all(secrets.map(importSecret))).filter((key) => key !== undefined);
  const tries = keys.flatMap((key) =>
    // Compares all signatures in constant time.
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  );
  return (await Promise.all(tries)).includes(true);
}

function checkTime(timestamp: number, now: Date, toleranceSeconds: number): void {
  const ageSeconds = Math.floor(now.getTime() / 1000) - timestamp;
  const limits = `${toleranceSeconds} seconds are allowed (toleranceSeconds)`;
  if (ageSeconds > toleranceSeconds)
    throw new WebhookError(
      'timestamp_too_old',
      `The delivery was signed ${ageSeconds} seconds ago; ${limits}. Is it a replay, was it queued before this check, or is this machine's clock fast?`,
    );
  if (-ageSeconds > toleranceSeconds)
    throw new WebhookError(
      'timestamp_too_new',
      `The delivery was signed ${-ageSeconds} seconds from now; ${limits}. Is this machine's clock slow?`,
    );
}

function secretsOf(secret: unknown): readonly string[] {
  const secrets: unknown[] = Array.isArray(secret) ? secret : [secret];
  if (secrets.length > 0 && secrets.every((each) => typeof each === 'string' && each.trim() !== ''))
    return secrets as string[];
  throw new WebhookError(
    'secret_missing',
    'The signing secret is missing. Give the signingSecret that was returned when the webhook was created or rotated. Is its environment variable set?',
  );
}

function bytesOf(body: unknown): Uint8Array {
  const bytes = typeof body === 'string' ? encode(body) : viewOf(body);
  if (bytes === undefined && typeof body === 'object' && body !== null) throw bodyParsed(body);
  if (bytes !== undefined && bytes.length > 0) return bytes;
  throw new WebhookError(
    'body_missing',
    'The body is missing. Was it read before? A body can be read only once. Read it raw, and pass that.',
  );
}

function viewOf(body: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Not `instanceof`, because it may be from another realm.
  const isBuffer = Object.prototype.toString.call(body) === '[object ArrayBuffer]';
  return isBuffer ? new Uint8Array(body as ArrayBuffer) : undefined;
}

function bodyParsed(body: object): WebhookError {
  const what =
    'then' in body
      ? 'a promise: await it'
      : 'text' in body || 'pipe' in body || 'getReader' in body
        ? 'a request or a stream: read it whole first'
        : 'an object that was parsed already';
  return new WebhookError(
    'body_parsed',
    `The body was given as ${what}. The signature is of the raw text. In Express put express.raw({ type: 'application/json' }) on this route, before express.json(); elsewhere give await request.text().`,
  );
}

function headerMissing(headers: unknown): WebhookError {
  const isEmpty = typeof headers !== 'object' || headers === null;
  return new WebhookError(
    'header_missing',
    isEmpty
      ? 'There are no headers. Give the ones of the request: request.headers, or in Node req.headers.'
      : 'The headers X-Service-Signature and webhook-signature are missing. Is this a delivery? Does a proxy remove headers?',
  );
}

/** Explains a signature mismatch, if possible. */
async function explainMismatch(
  body: Uint8Array,
  signature: DeliverySignature,
  secrets: readonly string[],
): Promise<WebhookError> {
  const written = rewritten(body);
  if (written !== undefined && (await isSigned(written, signature, secrets)))
    return new WebhookError(
      'body_changed',
      'The body was parsed and serialized again, which changed its white space. Pass the raw text.',
    );
  return new WebhookError('signature_mismatch', `No signature matches. ${guessOf(secrets)}`);
}

/** The body as written by JSON.stringify, like on the server; `undefined` if it is not JSON. */
function rewritten(body: Uint8Array): Uint8Array | undefined {
  try {
    return encode(JSON.stringify(JSON.parse(new TextDecoder().decode(body))));
  } catch {
    return undefined;
  }
}

function guessOf(secrets: readonly string[]): string {
  if (secrets.some((secret) => secret.includes('…')))
    return 'The secret is a masked one from a list. The complete secret is returned only when a webhook is created or rotated.';
  if (secrets.some((secret) => /^\s|\s$/.test(secret))) return 'The secret has white space or a line break around it.';
  return 'Is the secret of another webhook, or was it rotated? Is the body the raw one, byte by byte?';
}
