import { stat } from 'node:fs/promises';
import { DriveError, errorFromAnswer, errorFromThrown } from '../error.ts';
import { parseJson } from '../upload/byte-source.ts';
import { ProgressMeter } from '../upload/progress-meter.ts';
import type { UploadProgress } from '../upload/upload-types.ts';
import { PartialFile } from './partial-file.ts';

/**
 * How to download.
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
  /** Lower-case hex; what arrives must have it. Default: the ETag, which is the SHA-256 on a Drive server. */
  readonly sha256?: string | null | undefined;
  /** Replace a file that is already there. Default false. */
  readonly overwrite?: boolean | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How often a cut connection is taken up again without a byte gained in between. Default 5. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * What was downloaded.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { downloadToPath, type DownloadResult } from '@drive/sdk/node';
 *
 * const client = new DriveClient();
 * const { id } = await client.files.getByPath('/film.mp4');
 * const result: DownloadResult = await downloadToPath(async () => (await client.files.downloadUrl(id)).downloadUrl, 'film.mp4');
 * console.log(result.sha256);
 * ```
 */
export interface DownloadResult {
  readonly bytes: number;
  readonly sha256: string;
  /** An earlier run had fetched a part of it. */
  readonly resumed: boolean;
}

const retryDelayMs = 300;

/**
 * Downloads to a path: into `path.part` first, which a later call goes on with, checked against its SHA-256, synced, and
 * only then renamed. `getUrl` is asked anew after every cut, since addresses run out.
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
  if (options.overwrite !== true && (await exists(path)))
    throw new DriveError('invalid_argument', `${path} is already there.`);
  const partial = new PartialFile(`${path}.part`);
  const { maxRetries = 5, signal } = options;
  await partial.open();
  const resumed = partial.bytes > 0;
  try {
    for (let failures = 0; ;) {
      const before = partial.bytes;
      const url = await getUrl();
      try {
        await fetchRest(url, partial, options);
        break;
      } catch (thrown) {
        const error = errorFromThrown(thrown, url, signal);
        failures = partial.bytes > before ? 0 : failures + 1;
        const passing = error.code === 'network_error' || (error.status ?? 0) >= 500;
        if (!passing || failures > maxRetries) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs * 2 ** failures));
      }
    }
    const sha256 = partial.sha256();
    const expected = options.sha256 ?? partial.expectedSha256;
    if (expected !== undefined && expected !== sha256) {
      await partial.discard();
      throw new DriveError(
        'checksum_mismatch',
        `What arrived for ${path} is not what was stored. It was thrown away; run the download again.`,
      );
    }
    await partial.moveTo(path, options.overwrite === true);
    return { bytes: partial.bytes, sha256, resumed };
  } finally {
    await partial.close();
  }
}

async function fetchRest(
  url: string,
  partial: PartialFile,
  { fetch = globalThis.fetch, onProgress, signal }: DownloadOptions,
): Promise<void> {
  const headers: Record<string, string> = partial.bytes > 0 ? { range: `bytes=${partial.bytes}-` } : {};
  // Without knowing what the first part was of, a range could be glued to another file's: then start again.
  if (partial.etag !== undefined) headers['if-range'] = partial.etag;
  else if (partial.bytes > 0) {
    await partial.restart();
    delete headers['range'];
  }
  const response = await fetch(url, { headers, ...(signal === undefined ? {} : { signal }) });
  if (response.status === 416 && partial.bytes === totalOf(response)) return;
  if (!response.ok || response.body === null) {
    if (response.status === 416) await partial.restart();
    throw errorFromAnswer(
      { status: response.status, header: (name) => response.headers.get(name) },
      parseJson(await response.text()),
    );
  }
  if (response.status !== 206) await partial.restart();
  await partial.remember(response.headers.get('etag'));

  const total = partial.bytes + Number(response.headers.get('content-length') ?? Number.NaN);
  const meter = onProgress === undefined ? undefined : new ProgressMeter(total, onProgress);
  for await (const chunk of response.body) {
    await partial.write(chunk);
    meter?.set(partial.bytes);
  }
  if (Number.isFinite(total) && partial.bytes < total) throw new Error('the connection ended early');
}

const totalOf = (response: Response): number =>
  Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
