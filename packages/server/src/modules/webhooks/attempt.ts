import type { Clock } from '../../platform/clock.ts';
import { OutboundBlockedError, OutboundError, type OutboundFetch } from '../../platform/outbound/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { openSecret } from './secret.ts';
import { signBody } from './signature.ts';
import type { WebhookRow } from './store.ts';

/** So much of an answer the log shows. */
const KEPT_ANSWER_BYTES = 4096;

export interface AttemptDeps {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly outboundFetch: OutboundFetch;
  /** Told how each attempt ended. */
  readonly countAttempt: (labels: { readonly outcome: AttemptOutcome }) => void;
}

export type AttemptOutcome = 'delivered' | 'refused' | 'unreachable' | 'blocked';

/** How an attempt went. */
export interface AttemptResult {
  readonly isDelivered: boolean;
  readonly at: number;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
}

/** Sends a delivery once, signed now. Rejects only with the signal's reason. */
export async function attempt(
  deps: AttemptDeps,
  webhook: Pick<WebhookRow, 'id' | 'url' | 'secret'>,
  delivery: { readonly id: string; readonly body: string },
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const result = await send(deps, webhook, delivery, signal);
  deps.countAttempt({ outcome: outcomeOf(result) });
  return result;
}

async function send(
  { clock, secrets, outboundFetch }: AttemptDeps,
  webhook: Pick<WebhookRow, 'id' | 'url' | 'secret'>,
  delivery: { readonly id: string; readonly body: string },
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const at = clock.now();
  const failed = (error: string): AttemptResult => ({
    isDelivered: false,
    at,
    durationMs: Math.max(clock.now() - at, 0),
    statusCode: null,
    error: storable(error),
    responseBody: null,
  });
  const secret = openSecret(secrets, webhook.id, webhook.secret);
  if (secret === undefined) return failed('the signing secret can’t be read any more: rotate it');
  try {
    const { status, body } = await outboundFetch({
      url: webhook.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Drive-Webhooks/1',
        'x-service-delivery': delivery.id,
        'x-service-signature': signBody(secret, delivery.body, at),
      },
      body: delivery.body,
      sharedBy: webhook.id,
      ...(signal === undefined ? {} : { signal }),
    });
    const isDelivered = status >= 200 && status < 300;
    return {
      isDelivered,
      at,
      durationMs: Math.max(clock.now() - at, 0),
      statusCode: status,
      error: isDelivered ? null : explain(status),
      responseBody: startOf(body),
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof OutboundBlockedError) return failed(`blocked: ${error.message}`);
    if (error instanceof OutboundError) return failed(error.message);
    throw error;
  }
}

const explain = (status: number): string =>
  status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`;

/** Whole characters. */
function startOf(text: string): string {
  const start = Buffer.from(text.slice(0, KEPT_ANSWER_BYTES)).subarray(0, KEPT_ANSWER_BYTES);
  return storable(new TextDecoder().decode(start, { stream: true }));
}

/** Postgres takes neither of these, and one that is refused is refused for ever. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Refused by an answer that is no success; blocked because the address may not be asked. */
function outcomeOf({ isDelivered, statusCode, error }: AttemptResult): AttemptOutcome {
  if (isDelivered) return 'delivered';
  if (statusCode !== null) return 'refused';
  return error?.startsWith('blocked') === true ? 'blocked' : 'unreachable';
}
