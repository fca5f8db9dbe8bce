import { DriveError } from '../error.ts';
import type { Transport } from '../transport.ts';
import type { ByteSource } from './byte-source.ts';
import { findContentType } from './find-content-type.ts';
import { formatModifiedAt } from './modified-at.ts';
import { ProgressMeter } from './progress-meter.ts';
import { cancelUpload, sendByPut } from './put.ts';
import type { UploadProgress, UploadResult } from './upload-types.ts';

/**
 * Options of an upload without an account.
 *
 * @example
 * ```ts
 * import { DriveClient, type AnonymousUploadOptions } from '@drive/sdk';
 *
 * const options: AnonymousUploadOptions = { name: 'notes.txt', contentType: 'text/plain' };
 * console.log((await new DriveClient().public.upload(new Blob(['hello']), options)).shortUrl);
 * ```
 */
export interface AnonymousUploadOptions extends AnonymousBatchOptions {
  /** Required unless the source is a File. */
  readonly name?: string | undefined;
  /** Default: the type of the source, or else of the file name. */
  readonly contentType?: string | undefined;
}

/**
 * Options of a batch upload without an account.
 *
 * @example
 * ```ts
 * import { DriveClient, type AnonymousBatchOptions } from '@drive/sdk';
 *
 * const options: AnonymousBatchOptions = { onProgress: ({ bytes, total }) => console.log(bytes, 'of', total) };
 * await new DriveClient().public.uploadBatch([{ source: new Blob(['hello']), name: 'a.txt' }], options);
 * ```
 */
export interface AnonymousBatchOptions {
  /** Required if the server uses a captcha (see `client.public.config()`). */
  readonly captchaToken?: string | undefined;
  /** List publicly and allow search engines. Otherwise only visitors with the link can find it. */
  readonly publicListing?: boolean | undefined;
  /** Progress of all files together, at most ten times per second. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Aborts, and cancels reservations that are not complete. */
  readonly signal?: AbortSignal | undefined;
  /** Retries per file after the first attempt. Default: the client's. */
  readonly maxRetries?: number | undefined;
}

export interface AnonymousFile {
  readonly source: ByteSource;
  readonly name: string;
  readonly contentType: string | undefined;
}

const concurrency = 3;

/**
 * Reserves all files in one call, which counts once against the rate limit, and sends them. Results are in the order of
 * the files.
 */
export async function uploadAnonymously(
  transport: Transport,
  files: readonly AnonymousFile[],
  { captchaToken, publicListing, onProgress, signal, maxRetries }: AnonymousBatchOptions,
): Promise<UploadResult[]> {
  for (const { name, source } of files)
    if (source.size === 0)
      throw new DriveError(
        'invalid_argument',
        `${name} is empty. Uploads without an account must have at least one byte.`,
      );
  const batchOptions = {
    ...(captchaToken === undefined ? {} : { captchaToken }),
    ...(publicListing === undefined ? {} : { publicListing }),
  };
  const describe = async ({ source, name, contentType }: AnonymousFile) => {
    const modifiedAt = formatModifiedAt(source.modifiedAt);
    return {
      fileName: name,
      contentType: await findContentType(contentType, source, name),
      sizeBytes: source.size,
      ...(modifiedAt === undefined ? {} : { modifiedAt }),
    };
  };
  const body = { files: await Promise.all(files.map(describe)), ...batchOptions };
  const { files: sessions } = await transport.call('createAnonymousBatch', { body }, { signal, maxRetries });

  const sent = files.map(() => 0);
  const total = files.reduce((sum, { source }) => sum + source.size, 0);
  const meter = onProgress === undefined ? undefined : new ProgressMeter(total, onProgress);
  const results: UploadResult[] = [];
  const stop = new AbortController();
  const stopping = AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])]);
  const waiting = files.entries();

  async function sendSome(): Promise<void> {
    for (const [index, { source, name }] of waiting) {
      const session = sessions[index];
      if (session === undefined) throw new DriveError('unexpected_answer', 'The server reserved too few uploads.');
      const { sessionId, fileId, shareToken, shortUrl } = session;
      const { fileName } = await sendByPut(transport, source, session, {
        onSent(bytes) {
          sent[index] = Math.min(bytes, source.size);
          meter?.set(sent.reduce((sum, each) => sum + each, 0));
        },
        signal: stopping,
        maxRetries,
        // Only accounts can query the status. Here no one else sends to this URL, and each file has its own folder.
        getStatus: async () => ({ sessionId, fileId, status: 'COMPLETE', fileName: name }),
      });
      results[index] = { sessionId, fileId, fileName: fileName ?? name, shareToken, shortUrl, resumed: false };
    }
  }

  try {
    await Promise.all(Array.from({ length: concurrency }, sendSome));
    return results;
  } catch (error) {
    stop.abort();
    await Promise.all(
      sessions.filter((_, index) => results[index] === undefined).map((each) => cancelUpload(transport, each)),
    );
    throw error;
  }
}
