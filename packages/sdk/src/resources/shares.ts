import type { NewShare, ShareDescriptor, ShareModeChange } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/** The links of the caller's own files. Reached as `client.shares`. */
export class Shares {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Shares a file, or changes its share: only the fields that are present change, and the link stays.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * const share = await client.shares.create(id, { expiresInDays: 7 });
   * console.log(share.shortUrl);
   * ```
   */
  create(fileId: string, share: NewShare = {}, options?: RequestOptions): Promise<ShareDescriptor> {
    return this.#transport.call('createFileShare', { params: { fileId }, body: share }, options);
  }

  /**
   * Sets the mode; `PRIVATE` silences the link without losing it.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * await client.shares.setMode(id, 'PRIVATE');
   * ```
   */
  setMode(fileId: string, shareMode: ShareModeChange['shareMode'], options?: RequestOptions): Promise<ShareDescriptor> {
    return this.#transport.call('setFileShareMode', { params: { fileId }, body: { shareMode } }, options);
  }

  /**
   * Ends the share for good; fine when there is none.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * await client.shares.revoke(id);
   * ```
   */
  async revoke(fileId: string, options?: RequestOptions): Promise<void> {
    await this.#transport.call('revokeFileShare', { params: { fileId } }, options);
  }
}
