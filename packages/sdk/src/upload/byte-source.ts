import { parseJson } from '../error-from.ts';
import type { Network } from '../network.ts';
import { limitTime } from '../time-limit.ts';
import { stallMs as defaultStallMs, stalled, watchForStall } from './stall.ts';

/** Response to a request that sent bytes. */
export interface ByteAnswer {
  readonly status: number;
  header(name: string): string | null | undefined;
  /** Parsed JSON, or undefined. */
  readonly body: unknown;
}

/** Bytes that can be sent repeatedly. */
export interface SendableBytes {
  readonly size: number;
  /** When the source was last modified; `undefined` if it does not say. */
  readonly modifiedAt: Date | undefined;
  /** Sends a range of bytes with Content-Length. Rejects without a response. */
  send(request: ByteRequest, options: SendOptions): Promise<ByteAnswer>;
  /** Maximum bytes of one PATCH. */
  readonly pieceBytes: number;
  /** Whether progress is known within a request. */
  readonly tellsProgress: boolean;
}

/** A Blob, or a file on disk in Node. */
export interface ByteSource extends SendableBytes {
  /** Media type; `''` if unknown. */
  readonly type: string;
  /** Identifies the source when resuming later; `undefined` if that is impossible. */
  readonly identity: string | undefined;
  /** SHA-256 of all bytes in lower-case hex. */
  sha256(signal: AbortSignal | undefined): Promise<string>;
}

export interface ByteRequest {
  readonly method: 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Range of bytes; excludes `end`. */
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
/** Small enough to keep a page responsive. */
const hashedBytes = MiB;
/** Largest piece of a resumable upload; tus.ts sends smaller ones over slow connections. */
const largestPieceBytes = 32 * MiB;

/** Uses XMLHttpRequest, which reports progress, or else fetch. */
export const blobBytes = (blob: Blob, network: Network): SendableBytes => ({
  size: blob.size,
  modifiedAt: isFile(blob) ? new Date(blob.lastModified) : undefined,
  async send(request, options) {
    const body = await bodyOf(blob, request);
    return typeof XMLHttpRequest === 'undefined'
      ? await sendByFetch(network, request, body, options)
      : await network.observe(request.method, request.url, () => sendByXhr(network, request, body, options));
  },
  pieceBytes: largestPieceBytes,
  tellsProgress: typeof XMLHttpRequest !== 'undefined',
});

/** With what only uploads by a client need. */
export const blobSource = (blob: Blob, network: Network): ByteSource => ({
  ...blobBytes(blob, network),
  type: blob.type,
  identity: isFile(blob) ? `${blob.name} ${blob.lastModified}` : undefined,
  async sha256(signal) {
    // Not part of what a page loads at first.
    const { createSha256 } = await import('../sha256.ts');
    const hash = createSha256();
    for (let start = 0; start < blob.size; start += hashedBytes) {
      signal?.throwIfAborted();
      hash.update(new Uint8Array(await blob.slice(start, start + hashedBytes).arrayBuffer()));
    }
    return hash.digest();
  },
});

export const isFile = (blob: Blob): blob is File => typeof File !== 'undefined' && blob instanceof File;

/**
 * Safari's engine gets a copy of the slice, because it sends nothing for the second slice of a file-backed Blob. Elsewhere
 * copies, which are collected late, would occupy hundreds of megabytes.
 */
async function bodyOf(blob: Blob, { start, end }: ByteRequest): Promise<Blob> {
  if (start === 0 && end === blob.size) return blob;
  const slice = blob.slice(start, end);
  if (globalThis.navigator?.vendor?.startsWith('Apple')) return new Blob([await slice.arrayBuffer()]);
  // Throws if the file was changed or removed. The request would fail like one whose connection broke, and be repeated.
  await slice.slice(0, 1).arrayBuffer();
  return slice;
}

/** Reports no progress, because a stream body has no Content-Length. */
async function sendByFetch(
  { fetch }: Network,
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
 * Uploads are never redirected. Any other mode makes Node keep a second copy of the body in memory. Some edge runtimes
 * do not support `error`.
 */
function redirectMode(): RequestRedirect {
  try {
    return new Request('http://localhost', { redirect: 'error' }).redirect;
  } catch {
    return 'follow';
  }
}

function sendByXhr(
  network: Network,
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
    const all = { ...network.headersFor(url), ...headers };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
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
