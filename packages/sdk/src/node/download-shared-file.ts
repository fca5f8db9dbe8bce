import type { OpenedShare } from '../resources/opened-share.ts';
import { downloadToPath, type DownloadOptions, type DownloadResult } from './download-to-path.ts';

/**
 * How to download a shared file.
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
  /** Not needed where the share holds one file. */
  readonly fileId?: string | undefined;
}

/**
 * Downloads a file of a share to a path, as {@link downloadToPath} does: resumed, checked, and never over a file that is
 * there.
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
  return await downloadToPath(getUrl, path, options);
}
