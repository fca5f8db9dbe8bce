import type { NewUpload, UploadReservation, UploadStatus } from '../api.gen.ts';
import { limits } from '../api.gen.ts';
import { DriveError, errorFromAnswer, errorFromThrown } from '../error.ts';
import type { Transport } from '../transport.ts';
import type { ByteSource, SendOptions } from './byte-source.ts';
import { ProgressMeter } from './progress-meter.ts';

import { sendByTus } from './tus.ts';
import type { ResumeEntry, UploadOptions, UploadResult } from './upload-types.ts';

/** Reserves, sends the bytes by PUT or tus, and answers when they are stored; goes on with an earlier run where it can. */
export async function uploadSource(
  transport: Transport,
  source: ByteSource,
  name: string,
  options: UploadOptions,
): Promise<UploadResult> {
  const resumable =
    options.resumable === true || (options.resumable !== false && source.size >= limits.resumableFromBytes);
  const meter = options.onProgress === undefined ? undefined : new ProgressMeter(source.size, options.onProgress);
  const onSent = (sent: number): void => meter?.set(Math.min(sent, source.size));

  const sending = { onSent, signal: options.signal };

  const memory = resumable ? resumeMemory(transport, source, name, options) : undefined;
  const earlier = await memory?.find();
  if (earlier !== undefined) {
    const status = await findOpenSession(transport, earlier.sessionId, options.signal);
    if (status?.status === 'COMPLETE') {
      await memory?.forget();
      return resultOf(earlier, status, true);
    }
    if (status !== undefined) {
      await sendByTus(tusUrl(transport, earlier), source, sending);
      await memory?.forget();
      return resultOf(earlier, await getStatus(transport, earlier, options.signal), true);
    }
    await memory?.forget();
  }

  const session = await transport.call(
    'createUpload',
    { body: newUpload(source, name, options) },
    { signal: options.signal, maxRetries: options.maxRetries },
  );
  if (!resumable)
    return resultOf(session, await sendByPut(transport, source, session, sending, options.maxRetries), false);
  await memory?.keep(session);
  await sendByTus(tusUrl(transport, session), source, sending);
  await memory?.forget();
  return resultOf(session, await getStatus(transport, session, options.signal), false);
}

function newUpload(source: ByteSource, name: string, options: UploadOptions): NewUpload {
  return {
    fileName: name,
    contentType: options.contentType ?? (source.type === '' ? 'application/octet-stream' : source.type),
    fileSizeBytes: source.size,
    ...(options.folderId === undefined ? {} : { parentFolderId: options.folderId }),
    ...(options.autoShare === undefined ? {} : { autoShare: options.autoShare }),
    ...(options.publicListing === undefined ? {} : { publicListing: options.publicListing }),
  };
}

const passingStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const passingCodes: ReadonlySet<string> = new Set(['upload_in_progress', 'upload_size_mismatch']);

/** Sends all bytes to a reserved address; a session stays open after a failed try, so it is simply tried again. */
export async function sendByPut(
  transport: Transport,
  source: ByteSource,
  session: Pick<UploadReservation, 'sessionId' | 'uploadUrl'>,
  sending: SendOptions,
  maxRetries = transport.settings.maxRetries,
): Promise<UploadStatus> {
  const { onSent, signal } = sending;
  for (let attempt = 1; ; attempt++) {
    let error: DriveError;
    try {
      const answer = await source.put(session.uploadUrl, sending);
      if (answer.status === 200) {
        onSent(source.size);
        return answer.body as UploadStatus;
      }
      error = errorFromAnswer(answer, answer.body);
      // An earlier try got through, only its answer didn't.
      if (error.code === 'upload_already_complete' && attempt > 1) return await getStatus(transport, session, signal);
    } catch (thrown) {
      error = errorFromThrown(thrown, session.uploadUrl, signal);
    }
    const passing =
      error.code === 'network_error' ||
      passingStatuses.has(error.status ?? 0) ||
      (attempt > 1 && passingCodes.has(error.code));
    if (!passing || attempt > maxRetries) throw error;
    await pause(error.retryAfterSeconds === undefined ? 300 * 2 ** attempt : error.retryAfterSeconds * 1000, signal);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(errorFromThrown(undefined, '', signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

const getStatus = (
  transport: Transport,
  session: { readonly sessionId: string },
  signal: AbortSignal | undefined,
): Promise<UploadStatus> => transport.call('getUploadStatus', { params: { sessionId: session.sessionId } }, { signal });

/** undefined where the session can't be used any more: run out, cancelled, or of another server's life. */
async function findOpenSession(
  transport: Transport,
  sessionId: string,
  signal: AbortSignal | undefined,
): Promise<UploadStatus | undefined> {
  try {
    const status = await getStatus(transport, { sessionId }, signal);
    return status.status === 'FAILED' ? undefined : status;
  } catch (error) {
    if (error instanceof DriveError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}

const tusUrl = (transport: Transport, session: { readonly sessionId: string }): string =>
  `${transport.settings.baseUrl}/files/tus/${session.sessionId}`;

function resultOf(session: ResumeEntry, status: UploadStatus, resumed: boolean): UploadResult {
  const { sessionId, fileId, shareToken, shortUrl } = session;
  if (status.fileName === null)
    throw new DriveError(
      'unexpected_answer',
      `The server took all bytes, but says that the upload is ${status.status}. Run it again.`,
    );
  return { sessionId, fileId, fileName: status.fileName, shareToken, shortUrl, resumed };
}

interface ResumeMemory {
  find(): Promise<ResumeEntry | undefined>;
  keep(session: UploadReservation): Promise<void>;
  forget(): Promise<void>;
}

function resumeMemory(
  transport: Transport,
  source: ByteSource,
  name: string,
  options: UploadOptions,
): ResumeMemory | undefined {
  const store = options.resumeStore;
  const identity = options.resumeKey ?? source.identity;
  if (store === undefined || identity === undefined) return undefined;
  const key = `drive-upload ${transport.settings.baseUrl} ${options.folderId ?? '/'} ${name} ${source.size} ${identity}`;
  return {
    find: () => store.get(key),
    keep: ({ sessionId, fileId, shareToken, shortUrl }) => store.set(key, { sessionId, fileId, shareToken, shortUrl }),
    forget: () => store.remove(key),
  };
}
