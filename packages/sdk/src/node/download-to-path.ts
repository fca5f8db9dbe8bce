import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DriveClient } from '../client.ts';
import { errorFromAnswer, errorFromThrown, parseJson } from '../error-from.ts';
import { DriveError } from '../error.ts';
import type { Network } from '../network.ts';
import { rangeHeaders, startOf } from '../resources/download-bytes.ts';
import { defaultRetries, type Persistence, withRetries } from '../retry.ts';
import { transportOf } from '../transport.ts';
import { ProgressMeter } from '../upload/progress-meter.ts';
import type { UploadProgress } from '../upload/upload-types.ts';
import { getBytes } from './get-bytes.ts';
import { headerOf } from './http-requests.ts';
import { fileExists, PartialFile } from './partial-file.ts';

/**
 * Options of a download.
 *
 * @example
 * ```ts
 * import type { DownloadOptions } from '@drive/sdk/node';
 *
 * const options: DownloadOptions = { overwrite: true, maxRetries: 10 };
 * console.log(options.maxRetries);
 * ```
 */
export interface DownloadOptions {
  /** Expected SHA-256 in lower-case hex. Default: the ETag, which is the SHA-256 on a Drive server. */
  readonly sha256?: string | null | undefined;
  /** Client whose headers and reports apply to the requests. */
  readonly client?: DriveClient | undefined;
  /** When the content was last modified: the time that the file gets. Default: the time of the download. */
  readonly modifiedAt?: Date | undefined;
  /** Replace an existing file. Default false. */
  readonly overwrite?: boolean | undefined;
  /** Resume from the `path.part` of an earlier run. Default true. */
  readonly resume?: boolean | undefined;
  /** Called at most ten times per second. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** Aborts the download. `path.part` is kept for a later run. */
  readonly signal?: AbortSignal | undefined;
  /** Consecutive retries without receiving a byte. Default 5. */
  readonly maxRetries?: number | undefined;
}

/**
 * Progress of a download.
 *
 * @example
 * ```ts
 * import type { DownloadProgress } from '@drive/sdk/node';
 *
 * const show = ({ bytes, secondsLeft }: DownloadProgress): void => console.log(bytes, secondsLeft);
 * ```
 */
export type DownloadProgress = UploadProgress;

/**
 * Result of a download.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { downloadFile, type DownloadResult } from '@drive/sdk/node';
 *
 * const client = new DriveClient();
 * const { id } = await client.files.getByPath('/film.mp4');
 * const result: DownloadResult = await downloadFile(client, id, 'film.mp4');
 * console.log(result.sha256);
 * ```
 */
export interface DownloadResult {
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** SHA-256 of the file in lower-case hex. */
  readonly sha256: string;
  /** Whether an earlier run had downloaded a part. */
  readonly resumed: boolean;
}

/** Statuses of an expired signed URL. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/**
 * Downloads a URL to a path. Writes `path.part`, which a later call resumes, verifies the SHA-256, syncs, and renames
 * it. Calls `getUrl` again if the URL has expired.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { downloadToPath } from '@drive/sdk/node';
 *
 * const client = new DriveClient();
 * const { id, sha256 } = await client.files.getByPath('/film.mp4');
 * await downloadToPath(async () => (await client.files.downloadUrl(id)).downloadUrl, 'film.mp4', { sha256 });
 * ```
 */
export async function downloadToPath(
  getUrl: () => Promise<string>,
  path: string,
  options: DownloadOptions = {},
): Promise<DownloadResult> {
  return await download(getUrl, path, options, { canResume: true, network: networkOf(options) });
}

/** Like {@link downloadToPath}, with the headers and reports of a client. */
export async function downloadBy(
  network: Network,
  getUrl: () => Promise<string>,
  path: string,
  options: DownloadOptions,
): Promise<DownloadResult> {
  return await download(getUrl, path, options, { canResume: true, network });
}

/** Downloads a URL that can be used once, whose bytes cannot be resumed. */
export async function downloadOnce(
  getUrl: () => Promise<string>,
  path: string,
  options: DownloadOptions,
): Promise<DownloadResult> {
  return await download(getUrl, path, { ...options, resume: false }, { canResume: false, network: networkOf(options) });
}

const networkOf = ({ client }: DownloadOptions): Network | undefined =>
  client === undefined ? undefined : transportOf(client).settings.network;

async function download(
  getUrl: () => Promise<string>,
  path: string,
  options: DownloadOptions,
  { canResume, network }: { readonly canResume: boolean; readonly network?: Network | undefined },
): Promise<DownloadResult> {
  const { overwrite = false, resume = true, maxRetries = defaultRetries.downloads, signal } = options;
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true)
    throw new DriveError('invalid_argument', `${path} is a folder. Give the path of the file to write.`);
  if (!overwrite && found !== undefined) throw fileExists(path);
  const partial = await PartialFile.open(path, { resume, replaced: found });
  const resumed = partial.bytes > 0;
  let url: string | undefined;

  async function fetchRest(): Promise<void> {
    const isNew = url === undefined;
    url ??= await getUrl();
    try {
      await append(url, partial, options, network);
    } catch (thrown) {
      const error = errorFromThrown(thrown, url, signal);
      if (isNew || !refusals.has(error.status ?? 0)) throw error;
      url = undefined;
      await fetchRest();
    }
  }

  try {
    const onRetry: Persistence['onRetry'] = (retry) => {
      if (url !== undefined) network?.retried('GET', url)(retry);
    };
    await withRetries(fetchRest, { maxRetries, signal, progress: () => partial.bytes, onRetry });
    const sha256 = partial.sha256();
    const expected = options.sha256 ?? sha256InTag(partial.etag);
    if (expected !== undefined && expected !== sha256) {
      await partial.discard();
      throw new DriveError(
        'checksum_mismatch',
        `The bytes received for ${path} are not what was stored. They were discarded; run the download again.`,
      );
    }
    await partial.moveTo(path, { overwrite, modifiedAt: options.modifiedAt });
    return { bytes: partial.bytes, sha256, resumed };
  } catch (error) {
    if (!canResume) await partial.discard();
    throw error;
  } finally {
    await partial.close();
  }
}

/** Requests the missing bytes and appends them. */
async function append(
  url: string,
  partial: PartialFile,
  options: DownloadOptions,
  network: Network | undefined,
): Promise<void> {
  const { onProgress, signal } = options;
  const { bytes, etag } = partial;
  const answer = await getBytes(url, etag === undefined ? {} : rangeHeaders(bytes, etag), signal, network);
  const { statusCode: status = 0, headers: answered } = answer;
  if (status === 416 && partial.bytes === totalOf(answer)) return void answer.resume();
  if (status !== 200 && status !== 206) {
    if (status === 416) await partial.restart();
    const body = parseJson(await text(answer));
    throw errorFromAnswer({ status, header: (name) => headerOf(answer, name) }, body);
  }
  const headers = { get: (name: string) => headerOf(answer, name) ?? null };
  const isOther = status === 206 && startOf({ status, headers }, bytes, etag) === undefined;
  if (status === 200 || isOther) await partial.restart();
  if (isOther) {
    answer.destroy();
    return append(url, partial, options, network);
  }
  await partial.remember(answered.etag);

  const total = partial.bytes + Number(answered['content-length'] ?? Number.NaN);
  const meter = onProgress === undefined ? undefined : new ProgressMeter(total, onProgress);
  meter?.set(partial.bytes);
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      await network?.pace?.(chunk.byteLength, signal);
      await partial.write(chunk);
      meter?.set(partial.bytes);
      signal?.throwIfAborted();
    }
  } finally {
    meter?.flush();
  }
}

const totalOf = (answer: IncomingMessage): number =>
  Number(/\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1] ?? Number.NaN);

const sha256InTag = (etag: string | undefined): string | undefined => /^"([0-9a-f]{64})"$/.exec(etag ?? '')?.[1];
