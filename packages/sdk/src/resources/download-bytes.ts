import { errorFromAnswer, errorFromThrown, parseJson } from '../error-from.ts';
import { DriveError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';
import { defaultRetries, backoffMs, isTransient, pause, withRetries, retryAfterMs } from '../retry.ts';
import { limitTime } from '../time-limit.ts';
import type { Transport } from '../transport.ts';
import { ProgressMeter } from '../upload/progress-meter.ts';
import { stalled, stallMs } from '../upload/stall.ts';
import type { UploadProgress } from '../upload/upload-types.ts';

/**
 * How to download into memory or as a stream.
 *
 * @example
 * ```ts
 * import { DriveClient, type BlobDownloadOptions } from '@drive/sdk';
 *
 * const options: BlobDownloadOptions = { onProgress: ({ bytes, total }) => console.log(bytes, 'of', total) };
 * const client = new DriveClient();
 * const { id } = await client.files.getByPath('/sea.jpg');
 * console.log((await client.files.downloadBlob(id, options)).size);
 * ```
 */
export interface BlobDownloadOptions {
  /** Expected SHA-256 in lower-case hex. Default: the ETag, which is the SHA-256 on a Drive server. */
  readonly sha256?: string | undefined;
  /** Called at most ten times per second. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Aborts the download. */
  readonly signal?: AbortSignal | undefined;
  /** Consecutive retries without receiving a byte. Default 5. */
  readonly maxRetries?: number | undefined;
}

/** Statuses of an expired signed URL. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** The media type, available once the first response arrives, and the bytes of the same file. */
export interface Incoming {
  type(): string;
  readonly chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/**
 * The bytes of a file. Resumes after a lost connection, calls `getUrl` again if a signed URL has expired, and throws at
 * the end if the SHA-256 does not match.
 */
export function incoming(
  { settings }: Transport,
  getUrl: () => Promise<string>,
  options: BlobDownloadOptions,
): Incoming {
  const { signal, onProgress, maxRetries = defaultRetries.downloads } = options;
  let type = '';

  async function* read(): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    const { createSha256 } = await import('../sha256.ts');
    const hash = createSha256();
    let meter: ProgressMeter | undefined;
    let url: string | undefined;
    let etag: string | undefined;
    let total = Number.NaN;
    let bytes = 0;
    for (let failures = 0, isAsked = false; ;) {
      const before = bytes;
      const limit = limitTime(stallMs, signal);
      try {
        isAsked = url === undefined;
        url ??= await getUrl();
        const headers = rangeHeaders(bytes, etag);
        const answer = await settings.network.fetch(url, { headers, signal: limit.signal });
        if (!answer.ok) throw errorFromAnswer(headOf(answer), parseJson(await answer.text()));
        let position = startOf(answer, bytes, etag);
        if (position === undefined)
          throw new DriveError('source_changed', 'The file was replaced during the download. Download it again.');
        type = answer.headers.get('content-type') ?? '';
        etag ??= answer.headers.get('etag') ?? undefined;
        total = position + Number(answer.headers.get('content-length') ?? Number.NaN);
        if (onProgress !== undefined) meter ??= new ProgressMeter(total, onProgress);
        for await (const chunk of chunksOf(answer, () => limit.restart())) {
          await settings.network.pace?.(chunk.byteLength, signal);
          limit.restart();
          const rest = chunk.subarray(Math.max(0, bytes - position));
          position += chunk.byteLength;
          if (rest.byteLength === 0) continue;
          hash.update(rest);
          bytes += rest.byteLength;
          meter?.set(bytes);
          yield rest;
          limit.restart();
        }
        if (bytes < total) throw new Error('the connection broke off');
        return check(hash.digest(), options.sha256 ?? sha256InTag(etag));
      } catch (thrown) {
        const error = errorFromThrown(limit.isOver() ? stalled(stallMs) : thrown, url ?? settings.baseUrl, signal);
        if (!isAsked && refusals.has(error.status ?? 0)) {
          url = undefined;
          continue;
        }
        failures = bytes > before ? 1 : failures + 1;
        // Without an ETag, further bytes could be of another version.
        if (failures > maxRetries || !isTransient(error) || (bytes > 0 && etag === undefined)) throw error;
        const delayMs = retryAfterMs(error.retryAfter) ?? backoffMs(failures);
        settings.network.retried('GET', url ?? settings.baseUrl)({ attempt: failures, delayMs, error });
        await pause(delayMs, signal);
      } finally {
        limit.end();
      }
    }
  }

  return { type: () => type, chunks: read() };
}

/** Headers of a request for the bytes from a position on, if they are still those with the ETag. */
export function rangeHeaders(start: number, etag: string | undefined): Record<string, string> {
  if (start === 0) return {};
  // A weak ETag, such as that of a proxy that compresses, never matches.
  const isStrong = etag?.startsWith('"') === true;
  return { range: `bytes=${start}-`, ...(isStrong ? { 'if-range': etag } : {}) };
}

/**
 * The position of the first byte of a response to a request with {@link rangeHeaders}: 0 if a proxy ignores ranges. Returns
 * `undefined` if the bytes are of another version.
 */
export function startOf(
  { status, headers }: { readonly status: number; readonly headers: Pick<Headers, 'get'> },
  start: number,
  etag: string | undefined,
): number | undefined {
  const isPart = status === 206;
  const found = headers.get('etag') ?? (isPart ? etag : undefined);
  if (start > 0 && strong(found) !== strong(etag)) return undefined;
  return isPart ? start : 0;
}

const strong = (etag: string | undefined): string | undefined => etag?.replace(/^W\//, '');

const headOf = (answer: Response) => ({ status: answer.status, header: (name: string) => answer.headers.get(name) });

/** Uses `getReader`, because not every browser can iterate a stream. */
async function* chunksOf(answer: Response, onChunk: () => void): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (answer.body === null) return;
  const reader = answer.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      onChunk();
      if (done) return;
      yield value;
    }
  } finally {
    // The consumer has stopped reading.
    await reader.cancel().catch(() => {});
  }
}

function check(actual: string, expected: string | undefined): void {
  if (expected === undefined || expected === actual) return;
  throw new DriveError('checksum_mismatch', 'The bytes received are not what was stored. Download the file again.');
}

const sha256InTag = (etag: string | undefined): string | undefined => /^"([0-9a-f]{64})"$/.exec(etag ?? '')?.[1];

/** Reads everything into a Blob, which a browser may keep on disk. */
export async function readBlob({ type, chunks }: Incoming): Promise<Blob> {
  const parts: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let waitingBytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    waitingBytes += chunk.byteLength;
    if (waitingBytes < gatheredBytes) continue;
    parts.push(new Blob(waiting));
    waiting = [];
    waitingBytes = 0;
  }
  return new Blob([...parts, ...waiting], { type: type() });
}

const gatheredBytes = 4 * 1024 * 1024;

export function readStream({ chunks }: Incoming): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}

/** Fetches a signed URL. */
export async function fetchBytes(
  { settings }: Transport,
  url: string,
  { headers = {}, signal, maxRetries = settings.maxRetries }: RequestOptions,
): Promise<Response> {
  return await withRetries(
    async () => {
      try {
        const response = await settings.network.fetch(url, { headers, ...(signal === undefined ? {} : { signal }) });
        if (response.ok) return response;
        const head = { status: response.status, header: (name: string) => response.headers.get(name) };
        throw errorFromAnswer(head, parseJson(await response.text()));
      } catch (thrown) {
        throw errorFromThrown(thrown, url, signal);
      }
    },
    { maxRetries, signal, onRetry: settings.network.retried('GET', url) },
  );
}
