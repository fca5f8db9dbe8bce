import { createHash } from 'node:crypto';
import type { DriveClient } from '@drive/sdk';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Every file in the root folder with the SHA-256 of its download. */
export async function readAll(client: DriveClient): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const item of client.files.list({ limit: 200 })) {
    const response = await client.files.download(item.id);
    found[`${item.id} ${item.name} ${item.size}`] = sha256(new Uint8Array(await response.arrayBuffer()));
  }
  return found;
}
