import type { ArchiveUrl } from '../api.gen.ts';
import { downloadOnce, type DownloadOptions, type DownloadResult } from './download-to-path.ts';

/**
 * Downloads a ZIP to a path. Its address is good for one download, so a connection that breaks costs all of it: `make` is
 * then asked for another, and nothing is left beside the path when it fails.
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
