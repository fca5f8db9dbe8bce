import type { ArchiveUrl } from '../api.gen.ts';
import type { DriveClient } from '../client.ts';
import type { OpenedShare } from '../resources/public/opened-share.ts';
import { transportOf } from '../transport.ts';
import { downloadBy, downloadOnce, type DownloadOptions, type DownloadResult } from './download-to-path.ts';

/**
 * Downloads one of the caller's files to a path. Writes `path.part`, which a later call resumes, verifies the SHA-256,
 * syncs, and renames it.
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
  return await downloadBy(transportOf(client).settings.network, getUrl, path, options);
}

/**
 * Options of a download from a share.
 *
 * @example
 * ```ts
 * import type { SharedDownloadOptions } from '@drive/sdk/node';
 *
 * const options: SharedDownloadOptions = { fileId: '0b8f6a1e-6f3f-4f57-9d0e-3b0f1f0f8f11', overwrite: true };
 * console.log(options.fileId);
 * ```
 */
export interface SharedDownloadOptions extends DownloadOptions {
  /** Optional if the share has one file. */
  readonly fileId?: string | undefined;
}

/**
 * Downloads a file of a share to a path, like {@link downloadToPath}.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { downloadSharedFile } from '@drive/sdk/node';
 *
 * const share = await new DriveClient().public.open('https://drive.example.com/s/report-2026');
 * await downloadSharedFile(share, 'report.pdf');
 * ```
 */
export async function downloadSharedFile(
  share: OpenedShare,
  path: string,
  { fileId, ...options }: SharedDownloadOptions = {},
): Promise<DownloadResult> {
  const getUrl = async (): Promise<string> => {
    const { downloadUrl } = await share.downloadUrl(fileId, {}, { signal: options.signal });
    return downloadUrl;
  };
  return await downloadBy(transportOf(share).settings.network, getUrl, path, options);
}

/**
 * Downloads a ZIP to a path. Its URL can be used once, so a lost connection restarts the download with another call of
 * `make`. Leaves no partial file if it fails. The option `client` names the client that reports the requests.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { downloadArchive } from '@drive/sdk/node';
 *
 * const client = new DriveClient();
 * const { items } = await client.files.list({ q: '.pdf' });
 * await downloadArchive(() => client.files.archive(items.map(({ id }) => id)), 'papers.zip');
 *
 * const share = await client.public.open('https://drive.example.com/s/holidays');
 * await downloadArchive(() => share.archive(), 'holidays.zip', { maxRetries: 2 });
 * ```
 */
export async function downloadArchive(
  make: () => Promise<ArchiveUrl>,
  path: string,
  options: Omit<DownloadOptions, 'sha256' | 'resume'> = {},
): Promise<DownloadResult> {
  return await downloadOnce(async () => (await make()).downloadUrl, path, options);
}
