import { contentTypeOf, type DriveClient, type ResumeStore, type UploadReservation } from '@drive/sdk';
import { putFile, putPath, uploadPath } from '@drive/sdk/node';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import type { Transfer } from '../output/progress.ts';
import { findById } from '../remote/find-item.ts';
import { joinRemote } from '../remote/remote-target.ts';
import type { Journal, ReservedUpload } from './journal.ts';
import type { PlannedFile } from './upload-plan.ts';
import { newUpload, serverPolicies, type ReservationOptions } from './reservations.ts';

export interface SentFile {
  readonly fileId: string;
  /** The name it got. */
  readonly name: string;
  readonly shortUrl: string | null;
}

export interface SendOptions extends ReservationOptions {
  readonly client: DriveClient;
  readonly journal: Journal;
}

/** How long another writer, which is probably our own killed one, may still hold the upload. */
const IN_PROGRESS_RETRIES = 5;
const IN_PROGRESS_MS = 500;

/** Sends a file in one request, to a reservation of this or an earlier run. */
export async function sendWhole(
  planned: PlannedFile,
  reserve: () => Promise<UploadReservation>,
  transfer: Transfer,
  { client, journal, ...options }: SendOptions,
): Promise<SentFile> {
  const { signal, maxRetries } = options;
  const put = async (upload: ReservedUpload & Partial<UploadReservation>): Promise<SentFile> => {
    const sending = { signal, maxRetries, onSent: (bytes: number) => transfer.moved(bytes) };
    const { fileId, fileName } = await putPath(client, { directUrl: null, ...upload }, planned.file.path, sending);
    return { fileId: fileId ?? upload.fileId, name: fileName ?? planned.file.name, shortUrl: upload.shortUrl };
  };
  const { earlier } = planned;
  if (earlier === undefined || earlier.uploadUrl === '') return put(await reserve());

  for (let attempt = 0; ; attempt++) {
    try {
      return await put(earlier);
    } catch (error) {
      if (isDriveErrorOf(error, 'upload_in_progress') && attempt < IN_PROGRESS_RETRIES) {
        await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_MS));
        continue;
      }
      if (isDriveErrorOf(error, 'upload_already_complete')) {
        const { fileId } = await client.uploads.status(earlier.sessionId, { signal, maxRetries });
        const item = await findById(client, fileId ?? earlier.fileId, signal);
        if (item?.parentId === planned.folderId)
          return { fileId: item.id, name: item.name, shortUrl: earlier.shortUrl };
      } else if (!isDriveErrorOf(error, 'upload_session_expired', 'upload_session_not_found')) {
        throw error;
      }
    }
    // The reservation has expired meanwhile, or its file was deleted.
    const upload = await client.uploads.create(newUpload(planned, options), { signal, maxRetries });
    journal.reserved([{ file: planned.file, upload }]);
    return put(upload);
  }
}

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

export async function sendByPath(
  { file }: PlannedFile,
  transfer: Transfer,
  { client, onConflict, maxRetries, signal }: SendOptions,
): Promise<SentFile> {
  const options = { onConflict: serverPolicies[onConflict], maxRetries, signal, blocking: true };
  const { id, name } = await putFile(client, joinRemote(file.folder, file.name), file.path, options);
  transfer.moved(file.size);
  return { fileId: id, name, shortUrl: null };
}

/** Sends a file in chunks that can be resumed, also by the next run of the same command. */
export async function sendResumably(
  planned: PlannedFile,
  transfer: Transfer,
  { client, journal, isShared, public: listed, onConflict, signal }: SendOptions,
): Promise<SentFile> {
  const { file, folderId, earlier } = planned;
  let first = true;
  const memory: ResumeStore = {
    get: async () => earlier,
    set: async (_key, entry) => journal.reserved([{ file, upload: { uploadUrl: '', ...entry } }]),
    remove: async () => {},
  };
  const { fileId, fileName, shortUrl } = await uploadPath(client, file.path, {
    name: file.name,
    contentType: contentTypeOf(file.name),
    parentId: folderId,
    ...(isShared(file) ? { autoShare: true, publicListing: listed } : {}),
    onConflict: serverPolicies[onConflict],
    resumable: true,
    resumeStore: memory,
    resumeKey: file.path,
    onProgress({ bytes }) {
      // Bytes of the earlier run do not count in the speed.
      transfer.moved(bytes, { resumed: first && earlier !== undefined });
      first = false;
    },
    signal,
  });
  return { fileId, name: fileName, shortUrl };
}
