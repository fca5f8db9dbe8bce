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
  put(url: string, options: SendOptions): Promise<ByteAnswer>;
  /** What tus-js-client can send: the bytes from `start` up to, not including, `end`. */
  piece(start: number, end: number): Promise<object>;
  /** Bytes of one PATCH. */
  readonly pieceBytes: number;
}

export interface SendOptions {
  /** Bytes sent so far. */
  readonly onSent: (bytes: number) => void;
  readonly signal: AbortSignal | undefined;
}

const MiB = 1024 * 1024;

/** Works wherever there is fetch; where there is XMLHttpRequest it tells how far a PUT is. */
export const blobSource = (blob: Blob, fetch: typeof globalThis.fetch): ByteSource => ({
  size: blob.size,
  type: blob.type,
  identity: typeof File !== 'undefined' && blob instanceof File ? `${blob.name} ${blob.lastModified}` : undefined,
  put: (url, options) =>
    typeof XMLHttpRequest === 'undefined' ? putByFetch(fetch, url, blob, options.signal) : putByXhr(url, blob, options),
  // Not the Blob itself: Safari sends nothing for the second slice of one that is backed by a file.
  piece: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  pieceBytes: 32 * MiB,
});

async function putByFetch(
  fetch: typeof globalThis.fetch,
  url: string,
  bytes: Blob,
  signal: AbortSignal | undefined,
): Promise<ByteAnswer> {
  const response = await fetch(url, { method: 'PUT', body: bytes, ...(signal === undefined ? {} : { signal }) });
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    body: parseJson(await response.text()),
  };
}

function putByXhr(url: string, bytes: Blob, { onSent, signal }: SendOptions): Promise<ByteAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    request.open('PUT', url);
    request.upload.addEventListener('progress', (event) => onSent(event.loaded));
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        body: parseJson(request.responseText),
      }),
    );
    request.addEventListener('error', () => reject(new Error('the connection broke')));
    request.addEventListener('abort', () => reject(new Error('stopped')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    signal?.addEventListener('abort', stop);
    if (signal?.aborted === true) reject(new Error('stopped'));
    else request.send(bytes);
  });
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
