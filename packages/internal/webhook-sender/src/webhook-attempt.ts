import type { Clock, Secrets } from '@drive/base';
import { OutboundBlockedError, OutboundError, type OutboundFetch } from '@drive/guarded-fetch';
import { attemptError } from './attempt-error.ts';
import { decryptSecret, signedHeaders } from './webhook-signing.ts';

const RESPONSE_BODY_BYTES = 4096;

export interface AttemptDeps {
  readonly clock: Clock;
  readonly secrets: Secrets<'webhook-secret'>;
  readonly outboundFetch: OutboundFetch;
  readonly countAttempt: (labels: {
    /** refused: the response was no success; blocked: the URL or its address is not allowed. */
    readonly outcome: 'delivered' | 'refused' | 'unreachable' | 'blocked';
  }) => void;
}

export interface AttemptResult {
  readonly isDelivered: boolean;
  readonly at: number;
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** Shown by `shownAttempt`. */
  readonly error: string | null;
  readonly responseBody: string | null;
}

/** Sends a delivery once, with a new signature. Rejects only if the signal aborts, or by a defect. */
export async function sendAttempt(
  { clock, secrets, outboundFetch, countAttempt }: AttemptDeps,
  webhook: { readonly id: string; readonly url: string; /** As stored. */ readonly secret: string },
  delivery: { readonly id: string; readonly eventId: string; readonly body: string },
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const at = clock.now();
  const elapsedMs = (): number => Math.max(clock.now() - at, 0);
  const failed = (error: string, outcome: 'blocked' | 'unreachable' = 'unreachable'): AttemptResult => {
    countAttempt({ outcome });
    const durationMs = elapsedMs();
    return { isDelivered: false, at, durationMs, statusCode: null, error: storable(error), responseBody: null };
  };
  const secret = decryptSecret(secrets, webhook.id, webhook.secret);
  if (secret === undefined) return failed('the signing secret cannot be decrypted: rotate it');
  try {
    const { status, body } = await outboundFetch({
      url: webhook.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Drive-Webhooks/1',
        ...signedHeaders(secret, delivery, at),
      },
      body: delivery.body,
      sharedBy: webhook.id,
      ...(signal === undefined ? {} : { signal }),
    });
    const isDelivered = status >= 200 && status < 300;
    countAttempt({ outcome: isDelivered ? 'delivered' : 'refused' });
    return {
      isDelivered,
      at,
      durationMs: elapsedMs(),
      statusCode: status,
      error: isDelivered ? null : describeStatus(status),
      responseBody: startOf(body),
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof OutboundBlockedError) return failed(`blocked: ${error.message}`, 'blocked');
    if (error instanceof OutboundError) return failed(attemptError(error, webhook.url));
    throw error;
  }
}

const describeStatus = (status: number): string =>
  status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`;

/** The first bytes of a text, without half a character at the end. */
function startOf(text: string): string {
  const start = Buffer.from(text.slice(0, RESPONSE_BODY_BYTES)).subarray(0, RESPONSE_BODY_BYTES);
  return storable(new TextDecoder().decode(start, { stream: true }));
}

/** Postgres rejects lone surrogates and NUL, which would make every attempt to record the result fail. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
