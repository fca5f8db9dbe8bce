import { createSha256 } from '../sha256.ts';
import { limitTime } from '../time-limit.ts';
import { parseJson } from '../error-from.ts';
import { stallMs as defaultStallMs, stalled, watchForStall } from './stall.ts';

/** An answer to bytes that were sent. */
export interface ByteAnswer {
  readonly status: number;
  header(name: string): string | null | undefined;
  /** Parsed JSON, or undefined. */
  readonly body: unknown;
}

/** Bytes that can be sent, more than once if need be; what differs between a browser and a path in Node. */
export interface ByteSource {
  readonly size: number;
  /** Media type, `''` where unknown. */
  readonly type: string;
  /** What tells it from other sources when an upload is to go on later; undefined where nothing does. */
  readonly identity: string | undefined;
  /** Sends bytes of it, with their Content-Length; rejects when there is no answer. */
  send(request: ByteRequest, options: SendOptions): Promise<ByteAnswer>;
  /** Bytes of one PATCH, at most. */
  readonly pieceBytes: number;
  /** Of all of it, in lower-case hex. */
  sha256(signal: AbortSignal | undefined): Promise<string>;
  /** Whether it is known while bytes are sent how many have gone. */
  readonly tellsProgress: boolean;
}

export interface ByteRequest {
  readonly method: 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** From the byte `start` up to, not including, `end`. */
  readonly start: number;
  readonly end: number;
}

export interface SendOptions {
  /** Bytes sent so far, counted from the start of the request. */
  readonly onSent: (bytes: number) => void;
  readonly signal: AbortSignal | undefined;
  readonly stallMs?: number | undefined;
}

const MiB = 1024 * 1024;
/** So little at a time that a page still answers its user. */
const hashedBytes = MiB;

/** Works wherever there is fetch; where there is XMLHttpRequest it tells how far a PUT is. */
export const blobSource = (blob: Blob, fetch: typeof globalThis.fetch): ByteSource => ({
  size: blob.size,
  type: blob.type,
  identity: typeof File !== 'undefined' && blob instanceof File ? `${blob.name} ${blob.lastModified}` : undefined,
  async send(request, options) {
    const body = await bodyOf(blob, request);
    return typeof XMLHttpRequest === 'undefined'
      ? await sendByFetch(fetch, request, body, options)
      : await sendByXhr(request, body, options);
  },
  async sha256(signal) {
    const hash = createSha256();
    for (let start = 0; start < blob.size; start += hashedBytes) {
      signal?.throwIfAborted();
      hash.update(new Uint8Array(await blob.slice(start, start + hashedBytes).arrayBuffer()));
    }
    return hash.digest();
  },
  pieceBytes: 32 * MiB,
  tellsProgress: typeof XMLHttpRequest !== 'undefined',
});

/**
 * Not a slice itself: Safari sends nothing for the second one of a Blob that is backed by a file. Chromium sends a Blob
 * many times faster than an array.
 */
async function bodyOf(blob: Blob, { start, end }: ByteRequest): Promise<Blob> {
  if (start === 0 && end === blob.size) return blob;
  return new Blob([await blob.slice(start, end).arrayBuffer()]);
}

/** No way to tell how far it is: a body that could would lose its Content-Length. */
async function sendByFetch(
  fetch: typeof globalThis.fetch,
  { method, url, headers }: ByteRequest,
  body: Blob,
  { signal, stallMs = defaultStallMs }: SendOptions,
): Promise<ByteAnswer> {
  const limit = method === 'PATCH' ? limitTime(stallMs, signal) : undefined;
  try {
    const stop = limit?.signal ?? signal;
    const init: RequestInit = { method, headers, body, redirect: redirectMode() };
    const response = await fetch(url, stop === undefined ? init : { ...init, signal: stop });
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      body: parseJson(await response.text()),
    };
  } catch (thrown) {
    throw limit?.isOver() === true ? stalled(stallMs) : thrown;
  } finally {
    limit?.end();
  }
}

/**
 * Nobody redirects an upload; but unless that is an error, Node keeps a second copy of the body for it, which is the whole
 * file in memory. Some edge runtimes know no such mode.
 */
function redirectMode(): RequestRedirect {
  try {
    return new Request('http://localhost', { redirect: 'error' }).redirect;
  } catch {
    return 'follow';
  }
}

function sendByXhr(
  { method, url, headers }: ByteRequest,
  bytes: Blob,
  { onSent, signal, stallMs = defaultStallMs }: SendOptions,
): Promise<ByteAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const watch = watchForStall(stallMs, () => {
      reject(stalled(stallMs));
      request.abort();
    });
    const stop = (): void => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      watch.kick();
      onSent(event.loaded);
    });
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        body: parseJson(request.responseText),
      }),
    );
    request.addEventListener('error', () => reject(new Error('the connection broke')));
    request.addEventListener('abort', () => reject(new Error('stopped')));
    request.addEventListener('loadend', () => {
      watch.end();
      signal?.removeEventListener('abort', stop);
    });
    signal?.addEventListener('abort', stop);
    request.send(bytes);
    if (signal?.aborted === true) stop();
  });
}
