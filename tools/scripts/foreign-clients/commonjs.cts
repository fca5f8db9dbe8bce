import { DriveClient, isDriveError, type Item } from '@drive/sdk';
import { uploadPath, type DownloadOptions } from '@drive/sdk/node';
import { unwrap } from '@drive/sdk/webhooks';

export const options: DownloadOptions = { overwrite: true };
export async function send(path: string): Promise<Item> {
  const client = new DriveClient();
  try {
    const { fileId } = await uploadPath(client, path);
    return await client.files.get(fileId);
  } catch (error) {
    if (isDriveError(error, 'storage_quota_exceeded')) console.error(error.message);
    throw error;
  }
}
export const receive = (body: string, headers: Headers) => unwrap(body, headers, 'whsec_c2VjcmV0');
