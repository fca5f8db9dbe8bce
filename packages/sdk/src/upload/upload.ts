import { resumableFromBytes, type NewUpload, type UploadReservation, type UploadStatus } from '../api.gen.ts';
import { DriveError, isDriveError } from '../error.ts';
import type { Transport } from '../transport.ts';
import type { ByteSource, SendOptions } from './byte-source.ts';
import { sendDirectly } from './direct.ts';
import { findContentType } from './find-content-type.ts';
import { cleanItemName, numberedName } from './item-name.ts';
import { formatModifiedAt } from './modified-at.ts';
import { ProgressMeter } from './progress-meter.ts';
import { storeAtPath, type PutFileOptions, type StoredFile } from './put-file.ts';
import { cancelUpload, sendByPut } from './put.ts';
import { sendByTus } from './tus.ts';
import type { ResumeEntry, UploadOptions, UploadResult } from './upload-types.ts';

interface SourceUploadOptions extends UploadOptions {
  /** Called when the bytes are stored: as a new file, or as the content of a file that has the name. */
  readonly onStored?: (stored: { readonly isNewFile: boolean }) => void;
}

/**
 * Reserves an upload, sends the bytes with PUT or tus, and resolves when they are stored. Resumes an earlier run if
 * possible. A file without bytes cannot be reserved: it is put at its path.
 */
export async function uploadSource(
  transport: Transport,
  source: ByteSource,
  name: string,
  options: SourceUploadOptions,
): Promise<UploadResult> {
  check(
    options.sha256 === undefined || /^[0-9a-f]{64}$/.test(options.sha256),
    'sha256 must be 64 lower-case hex digits.',
  );
  if (source.size === 0) return await uploadEmpty(transport, source, name, options);
  const { signal, maxRetries, resumable = 'auto' } = options;
  const isResumable = resumable === 'auto' ? source.size >= resumableFromBytes : resumable;
  const meter = options.onProgress === undefined ? undefined : new ProgressMeter(source.size, options.onProgress);
  const sending: SendOptions = { onSent: (bytes) => meter?.set(Math.min(bytes, source.size)), signal };
  const memory = isResumable ? resumeMemory(transport, source, name, options) : undefined;

  async function finish(session: ResumeEntry, status: UploadStatus, resumed: boolean): Promise<UploadResult> {
    await memory?.forget();
    const result = resultOf(session, status, resumed);
    // The reservation names the ID that a new file gets.
    options.onStored?.({ isNewFile: status.fileId === session.fileId });
    const isChecked = isResumable && options.sha256 !== undefined;
    if (options.withItem !== true && !isChecked) return result;
    const item = await transport.call('getFile', { params: { id: result.fileId } }, { signal, maxRetries });
    if (isChecked && item.sha256 !== options.sha256)
      throw new DriveError(
        'checksum_mismatch',
        `${result.fileName} was stored, but its SHA-256 is not the expected one. Delete it and upload it again.`,
      );
    return options.withItem === true && item.type === 'file' ? { ...result, item } : result;
  }

  async function send(session: ResumeEntry): Promise<UploadStatus> {
    const url = `${transport.settings.baseUrl}/files/tus/${session.sessionId}`;
    await sendByTus(transport, url, source, sending, maxRetries);
    return await getStatus(transport, session.sessionId, signal);
  }

  const earlier = await memory?.find();
  if (earlier !== undefined) {
    const status = await findUsableSession(transport, earlier, signal);
    if (status?.status === 'COMPLETE') return await finish(earlier, status, true);
    const resumed = status === undefined ? undefined : await unlessGone(send(earlier));
    if (resumed !== undefined) return await finish(earlier, resumed, true);
    await memory?.forget();
  }

  const session = await transport.call(
    'createUpload',
    { body: await newUpload(source, name, options) },
    { signal, maxRetries },
  );
  let isKept = false;
  try {
    await memory?.keep(session);
    isKept = memory !== undefined;
    const { sha256 } = options;
    // The storage does not compare the SHA-256.
    const direct =
      isResumable && sha256 === undefined
        ? await sendDirectly(transport, source, session, { ...sending, maxRetries })
        : undefined;
    const status = isResumable
      ? (direct ?? (await send(session)))
      : await sendByPut(transport, source, session, { ...sending, maxRetries, sha256 });
    return await finish(session, status, false);
  } catch (error) {
    // An upload that cannot be resumed is cancelled instead of left to expire.
    if (!isKept) await cancelUpload(transport, session);
    throw error;
  }
}

const sha256OfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function uploadEmpty(
  transport: Transport,
  source: ByteSource,
  name: string,
  options: SourceUploadOptions,
): Promise<UploadResult> {
  const { autoShare, publicListing, signal, maxRetries } = options;
  const isName = !/[/\\]/.test(name) && !['', '.', '..'].includes(cleanItemName(name));
  check(isName, `${JSON.stringify(name)} is not the name of a file.`);
  if (options.sha256 !== undefined && options.sha256 !== sha256OfNothing)
    throw new DriveError('digest_mismatch', `${name} is empty, and sha256 is that of other bytes.`);
  const { item, isNewFile } = await storeEmpty(transport, source, name, options);
  options.onStored?.({ isNewFile });
  if (options.onProgress !== undefined) new ProgressMeter(0, options.onProgress).set(0);
  const share =
    autoShare === true
      ? await transport.call(
          'createFileShare',
          { params: { fileId: item.id }, body: publicListing === true ? { shareMode: 'PUBLIC' } : {} },
          { signal, maxRetries },
        )
      : undefined;
  return {
    sessionId: '',
    fileId: item.id,
    fileName: item.name,
    shareToken: share?.shareToken ?? null,
    shortUrl: share?.shortUrl ?? null,
    resumed: false,
    ...(options.withItem === true ? { item } : {}),
  };
}

/** Numbers that are tried for a name that a folder has. */
const triedNumbers = 100;

async function storeEmpty(
  transport: Transport,
  source: ByteSource,
  name: string,
  options: UploadOptions,
): Promise<StoredFile> {
  const { contentType, modifiedAt, metadata, tags, ifMatch: ifSha256, ifAbsent, signal, maxRetries } = options;
  const { onConflict = ifSha256 === undefined ? 'rename' : 'replace' } = options;
  const folderId = options.parentId ?? undefined;
  const type = await findContentType(contentType, source, name);
  const put = (as: string, policy: PutFileOptions['onConflict']): Promise<StoredFile> => {
    const placed = {
      folderId,
      driveId: options.driveId,
      contentType: type,
      modifiedAt,
      metadata,
      tags,
      onConflict: policy,
      ifSha256,
      ifAbsent,
    };
    return storeAtPath(transport, `/${as}`, source, { ...placed, signal, maxRetries });
  };
  try {
    return await put(name, onConflict);
  } catch (error) {
    const isFolder = onConflict === 'rename' && isDriveError(error) && error.code === 'name_conflict';
    if (!isFolder) throw error;
  }
  // A path that leads to a folder is refused, whereas a reservation gets a number.
  for (let number = 1; ; number++)
    try {
      return await put(numberedName(cleanItemName(name), number), 'fail');
    } catch (error) {
      const isTaken = isDriveError(error) && error.code === 'name_conflict';
      if (!isTaken || number === triedNumbers) throw error;
    }
}

export async function newUpload(source: ByteSource, name: string, options: UploadOptions): Promise<NewUpload> {
  const modifiedAt = formatModifiedAt(options.modifiedAt ?? source.modifiedAt);
  return {
    fileName: name,
    contentType: await findContentType(options.contentType, source, name),
    fileSizeBytes: source.size,
    ...(options.parentId === undefined ? {} : { parentFolderId: options.parentId }),
    ...(options.driveId === undefined ? {} : { driveId: options.driveId }),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    ...(options.onConflict === undefined ? {} : { onConflict: options.onConflict }),
    ...(options.ifMatch === undefined ? {} : { ifMatch: options.ifMatch }),
    ...(options.ifAbsent === undefined ? {} : { ifAbsent: options.ifAbsent }),
    ...(options.metadata === undefined ? {} : { metadata: { ...options.metadata } }),
    ...(options.tags === undefined ? {} : { tags: [...options.tags] }),
    ...(options.autoShare === undefined ? {} : { autoShare: options.autoShare }),
    ...(options.publicListing === undefined ? {} : { publicListing: options.publicListing }),
  };
}

const getStatus = (transport: Transport, sessionId: string, signal: AbortSignal | undefined): Promise<UploadStatus> =>
  transport.call('getUploadStatus', { params: { sessionId } }, { signal });

/** `undefined` if the upload cannot be resumed: expired, cancelled, unknown, or its file was deleted. */
async function findUsableSession(
  transport: Transport,
  { sessionId, fileId }: ResumeEntry,
  signal: AbortSignal | undefined,
): Promise<UploadStatus | undefined> {
  const status = await unlessGone(getStatus(transport, sessionId, signal));
  if (status === undefined || status.status === 'FAILED') return undefined;
  if (status.status !== 'COMPLETE') return status;
  const file = await unlessGone(transport.call('getFile', { params: { id: status.fileId ?? fileId } }, { signal }));
  return file === undefined ? undefined : status;
}

async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isDriveError(error) && [403, 404, 410].includes(error.status ?? 0)) return undefined;
    throw error;
  }
}

function resultOf(session: ResumeEntry, status: UploadStatus, resumed: boolean): UploadResult {
  const { sessionId, shareToken, shortUrl } = session;
  if (status.fileName === null)
    throw new DriveError(
      'unexpected_answer',
      `The server received all bytes, but the upload is ${status.status}. Run it again.`,
    );
  // An upload that replaces a file gets the ID of that file when it is complete.
  const fileId = status.fileId ?? session.fileId;
  return { sessionId, fileId, fileName: status.fileName, shareToken, shortUrl, resumed };
}

function check(isRight: boolean, message: string): void {
  if (!isRight) throw new DriveError('invalid_argument', message);
}

/** Access to one upload in a ResumeStore. */
interface ResumeMemory {
  find(): Promise<ResumeEntry | undefined>;
  keep(session: UploadReservation): Promise<void>;
  forget(): Promise<void>;
}

/** `undefined` without a store or an identity of the source. */
function resumeMemory(
  transport: Transport,
  source: ByteSource,
  name: string,
  options: UploadOptions,
): ResumeMemory | undefined {
  const store = options.resumeStore;
  const identity = options.resumeKey ?? source.identity;
  if (store === undefined || identity === undefined) return undefined;
  const key = `drive-upload ${transport.settings.baseUrl} ${options.parentId ?? options.driveId ?? '/'} ${name} ${source.size} ${identity}`;
  return {
    async find() {
      const entry: unknown = await store.get(key);
      return isEntry(entry) ? entry : undefined;
    },
    keep: ({ sessionId, fileId, shareToken, shortUrl }) => store.set(key, { sessionId, fileId, shareToken, shortUrl }),
    forget: () => store.remove(key),
  };
}

/** Entries may be damaged, because stores are implemented by callers. */
function isEntry(entry: unknown): entry is ResumeEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { sessionId, fileId } = entry as Partial<Record<string, unknown>>;
  return typeof sessionId === 'string' && typeof fileId === 'string';
}
