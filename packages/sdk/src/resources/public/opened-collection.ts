import type { ApiPromise } from '../../api-promise.ts';
import type { NewCollectedUpload, PublicCollection, UploadReservation } from '../../api.gen.ts';
import { loadPart } from '../../load-part.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';
import { blobSource } from '../../upload/byte-source.ts';
import type { CollectedUpload, CollectedUploadOptions } from '../../upload/collected.ts';
import { nameIn, readSource, type UploadSource } from '../../upload/upload-source.ts';
import { OpenedLink } from './opened-link.ts';
import type { VisitLink, VisitOptions } from './visit-link.ts';

/**
 * A file request opened by a visitor, from `client.public.openCollection`.
 *
 * @example
 * ```ts
 * import { DriveClient, type OpenedCollection } from '@drive/sdk';
 *
 * const link = 'https://drive.example.com/collect/q3J8mZ0sT1vW5xY7zA2bC4';
 * const request: OpenedCollection = await new DriveClient().public.openCollection(link);
 * if (request.info.locked) await request.unlock('open sesame');
 * await request.upload(new Blob(['hello']), { name: 'hello.txt', uploaderName: 'Ada' });
 * ```
 */
export class OpenedCollection extends OpenedLink<PublicCollection> {
  private constructor(transport: Transport, link: VisitLink) {
    super('Collection', transport, link);
  }

  /** @internal */
  static async open(opener: Transport, link: VisitLink, options: VisitOptions): Promise<OpenedCollection> {
    return await new OpenedCollection(opener.forVisitor(link.baseUrl), link).load(options);
  }

  /**
   * Sends a file: with one PUT, or from 100 MiB on resumably. Throws `file_type_not_allowed`, `payload_too_large` or
   * `collection_full` before sending any bytes.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const link = 'https://drive.example.com/collect/q3J8mZ0sT1vW5xY7zA2bC4';
   * const request = await new DriveClient().public.openCollection(link);
   * await request.upload(new File(['hello'], 'hello.txt'), {
   *   uploaderName: 'Ada',
   *   onProgress: ({ bytes, total }) => console.log(bytes, 'of', total),
   * });
   * ```
   */
  async upload(source: UploadSource, options: CollectedUploadOptions = {}): Promise<CollectedUpload> {
    const name = nameIn(source, options.name);
    const { blob, discard } = await readSource(source, options.signal);
    try {
      const { uploadCollected } = await loadPart(import('../../upload/collected.ts'));
      const bytes = blobSource(blob, this.transport.settings.network);
      return await uploadCollected(this.transport, bytes, { ...options, name }, (upload, calling) =>
        this.createUpload(upload, calling),
      );
    } finally {
      await discard();
    }
  }

  /**
   * Reserves an upload, like {@link OpenedCollection.upload}. Send the bytes with `client.uploads.put`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient({ apiKey: null });
   * const request = await client.public.openCollection('https://drive.example.com/collect/q3J8mZ0sT1vW5xY7zA2bC4');
   * const file = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
   * await client.uploads.put(await request.createUpload(file), new Blob(['hello']));
   * ```
   */
  createUpload(upload: NewCollectedUpload, options: RequestOptions = {}): ApiPromise<UploadReservation> {
    const input = { params: this.params, body: upload };
    return this.transport.call('createCollectedUpload', input, this.withHeaders(options));
  }
}
