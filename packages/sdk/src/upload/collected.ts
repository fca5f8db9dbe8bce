import { resumableFromBytes, type NewCollectedUpload, type UploadReservation } from '../api.gen.ts';
import { DriveError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import type { ByteSource, SendOptions } from './byte-source.ts';
import { findContentType } from './find-content-type.ts';
import { formatModifiedAt } from './modified-at.ts';
import { ProgressMeter } from './progress-meter.ts';
import { cancelUpload, sendReserved } from './put.ts';
import type { UploadProgress } from './upload-types.ts';

/**
 * Options of an upload to a file request.
 *
 * @example
 * ```ts
 * import { DriveClient, type CollectedUploadOptions } from '@drive/sdk';
 *
 * const options: CollectedUploadOptions = { name: 'notes.txt', uploaderName: 'Ada', uploaderEmail: 'ada@example.com' };
 * const request = await new DriveClient().public.openCollection('q3J8mZ0sT1vW5xY7zA2bC4');
 * await request.upload(new Blob(['hello']), options);
 * ```
 */
export interface CollectedUploadOptions {
  /** Required unless the source is a File. */
  readonly name?: string | undefined;
  /** Default: the type of the source, or else of the file name. */
  readonly contentType?: string | undefined;
  /** Required by some file requests (`info.requireName`). */
  readonly uploaderName?: string | undefined;
  /** Email address of the sender. */
  readonly uploaderEmail?: string | undefined;
  /** Upload resumably with tus instead of one PUT. `auto`: from 100 MiB on. */
  readonly resumable?: 'auto' | boolean | undefined;
  /** Called at most ten times per second. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Aborts, and cancels the reservation. */
  readonly signal?: AbortSignal | undefined;
  /** Retries after the first attempt. */
  readonly maxRetries?: number | undefined;
}

/**
 * Options of an upload to a shared folder.
 *
 * @example
 * ```ts
 * import { DriveClient, type SharedUploadOptions } from '@drive/sdk';
 *
 * const options: SharedUploadOptions = { name: 'notes.txt', uploaderName: 'Ada' };
 * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
 * if (share.info.allowUpload === true) await share.upload(new Blob(['hello']), options);
 * ```
 */
export interface SharedUploadOptions extends CollectedUploadOptions {
  /** A folder inside the shared folder. Default: the shared folder itself. */
  readonly parentId?: string | undefined;
}

/**
 * A file that was sent to a file request or added to a shared folder.
 *
 * @example
 * ```ts
 * import { DriveClient, type CollectedUpload } from '@drive/sdk';
 *
 * const request = await new DriveClient().public.openCollection('q3J8mZ0sT1vW5xY7zA2bC4');
 * const sent: CollectedUpload = await request.upload(new Blob(['hello']), { name: 'hello.txt' });
 * console.log(sent.fileId);
 * ```
 */
export interface CollectedUpload {
  /** ID of the file. */
  readonly fileId: string;
  /** The name as sent. Only the owner knows the stored name. */
  readonly fileName: string;
}

/** Reserves and sends an upload. Only the owner can query its status. */
export async function uploadCollected(
  transport: Transport,
  source: ByteSource,
  options: CollectedUploadOptions & { readonly name: string },
  reserve: (upload: NewCollectedUpload, options: RequestOptions) => Promise<UploadReservation>,
): Promise<CollectedUpload> {
  const { name, contentType, uploaderName, uploaderEmail, onProgress, signal, maxRetries } = options;
  const { resumable = 'auto' } = options;
  if (source.size === 0)
    throw new DriveError('invalid_argument', `${name} is empty. Uploads through a link must have at least one byte.`);
  const modifiedAt = formatModifiedAt(source.modifiedAt);
  const body = {
    fileName: name,
    contentType: await findContentType(contentType, source, name),
    sizeBytes: source.size,
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    ...(uploaderName === undefined ? {} : { uploaderName }),
    ...(uploaderEmail === undefined ? {} : { uploaderEmail }),
  };
  const session = await reserve(body, { signal, maxRetries });
  const meter = onProgress === undefined ? undefined : new ProgressMeter(source.size, onProgress);
  const sending: SendOptions = { onSent: (bytes) => meter?.set(Math.min(bytes, source.size)), signal };
  try {
    await sendReserved(transport, source, session, {
      ...sending,
      maxRetries,
      resumable: resumable === 'auto' ? source.size >= resumableFromBytes : resumable,
    });
    return { fileId: session.fileId, fileName: name };
  } catch (error) {
    await cancelUpload(transport, session);
    throw error;
  }
}
