import { basename } from 'node:path';
import type { FileItem, UploadReservation, UploadStatus } from '../api.gen.ts';
import type { DriveClient } from '../client.ts';
import type { RequestOptions } from '../request-options.ts';
import { transportOf } from '../transport.ts';
import { putFile as putSource, type PutFileOptions } from '../upload/put-file.ts';
import { sendByPut } from '../upload/put.ts';
import type { UploadOptions, UploadResult } from '../upload/upload-types.ts';
import { uploadSource } from '../upload/upload.ts';
import { pathSource, type PathSourceOptions } from './path-source.ts';

/**
 * Uploads a file from disk as a stream: with one PUT, or from 100 MiB on resumably with tus. With a `resumeStore`, a
 * later call resumes the upload, also in another process.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { fileResumeStore, uploadPath } from '@drive/sdk/node';
 *
 * const { fileName } = await uploadPath(new DriveClient(), 'film.mp4', {
 *   contentType: 'video/mp4',
 *   resumeStore: fileResumeStore('.drive-uploads'),
 *   onProgress: ({ secondsLeft }) => console.log(secondsLeft),
 * });
 * console.log(fileName);
 * ```
 */
export async function uploadPath(
  client: DriveClient,
  path: string,
  options: UploadOptions = {},
): Promise<UploadResult> {
  const transport = transportOf(client);
  const source = await pathSource(path, transport.settings.network);
  return await uploadSource(transport, source, options.name ?? basename(path), options);
}

/**
 * Stores a file from disk at a path of the drive in one request, as `client.files.put` does. The fastest way for small files.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { putFile } from '@drive/sdk/node';
 *
 * const { id } = await putFile(new DriveClient(), '/builds/log.txt', 'log.txt', { onConflict: 'replace' });
 * console.log(id);
 * ```
 */
export async function putFile(
  client: DriveClient,
  remotePath: string,
  path: string,
  { blocking, ...options }: PutFileOptions & PathSourceOptions = {},
): Promise<FileItem> {
  const transport = transportOf(client);
  const source = await pathSource(path, transport.settings.network, { blocking });
  return await putSource(transport, remotePath, source, options);
}

/**
 * Sends a file from disk to a reserved upload, for instance one of a batch.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { putPath } from '@drive/sdk/node';
 *
 * const client = new DriveClient();
 * const session = await client.uploads.create({ fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5 });
 * const { fileName } = await putPath(client, session, 'a.txt');
 * console.log(fileName);
 * ```
 */
export async function putPath(
  client: DriveClient,
  session: UploadReservation,
  path: string,
  options: Pick<RequestOptions, 'signal' | 'maxRetries'> & { readonly onSent?: (bytes: number) => void } = {},
): Promise<UploadStatus> {
  const { onSent = () => {}, signal, maxRetries } = options;
  const transport = transportOf(client);
  const source = await pathSource(path, transport.settings.network);
  return await sendByPut(transport, source, session, { onSent, signal, maxRetries });
}
