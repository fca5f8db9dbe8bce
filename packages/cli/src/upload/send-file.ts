import { contentTypeOf, type DriveClient, type Item, type ResumeStore, type UploadReservation } from '@drive/sdk';
import { putFile, putPath, uploadPath } from '@drive/sdk/node';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { createHttpFetch } from '../connection/http-fetch.ts';
import { formatBytes } from '../output/format.ts';
import type { PartialTransfer, Transfer } from '../output/progress.ts';
import { findByPath } from '../remote/by-path.ts';
import { inDrive } from '../remote/drive-path.ts';
import { findById } from '../remote/find-item.ts';
import { joinRemote } from '../remote/remote-target.ts';
import { CliError } from '../shell/cli-error.ts';
import { hashFile } from '../shell/file-hash.ts';
import type { Journal, JournalEntry, ReservedUpload } from './journal.ts';
import { newUpload, serverPolicies, type ReservationOptions, type ServerPolicy } from './reservations.ts';
import type { LocalFile } from './scan-upload.ts';
import type { PlannedFile } from './upload-plan.ts';

export interface SentFile {
  readonly fileId: string;
  /** The name it got. */
  readonly name: string;
  readonly shortUrl: string | null;
}

export interface SendOptions extends ReservationOptions {
  readonly client: DriveClient;
  readonly journal: Journal;
  /** Sessions of the resumable uploads that have begun and are not complete, by file. */
  readonly begun: Map<LocalFile, string>;
  /** Messages about a transfer. */
  readonly note: (message: string) => void;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * How long another connection, which is probably that of a killed run behind a proxy, may still hold the upload. The server gives
 * the upload to a new one once the old one was silent for 10 s.
 */
const IN_PROGRESS_MS = 20_000;
const IN_PROGRESS_RETRY_MS = 2000;

/** Repeats an upload while another connection sends to it. */
async function onceFree<T>(put: () => Promise<T>, { file }: PlannedFile, options: SendOptions): Promise<T> {
  const { signal, note, sleep } = options;
  for (let waited = 0; ; waited += IN_PROGRESS_RETRY_MS) {
    try {
      return await put();
    } catch (error) {
      if (!isDriveErrorOf(error, 'upload_in_progress')) throw error;
      if (waited >= IN_PROGRESS_MS) {
        throw new CliError('conflict', `another connection is still sending ${file.shownAs}`, {
          hint: 'stop that upload, or wait until it ends, and run the command again',
          cause: error,
        });
      }
      if (waited === 0)
        note(`waiting up to ${IN_PROGRESS_MS / 1000} s for an earlier connection that still sends ${file.shownAs}`);
      await sleep(IN_PROGRESS_RETRY_MS, signal);
      signal.throwIfAborted();
    }
  }
}

/** Sends a file in one request, to a reservation of this or an earlier run. */
export async function sendWhole(
  planned: PlannedFile,
  reserve: () => Promise<UploadReservation>,
  transfer: Transfer,
  options: SendOptions,
): Promise<SentFile> {
  const { client, journal, signal, maxRetries } = options;
  const put = async (upload: ReservedUpload & Partial<UploadReservation>): Promise<SentFile> => {
    const sending = { signal, maxRetries, onSent: (bytes: number) => transfer.moved(bytes) };
    const session = { directUrl: null, ...upload };
    const send = () => putPath(client, session, planned.file.path, sending);
    const { fileId, fileName } = await onceFree(send, planned, options);
    return { fileId: fileId ?? upload.fileId, name: fileName ?? planned.file.name, shortUrl: upload.shortUrl };
  };
  const { earlier } = planned;
  if (earlier === undefined || earlier.uploadUrl === '') return put(await reserve());
  try {
    return await put(earlier);
  } catch (error) {
    if (isDriveErrorOf(error, 'upload_already_complete')) {
      const { fileId } = await client.uploads.status(earlier.sessionId, { signal, maxRetries });
      const stored = await findStored(planned, earlier, fileId, options);
      if (stored !== undefined) return stored;
    } else if (!isDriveErrorOf(error, 'upload_session_expired', 'upload_session_not_found')) {
      throw error;
    }
  }
  // The reservation has expired meanwhile, or its file was deleted or changed.
  const upload = await client.uploads.create(newUpload(planned, options), { signal, maxRetries });
  journal.reserved([{ file: planned.file, folderId: planned.folderId, upload }]);
  return put(upload);
}

/** The file that a completed upload of an earlier run made, unless it was moved, removed or changed since. */
async function findStored(
  { file, folderId }: PlannedFile,
  earlier: JournalEntry,
  fileId: string | null | undefined,
  { client, signal }: Pick<SendOptions, 'client' | 'signal'>,
): Promise<SentFile | undefined> {
  const item = await findById(client, fileId ?? earlier.fileId, signal);
  if (item?.parentId !== folderId) return undefined;
  // A file that was sent directly to an object storage has no digest until a job has read it.
  const isUnread = item.sha256 === null && item.size === file.size;
  const isStored = isUnread || (await hasContentOf(item, file, signal));
  return isStored ? { fileId: item.id, name: item.name, shortUrl: earlier.shortUrl } : undefined;
}

const hasContentOf = async (item: Item, { path, size }: LocalFile, signal: AbortSignal): Promise<boolean> =>
  item.type === 'file' && item.size === size && item.sha256 === (await hashFile(path, signal, () => {}));

/** Up to this size, a request more per file costs more than its bytes. */
const BY_PATH_BYTES = 1024 * 1024;
/** The server accepts no more names in a path. */
const BY_PATH_NAMES = 100;
/** The names of a longer path may not fit into the headers that the server accepts. */
const BY_PATH_CHARACTERS = 2000;

/**
 * Whether a file is sent to its path in one request. A file that is shared at once needs a reservation, which answers with the
 * link. So does one that gets a number because a folder has its name.
 */
export function isSentByPath(
  { file, earlier, twin }: PlannedFile,
  { isShared }: Pick<ReservationOptions, 'isShared'>,
): boolean {
  const path = joinRemote(file.folder, file.name);
  return (
    !isShared(file) &&
    !earlier?.uploadUrl &&
    twin?.type !== 'folder' &&
    file.size <= BY_PATH_BYTES &&
    encodeURIComponent(path).length <= BY_PATH_CHARACTERS &&
    path.split('/').length <= BY_PATH_NAMES + 1
  );
}

export async function sendByPath(planned: PlannedFile, transfer: Transfer, options: SendOptions): Promise<SentFile> {
  const { file } = planned;
  const { client, maxRetries, signal, annotations, ifMatch: ifSha256 } = options;
  const remotePath = joinRemote(file.folder, file.name);
  const { path, folderId } = await inDrive(client, remotePath, signal);
  const put = (policy: ServerPolicy): Promise<Item> =>
    putFile(client, path, file.path, {
      ...annotations,
      folderId,
      // The SDK would load its table of types anew for each file, which took a twentieth of the time of a small one.
      contentType: contentTypeOf(file.name),
      onConflict: policy,
      ifSha256,
      maxRetries,
      signal,
      blocking: true,
    });
  const { id, name } = await storeOnce(planned, options, put, (item) => item);
  transfer.moved(file.size);
  return { fileId: id, name, shortUrl: null };
}

/** Stores a file without bytes. */
export async function sendEmpty(planned: PlannedFile, options: SendOptions): Promise<SentFile> {
  const { file, folderId } = planned;
  const { client, isShared, public: listed, ifMatch, annotations, maxRetries, signal } = options;
  const put = async (policy: ServerPolicy): Promise<SentFile> => {
    const { fileId, fileName, shortUrl } = await uploadPath(client, file.path, {
      name: file.name,
      contentType: contentTypeOf(file.name),
      parentId: folderId,
      ...(isShared(file) ? { autoShare: true, publicListing: listed } : {}),
      onConflict: policy,
      ifMatch,
      ...annotations,
      maxRetries,
      signal,
    });
    return { fileId, name: fileName, shortUrl };
  };
  return storeOnce(planned, options, put, ({ id, name }) => ({ fileId: id, name, shortUrl: null }));
}

/**
 * Stores a file under its name, or with a number if the name is taken by other content: the request of an interrupted run may
 * complete after the folder was listed.
 */
async function storeOnce<T>(
  { file, twin }: PlannedFile,
  { client, onConflict, signal }: SendOptions,
  put: (policy: ServerPolicy) => Promise<T>,
  found: (item: Item) => T,
): Promise<T> {
  if (onConflict !== 'rename' || twin !== undefined) return put(serverPolicies[onConflict]);
  try {
    return await put('fail');
  } catch (error) {
    if (!isDriveErrorOf(error, 'name_conflict')) throw error;
  }
  const item = await findByPath(client, joinRemote(file.folder, file.name), signal);
  return item !== undefined && (await hasContentOf(item, file, signal)) ? found(item) : put('rename');
}

/** Sends a file in chunks that can be resumed, also by the next run of the same command. */
export async function sendResumably(planned: PlannedFile, transfer: Transfer, options: SendOptions): Promise<SentFile> {
  const { client, journal, begun, note, isShared, public: listed, onConflict, ifMatch, annotations, signal } = options;
  const { file, folderId } = planned;
  let { earlier } = planned;
  let first = true;
  if (earlier !== undefined) {
    const { sessionId } = earlier;
    const known = await client.uploads.status(sessionId, { signal, maxRetries: options.maxRetries }).catch(() => null);
    if (known?.status === 'COMPLETE') {
      const stored = await findStored(planned, earlier, known.fileId, options);
      if (stored !== undefined) return stored;
      earlier = undefined;
    }
  }
  if (earlier !== undefined) begun.set(file, earlier.sessionId);
  const memory: ResumeStore = {
    get: async () => earlier,
    async set(_key, entry) {
      begun.set(file, entry.sessionId);
      journal.reserved([{ file, folderId, upload: { uploadUrl: '', ...entry } }]);
    },
    remove: async () => void begun.delete(file),
  };
  const { fileId, fileName, shortUrl } = await uploadPath(client, file.path, {
    name: file.name,
    contentType: contentTypeOf(file.name),
    parentId: folderId,
    ...(isShared(file) ? { autoShare: true, publicListing: listed } : {}),
    onConflict: serverPolicies[onConflict],
    ifMatch,
    ...annotations,
    resumable: true,
    resumeStore: memory,
    resumeKey: file.path,
    onProgress({ bytes }) {
      // Bytes of the earlier run do not count in the speed.
      const resumed = first && earlier !== undefined;
      if (resumed && bytes > 0 && bytes < file.size)
        note(`resuming ${file.shownAs} at ${formatBytes(bytes)} of ${formatBytes(file.size)}`);
      transfer.moved(bytes, { resumed });
      first = false;
    },
    signal,
  });
  return { fileId, name: fileName, shortUrl };
}

/** Time limit of a question after Ctrl-C. */
const ASK_MS = 3000;

/**
 * The bytes of a resumable upload that the server has; undefined if it does not answer. Ends a connection that is sending to the
 * upload.
 */
export async function askReceived(url: string, sessionId: string): Promise<number | undefined> {
  try {
    const answer = await createHttpFetch()(`${url}/files/tus/${sessionId}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
      signal: AbortSignal.timeout(ASK_MS),
    });
    const offset = Number(answer.headers.get('upload-offset') ?? Number.NaN);
    return answer.ok && Number.isSafeInteger(offset) ? offset : undefined;
  } catch {
    return undefined;
  }
}

/** What the server has of the uploads that were interrupted. */
export const findReceived = (url: string, begun: ReadonlyMap<LocalFile, string>): Promise<PartialTransfer[]> =>
  Promise.all(
    [...begun].map(async ([{ shownAs, size }, sessionId]) => ({
      name: shownAs,
      doneBytes: (await askReceived(url, sessionId)) ?? 0,
      totalBytes: size,
    })),
  );
