import { parseJson } from './parse-json.ts';
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
  /** One PUT of all bytes with their Content-Length; rejects when there is no answer. */
  put(url: string, headers: Readonly<Record<string, string>>, options: SendOptions): Promise<ByteAnswer>;
  /** The bytes from `start` up to, not including, `end`. `fail` is called when they can't be read on the way. */
  piece(start: number, end: number, fail: (error: Error) => void): Promise<Piece>;
  /** Bytes of one PATCH. */
  readonly pieceBytes: number;
}

/** What tus-js-client can send. */
export interface Piece {
  readonly body: object;
  close(): void;
}

export interface SendOptions {
  /** Bytes sent so far. */
  readonly onSent: (bytes: number) => void;
  readonly signal: AbortSignal | undefined;
  readonly stallMs?: number | undefined;
}

const MiB = 1024 * 1024;

/** Works wherever there is fetch; where there is XMLHttpRequest it tells how far a PUT is. */
export const blobSource = (blob: Blob, fetch: typeof globalThis.fetch): ByteSource => ({
  size: blob.size,
  type: blob.type,
  identity: typeof File !== 'undefined' && blob instanceof File ? `${blob.name} ${blob.lastModified}` : undefined,
  put: (url, headers, options) =>
    typeof XMLHttpRequest === 'undefined'
      ? putByFetch(fetch, url, headers, blob, options.signal)
      : putByXhr(url, headers, blob, options),
  async piece(start, end) {
    // Not the slice itself: Safari sends nothing for the second one of a Blob that is backed by a file.
    const bytes = await blob.slice(start, end).arrayBuffer();
    // Chromium sends a Blob many times faster than an array; tus-js-client in Node takes arrays only.
    const body = typeof XMLHttpRequest === 'undefined' ? new Uint8Array(bytes) : new Blob([bytes]);
    return { body, close: () => {} };
  },
  pieceBytes: 32 * MiB,
});

/** No way to tell how far it is: a body that could would lose its Content-Length. */
async function putByFetch(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Blob,
  signal: AbortSignal | undefined,
): Promise<ByteAnswer> {
  const response = await fetch(url, {
    method: 'PUT',
    headers,
    body,
    redirect: redirectMode(),
    ...(signal === undefined ? {} : { signal }),
  });
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    body: parseJson(await response.text()),
  };
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

function putByXhr(
  url: string,
  headers: Readonly<Record<string, string>>,
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
    request.open('PUT', url);
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
