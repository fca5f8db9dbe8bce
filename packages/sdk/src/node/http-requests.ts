import type { ClientRequest, IncomingMessage } from 'node:http';
import { stalled } from '../upload/stall.ts';

// Parts of the HTTP clients of the SDK and of drive-cli.

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
export const maxRedirects = 5;

/** The URL to which a response to a request for `url` redirects; `undefined` if it does not. */
export function redirectOf(
  { statusCode = 0, headers: { location } }: IncomingMessage,
  url: string,
): string | undefined {
  return location !== undefined && redirects.has(statusCode) ? new URL(location, url).href : undefined;
}

export function headerOf(answer: IncomingMessage, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Ends a request when nothing has moved for `stallMs`, which must also be its option `timeout`: until a connection exists, the
 * socket would otherwise have the shorter time of the agent. A response that waits for its reader is not ended.
 */
export function stopOnStall(request: ClientRequest, stallMs: number): void {
  const stop = (): void => void request.destroy(stalled(stallMs));
  request.once('timeout', stop);
  request.once('response', (response) => {
    request.off('timeout', stop);
    // The time also runs while nobody reads from the socket.
    response.on('timeout', () => {
      const isUnread = response.complete || response.isPaused() || response.readableLength > 0;
      if (isUnread) response.setTimeout(stallMs);
      else response.destroy(stalled(stallMs));
    });
  });
}

/**
 * Ends a request when the signal is aborted, and a response that is not read to its end with an error. Node's own `signal` option ends
 * a complete response without its buffered bytes and without an error, and the whole process if that happens just after the last byte.
 */
export function stopOnAbort(request: ClientRequest, signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  let answer: IncomingMessage | undefined;
  const stop = (): void => {
    const error = signal.reason instanceof Error ? signal.reason : new Error('stopped');
    (answer ?? request).destroy(error);
  };
  request.once('response', (response) => (answer = response));
  request.once('close', () => signal.removeEventListener('abort', stop));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
}
