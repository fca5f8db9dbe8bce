import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { DriveEvent } from '@drive/sdk';
import { sign } from '@drive/sdk/webhooks';
import { CliError } from '../../shell/cli-error.ts';

/** The timeout of the server's deliveries. */
const ANSWER_MS = 10_000;

/** How a receiver took a delivery. */
export interface Forwarded {
  readonly statusCode: number | null;
  /** The error of a failed delivery; null for a successful one. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** A delivery as JSON shows it. */
interface ForwardedDelivery extends Forwarded {
  readonly at: string;
  readonly url: string;
  readonly deliveryId: string;
}

/** Sends an event to a receiver, signed like the deliveries of a webhook. */
export async function forwardEvent(
  receiver: URL,
  event: DriveEvent,
  secret: string,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<ForwardedDelivery> {
  const body = JSON.stringify(event);
  const headers = await sign(body, secret, { now: new Date(now) });
  const result = await forward(receiver, body, { ...headers, 'user-agent': 'Drive-Webhooks/1' }, signal);
  const deliveryId = headers['x-service-delivery'];
  return { at: new Date(now).toISOString(), url: receiver.href, deliveryId, ...result };
}

/** `http://localhost:3000/hook`, also without the scheme. */
export function parseReceiver(text: string): URL {
  const named = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(named) ? new URL(named) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new CliError('usage', `${text} is not a URL to forward to`, {
    hint: 'for example http://localhost:3000/hook',
  });
}

/**
 * Sends a body like the server: the same headers and no others, no redirects. Rejects only with the signal's reason.
 */
function forward(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Forwarded> {
  const began = performance.now();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const done = (statusCode: number | null, error: string | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      outgoing.destroy();
      resolve({ statusCode, error, durationMs: Math.round(performance.now() - began) });
    };
    const outgoing = request(
      url,
      { method: 'POST', headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) }, agent: false },
      ({ statusCode = 0 }) => done(statusCode, explain(statusCode)),
    );
    const timer = setTimeout(() => done(null, `no answer in ${ANSWER_MS / 1000} s`), ANSWER_MS);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
      outgoing.destroy();
    };
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      done(null, error.message || (error.code ?? 'no connection')),
    );
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    else outgoing.end(body);
  });
}

function explain(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}
