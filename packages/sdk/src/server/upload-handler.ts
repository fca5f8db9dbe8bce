import type { NewUploadGrant } from '../api.gen.ts';
import type { DriveClient } from '../client.ts';
import type { DriveEvent } from '../events/drive-event.ts';
import { transportOf } from '../transport.ts';
import { unwrap } from '../webhooks/verify.ts';
import { WebhookError } from '../webhooks/webhook-error.ts';

/**
 * Options of {@link createUploadHandler}.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { createUploadHandler, type UploadHandlerOptions } from '@drive/sdk/server';
 *
 * const options: UploadHandlerOptions = {
 *   client: new DriveClient(),
 *   authorize: (request) => (request.headers.has('cookie') ? { allowedTypes: ['image/*'] } : null),
 * };
 * export const POST = createUploadHandler(options);
 * ```
 */
export interface UploadHandlerOptions {
  /** Its key needs the scope `files:write`. The key of one folder keeps all uploads in it. */
  readonly client: DriveClient;
  /**
   * Decides who may upload what. `null` answers 401. The body of the request is `{fileName, contentType, sizeBytes}`; read it from a
   * clone only, as `await request.clone().json()`.
   */
  readonly authorize: (request: Request) => NewUploadGrant | null | Promise<NewUploadGrant | null>;
  /**
   * Called with each `upload.completed` that arrives by webhook. Drive delivers at least once: skip an `event.id` that was handled
   * before. If it throws, the delivery is repeated later.
   */
  readonly onUploadCompleted?: ((event: DriveEvent<'upload.completed'>) => void | Promise<void>) | undefined;
  /** `signingSecret` of the webhook. Without it, deliveries are refused. */
  readonly webhookSecret?: string | readonly string[] | undefined;
}

/**
 * Creates a handler of `Request` for a route of your application: Next, Hono, Remix, SvelteKit, Bun, Deno or Cloudflare Workers.
 * {@link toNodeHandler} makes one for Express and Fastify of it. A `POST` of a page asks `authorize` and answers 201
 * `{token, baseUrl, expiresAt}`, or 401; 415 unless its content type is JSON, so that no page of another site can ask in the name of a user. A `POST` of a webhook of Drive is verified and handed to `onUploadCompleted`.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { createUploadHandler } from '@drive/sdk/server';
 *
 * declare function userOf(request: Request): Promise<{ id: string } | undefined>;
 *
 * export const POST = createUploadHandler({
 *   client: new DriveClient(),
 *   async authorize(request) {
 *     const user = await userOf(request);
 *     return user === undefined ? null : { maxFileBytes: 10_000_000, allowedTypes: ['image/*'], data: user.id };
 *   },
 *   onUploadCompleted: ({ data }) => console.log(data.grant_data, 'uploaded', data.file_id),
 *   webhookSecret: process.env['DRIVE_WEBHOOK_SECRET'],
 * });
 * ```
 */
export function createUploadHandler(options: UploadHandlerOptions): (request: Request) => Promise<Response> {
  const { client, authorize } = options;
  return async (request) => {
    if (request.method !== 'POST')
      return refusal(405, 'method_not_allowed', 'This URL accepts POST.', { allow: 'POST' });
    if (isDelivery(request.headers)) return await receive(request, options);
    // A page of another site sends this type only if the application allows its origin.
    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
      return refusal(415, 'unsupported_media_type', 'Send Content-Type: application/json.');
    const grant = await authorize(request);
    if (grant === null) return refusal(401, 'authentication_required', 'Sign in to upload.');
    const { token, expiresAt } = await client.uploadGrants.create(grant, { signal: request.signal });
    const { baseUrl } = transportOf(client).settings;
    return answer(201, { token, baseUrl, expiresAt });
  };
}

const isDelivery = (headers: Headers): boolean =>
  headers.has('x-service-signature') || headers.has('webhook-signature');

async function receive(
  request: Request,
  { webhookSecret, onUploadCompleted }: UploadHandlerOptions,
): Promise<Response> {
  if (webhookSecret === undefined)
    return refusal(400, 'secret_missing', 'Webhooks are not accepted here: createUploadHandler has no webhookSecret.');
  try {
    const event = await unwrap(await request.arrayBuffer(), request.headers, webhookSecret);
    if (event.type === 'upload.completed') await onUploadCompleted?.(event);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookError) return refusal(400, error.code, error.message);
    throw error;
  }
}

/** In the form of the errors of Drive, which `uploadWithGrant` reads. */
const refusal = (status: number, code: string, message: string, headers: Record<string, string> = {}): Response =>
  answer(status, { status, code, message }, headers);

const answer = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { ...headers, 'cache-control': 'no-store' } });
