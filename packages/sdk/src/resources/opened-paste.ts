import type { ApiPromise } from '../api-promise.ts';
import type { PublicPaste, RevealedPaste } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { fetchBytes } from './download-bytes.ts';
import { OpenedLink } from './opened-link.ts';
import type { VisitLink, VisitOptions } from './visit-link.ts';

/**
 * A paste as whoever has its link has it, from `client.public.openPaste`. It keeps what unlocked it. Opening it burns
 * nothing.
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
   * The paste with its content. One that burns is gone by it, for everybody: who comes later gets `paste_burned`. It is
   * asked for once: an answer that is lost on the way is lost.
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
   * The content as the bytes it has, from the address that is for browsers and other programs.
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
