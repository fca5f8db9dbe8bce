import type { ApiPromise } from '../../api-promise.ts';
import type { PublicPaste, RevealedPaste } from '../../api.gen.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';
import { fetchBytes } from '../download-bytes.ts';
import { OpenedLink } from './opened-link.ts';
import type { VisitLink, VisitOptions } from './visit-link.ts';

/**
 * A paste opened by its link, from `client.public.openPaste`. Opening it does not burn it.
 *
 * @example
 * ```ts
 * import { DriveClient, type OpenedPaste } from '@drive/sdk';
 *
 * const paste: OpenedPaste = await new DriveClient().public.openPaste('https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4');
 * if (paste.info.locked) await paste.unlock('open sesame');
 * console.log(paste.info.content ?? 'to be revealed once');
 * ```
 */
export class OpenedPaste extends OpenedLink<PublicPaste> {
  private constructor(transport: Transport, link: VisitLink) {
    super('Paste', transport, link);
  }

  /** @internal */
  static async open(transport: Transport, link: VisitLink, options: VisitOptions): Promise<OpenedPaste> {
    return await new OpenedPaste(transport, link).load(options);
  }

  /**
   * Returns the paste with its content. A burn-after-reading paste is deleted by this call; later calls throw
   * `paste_burned`. Never retried, so a lost response loses the content.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const paste = await new DriveClient().public.openPaste('https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4');
   * const { content } = await paste.reveal();
   * console.log(content);
   * ```
   */
  reveal(options: RequestOptions = {}): ApiPromise<RevealedPaste> {
    return this.transport.call('revealPaste', { params: this.params }, this.withHeaders(options));
  }

  /**
   * Fetches the content as plain bytes, from the paste's raw URL.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const paste = await new DriveClient().public.openPaste('https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4');
   * console.log(await (await paste.raw()).text());
   * ```
   */
  async raw(options: RequestOptions = {}): Promise<Response> {
    const { baseUrl, token } = this.link;
    return await fetchBytes(this.transport, `${baseUrl}/files/pastes/${token}/raw`, this.withHeaders(options));
  }
}
