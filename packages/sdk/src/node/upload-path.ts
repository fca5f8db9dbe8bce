import { basename } from 'node:path';
import { transportOf, type DriveClient } from '../client.ts';
import { uploadSource } from '../upload/upload.ts';
import type { UploadOptions, UploadResult } from '../upload/upload-types.ts';
import { pathSource } from './path-source.ts';

/**
 * Uploads a file from disk, streaming: by one PUT, or from 100 MiB on resumably by tus. With a `resumeStore` a later
 * call, also of another process, goes on where this one ended.
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
  return await uploadSource(transportOf(client), await pathSource(path), options.name ?? basename(path), options);
}
