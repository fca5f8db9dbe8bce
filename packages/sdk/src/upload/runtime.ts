/** An answer to bytes that were sent. */
export interface ByteAnswer {
  readonly status: number;
  header(name: string): string | null | undefined;
  /** Parsed JSON, or undefined. */
  readonly body: unknown;
}

/** What differs between a browser and Node when bytes are sent. */
export interface UploadRuntime {
  /** One PUT of all bytes with their Content-Length; rejects when there is no answer. */
  put(
    url: string,
    bytes: Blob,
    options: { readonly onSent: (bytes: number) => void; readonly signal: AbortSignal | undefined },
  ): Promise<ByteAnswer>;
  /** What tus-js-client can send of a stretch of bytes. */
  tusBody(bytes: Blob): Promise<unknown>;
  /** Bytes of one PATCH. */
  readonly tusPieceBytes: number;
}

const MiB = 1024 * 1024;

/** Works wherever there is fetch; where there is XMLHttpRequest it tells how far a PUT is. */
export const webRuntime = (fetch: typeof globalThis.fetch): UploadRuntime => ({
  put: (url, bytes, options) =>
    typeof XMLHttpRequest === 'undefined'
      ? putByFetch(fetch, url, bytes, options.signal)
      : putByXhr(url, bytes, options),
  // Not the Blob itself: Safari sends nothing for the second slice of one that is backed by a file.
  tusBody: async (bytes) => new Uint8Array(await bytes.arrayBuffer()),
  tusPieceBytes: 32 * MiB,
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

function putByXhr(
  url: string,
  bytes: Blob,
  { onSent, signal }: { onSent: (bytes: number) => void; signal: AbortSignal | undefined },
): Promise<ByteAnswer> {
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
