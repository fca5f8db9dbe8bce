import type { DriveClient } from '../client.ts';
import { downloadToPath, type DownloadOptions, type DownloadResult } from './download-to-path.ts';

/**
 * Downloads an own file to a path: into `path.part` first, which a later call goes on with, checked against its SHA-256,
 * synced, and only then renamed.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { downloadFile } from '@drive/sdk/node';
 *
 * const client = new DriveClient();
 * const film = await client.files.getByPath('/film.mp4');
 * await downloadFile(client, film.id, 'film.mp4', {
 *   onProgress: ({ bytes, total }) => console.log(bytes, 'of', total),
 * });
 * ```
 */
export async function downloadFile(
  client: DriveClient,
  fileId: string,
  path: string,
  options: DownloadOptions = {},
): Promise<DownloadResult> {
  const getUrl = async (): Promise<string> => {
    const { downloadUrl } = await client.files.downloadUrl(fileId, {}, { signal: options.signal });
    return downloadUrl;
  };
  return await downloadToPath(getUrl, path, options);
}
