import type { PublicConfig, PublicShare } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/** What needs no credential. Reached as `client.public`. */
export class PublicFace {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Limits and policies of the server.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { registration, freeUserMaxBytes } = await new DriveClient().public.config();
   * console.log(registration, freeUserMaxBytes);
   * ```
   */
  config(options?: RequestOptions): Promise<PublicConfig> {
    return this.#transport.call('getPublicConfig', {}, options);
  }

  /**
   * What a share link holds, as a stranger sees it.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.resolveShare('q3J8mZ0sT1vW5xY7zA2bC4');
   * console.log(share.name, share.size);
   * ```
   */
  resolveShare(token: string, options?: RequestOptions): Promise<PublicShare> {
    return this.#transport.call('resolveShare', { params: { token }, query: {} }, options);
  }
}
