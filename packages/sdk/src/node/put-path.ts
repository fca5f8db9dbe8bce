import type { UploadReservation, UploadStatus } from '../api.gen.ts';
import { transportOf, type DriveClient } from '../client.ts';
import type { RequestOptions } from '../request-options.ts';
import { sendByPut } from '../upload/put.ts';
import { pathSource } from './path-source.ts';

/**
 * Sends a file from disk to an address that was reserved before, for instance one of a batch.
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
  return await sendByPut(transportOf(client), await pathSource(path), session, { onSent, signal, maxRetries });
}
