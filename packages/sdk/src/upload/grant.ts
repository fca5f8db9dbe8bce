import type { NewGrantedUpload, UploadReservation } from '../api.gen.ts';
import { apiError, detailsOf, errorFromAnswer, errorFromThrown, originOf, parseJson } from '../error-from.ts';
import { DriveError, isDriveError } from '../error.ts';
import { Network } from '../network.ts';
import { pageOrigin } from '../platform.ts';
import { randomKey } from '../random-key.ts';
import { defaultRetries, withRetries } from '../retry.ts';
import { limitTime, timedOut } from '../time-limit.ts';
import { blobBytes, isFile, type SendOptions } from './byte-source.ts';
import { findContentType } from './find-content-type.ts';
import type { GrantSource, GrantUpload, GrantUploadOptions } from './grant-types.ts';
import { formatModifiedAt } from './modified-at.ts';
import { ProgressMeter } from './progress-meter.ts';
import { cancelUpload, putBytes } from './put.ts';
import { sendByTus, type ByteTransport } from './tus.ts';
import { nameIn, toBlob } from './upload-source.ts';
import type { ResumeEntry } from './upload-types.ts';

const resumableFromBytes = 8 * 1024 * 1024;
const timeoutMs = 30_000;

interface Grant {
  readonly token: string;
  readonly baseUrl: string;
}

/**
 * Uploads a file within the limits of an upload grant, without a credential of the account: for pages. Over 8 MiB it is sent
 * resumably, with tus. Needs no client, and a bundler leaves out all others.
 *
 * @example
 * ```ts
 * import { uploadWithGrant } from '@drive/sdk';
 *
 * document.querySelector('input')?.addEventListener('change', async ({ target }) => {
 *   const [file] = (target as HTMLInputElement).files ?? [];
 *   if (file === undefined) return;
 *   const { fileId } = await uploadWithGrant(file, { endpoint: '/api/upload' });
 *   console.log(fileId);
 * });
 * ```
 */
export async function uploadWithGrant(
  source: Blob | ArrayBuffer | ArrayBufferView,
  grant: GrantSource,
  options: GrantUploadOptions = {},
): Promise<GrantUpload> {
  const name = nameIn(source, options.name);
  const blob = toBlob(source);
  if (blob.size === 0)
    throw new DriveError('invalid_argument', `${name} is empty. Uploads through a grant have at least one byte.`);
  const upload = new GrantedFile(blob, name, grant, options);
  return (await upload.resume()) ?? (await upload.begin());
}

class GrantedFile {
  readonly #blob: Blob;
  readonly #grant: GrantSource;
  readonly #options: GrantUploadOptions;
  readonly #name: string;
  readonly #isResumable: boolean;
  readonly #sending: SendOptions;

  constructor(blob: Blob, name: string, grant: GrantSource, options: GrantUploadOptions) {
    const { onProgress, signal } = options;
    const meter = onProgress === undefined ? undefined : new ProgressMeter(blob.size, onProgress);
    this.#blob = blob;
    this.#grant = grant;
    this.#options = options;
    this.#name = name;
    this.#isResumable = blob.size > resumableFromBytes;
    this.#sending = { onSent: (bytes) => meter?.set(Math.min(bytes, blob.size)), signal };
  }

  /** Continues an upload of the store; `undefined` if there is none that can be continued. */
  async resume(): Promise<GrantUpload | undefined> {
    const { resumeStore } = this.#options;
    const key = this.#key();
    if (resumeStore === undefined || key === undefined) return undefined;
    const entry = await resumeStore.get(key);
    if (typeof entry?.sessionId !== 'string' || entry.baseUrl === undefined) return undefined;
    try {
      const upload = await this.#send(transportTo(entry.baseUrl, this.#options), entry);
      return { ...upload, resumed: true };
    } catch (error) {
      if (!isDriveError(error) || ![403, 404, 410].includes(error.status ?? 0)) throw error;
      await resumeStore.remove(key);
      return undefined;
    }
  }

  async begin(): Promise<GrantUpload> {
    const { signal, resumeStore } = this.#options;
    const file = await this.#describe();
    const grant = await this.#findGrant(file);
    const transport = transportTo(grant.baseUrl, this.#options);
    const reservation = await post<UploadReservation>(
      transport,
      `${transport.settings.baseUrl}/api/public/grants/uploads`,
      file,
      { 'x-upload-grant': grant.token, 'idempotency-key': randomKey() },
      signal,
    );
    const key = resumeStore === undefined ? undefined : this.#key();
    const { sessionId, fileId, shareToken, shortUrl } = reservation;
    const entry = { sessionId, fileId, shareToken, shortUrl, baseUrl: transport.settings.baseUrl };
    if (key !== undefined) await resumeStore?.set(key, entry);
    try {
      return await this.#send(transport, entry);
    } catch (error) {
      // An upload that cannot be resumed is cancelled instead of left to expire.
      if (key === undefined) await cancelUpload(transport, reservation);
      throw error;
    }
  }

  async #send(transport: ByteTransport, entry: ResumeEntry): Promise<GrantUpload> {
    const { sessionId, shareToken, shortUrl } = entry;
    const { maxRetries, resumeStore } = this.#options;
    const source = blobBytes(this.#blob, transport.settings.network);
    const { baseUrl } = transport.settings;
    const getStatus = async () => ({ sessionId, fileId: null, status: 'COMPLETE' as const, fileName: null });
    const stored = this.#isResumable
      ? await sendByTus(transport, `${baseUrl}/files/tus/${sessionId}`, source, this.#sending, maxRetries)
      : await putBytes(
          transport,
          source,
          { uploadUrl: `${baseUrl}/files/uploads/${sessionId}` },
          { ...this.#sending, maxRetries, getStatus },
        );
    const key = this.#key();
    if (key !== undefined) await resumeStore?.remove(key);
    return {
      fileId: stored.fileId ?? entry.fileId,
      fileName: this.#name,
      sessionId,
      shareToken,
      shortUrl,
      resumed: false,
    };
  }

  async #describe(): Promise<NewGrantedUpload> {
    const { contentType, metadata } = this.#options;
    const modifiedAt = isFile(this.#blob) ? formatModifiedAt(new Date(this.#blob.lastModified)) : undefined;
    return {
      fileName: this.#name,
      contentType: await findContentType(contentType, this.#blob, this.#name),
      sizeBytes: this.#blob.size,
      ...(modifiedAt === undefined ? {} : { modifiedAt }),
      ...(metadata === undefined ? {} : { metadata: { ...metadata } }),
    };
  }

  /** `undefined` for what cannot be resumed. */
  #key(): string | undefined {
    const { resumeKey } = this.#options;
    const blob = this.#blob;
    const identity = resumeKey ?? (isFile(blob) ? String(blob.lastModified) : undefined);
    if (!this.#isResumable || identity === undefined) return undefined;
    const target = 'endpoint' in this.#grant ? absolute(this.#grant.endpoint) : this.#grant.baseUrl;
    return `drive-upload grant ${target} ${this.#name} ${blob.size} ${identity}`;
  }

  /** Asks the application for a grant for this file. */
  async #findGrant({ fileName, contentType, sizeBytes }: NewGrantedUpload): Promise<Grant> {
    if (!('endpoint' in this.#grant)) return this.#grant;
    const url = absolute(this.#grant.endpoint);
    const transport = transportTo(originOf(url), this.#options);
    const file = { fileName, contentType, sizeBytes };
    const grant = await post<Partial<Grant>>(transport, url, file, this.#grant.headers ?? {}, this.#options.signal);
    if (typeof grant.token === 'string' && typeof grant.baseUrl === 'string') return grant as Grant;
    throw new DriveError(
      'unexpected_answer',
      `${url} answered without token and baseUrl. Does createUploadHandler answer there?`,
    );
  }
}

const absolute = (url: string | URL): string => {
  const base = pageOrigin();
  const page = (globalThis as { location?: { href?: string } }).location?.href;
  return (base === undefined || page === undefined ? new URL(url) : new URL(url, page)).href;
};

function transportTo(baseUrl: string, { fetch = globalThis.fetch, maxRetries }: GrantUploadOptions): ByteTransport {
  const network = new Network({
    fetch,
    baseUrl,
    headers: {},
    logger: undefined,
    onRetry: undefined,
    onWait: undefined,
    pace: undefined,
  });
  return {
    settings: { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), network, maxRetries: maxRetries ?? defaultRetries.calls },
  };
}

/** Repeated after failures: the key of the request makes it one upload, and an unused grant expires. */
async function post<Answer>(
  { settings: { network, maxRetries } }: ByteTransport,
  url: string,
  json: object,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const send = async (): Promise<Answer> => {
    const limit = limitTime(timeoutMs, signal);
    try {
      const response = await network.fetch(url, {
        method: 'POST',
        headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(json),
        signal: limit.signal,
      });
      const body = parseJson(await response.text());
      if (response.ok && typeof body === 'object' && body !== null) return body as Answer;
      const head = { status: response.status, header: (name: string) => response.headers.get(name) };
      if (isEnvelope(body)) throw errorFromAnswer(head, body);
      throw apiError('unexpected_answer', `${url} answered ${response.status}.`, detailsOf(head));
    } catch (thrown) {
      throw errorFromThrown(limit.isOver() ? timedOut() : thrown, url, signal);
    } finally {
      limit.end();
    }
  };
  return await withRetries(send, { maxRetries, signal, onRetry: network.retried('POST', url) });
}

const isEnvelope = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
