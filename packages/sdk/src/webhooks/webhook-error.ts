/**
 * Codes of {@link WebhookError}.
 *
 * @example
 * ```ts
 * import { WebhookError, type WebhookErrorCode } from '@drive/sdk/webhooks';
 *
 * // The sender is not at fault: fix the receiver.
 * const own: WebhookErrorCode[] = ['body_parsed', 'body_missing', 'secret_missing'];
 * const isOwn = (error: unknown): boolean => error instanceof WebhookError && own.includes(error.code);
 * console.log(isOwn(new Error('another')));
 * ```
 */
export type WebhookErrorCode =
  | 'body_missing'
  | 'body_parsed'
  | 'body_changed'
  | 'body_invalid'
  | 'header_missing'
  | 'header_malformed'
  | 'secret_missing'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_too_new';

/**
 * A delivery that could not be verified. The message says what to do and contains no secret, so it can be logged.
 * Respond with 400.
 *
 * @example
 * ```ts
 * import { unwrap, WebhookError } from '@drive/sdk/webhooks';
 *
 * export async function receive(request: Request): Promise<Response> {
 *   try {
 *     const event = await unwrap(await request.text(), request, process.env['DRIVE_WEBHOOK_SECRET']);
 *     console.log(event.type);
 *     return new Response(null, { status: 204 });
 *   } catch (error) {
 *     if (!(error instanceof WebhookError)) throw error;
 *     console.error(error.message);
 *     return new Response(error.code, { status: 400 });
 *   }
 * }
 * ```
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** Machine-readable reason. */
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
