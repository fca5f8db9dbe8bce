import type { ApiPromise } from '../api-promise.ts';
import type { PublicPaste, RevealedPaste } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { fetchBytes } from './fetch-bytes.ts';
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
export class OpenedPaste {
  /** Where it is. */
  readonly link: VisitLink;
  readonly #transport: Transport;
  #unlockToken: string | undefined;
  #info: PublicPaste;

  private constructor(transport: Transport, link: VisitLink, info: PublicPaste) {
    this.link = link;
    this.#transport = transport;
    this.#info = info;
  }

  /** @internal */
  static async open(
    transport: Transport,
    link: VisitLink,
    { password, ...options }: VisitOptions,
  ): Promise<OpenedPaste> {
    const info = await transport.call('resolvePaste', { params: { token: link.token } }, options);
    const paste = new OpenedPaste(transport, link, info);
    if (info.locked && password !== undefined) await paste.unlock(password, options);
    return paste;
  }

  /** What it is, with its `content`; null where it burns. While it is locked only that it is. */
  get info(): PublicPaste {
    return this.#info;
  }

  /** What tells the server that it is unlocked: for requests of your own. */
  get headers(): Readonly<Record<string, string>> {
    return this.#unlockToken === undefined ? {} : { 'x-share-unlock': this.#unlockToken };
  }

  /**
   * Opens a locked paste: `share_password_incorrect`, or after five attempts `too_many_requests`, which tells in
   * `retryAfter` how long the link waits.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const paste = await new DriveClient().public.openPaste('https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4');
   * const { title, content } = await paste.unlock('open sesame');
   * console.log(title, content);
   * ```
   */
  async unlock(password: string, options: RequestOptions = {}): Promise<PublicPaste> {
    const params = { token: this.link.token };
    const grant = await this.#transport.call('unlockPaste', { params, body: { password } }, options);
    this.#unlockToken = grant.unlockToken;
    return (this.#info = await this.#transport.call('resolvePaste', { params }, this.#with(options)));
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
    return this.#transport.call('revealPaste', { params: { token: this.link.token } }, this.#with(options));
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
    return await fetchBytes(this.#transport, `${baseUrl}/files/pastes/${token}/raw`, this.#with(options));
  }

  #with(options: RequestOptions): RequestOptions {
    return { ...options, headers: { ...this.headers, ...options.headers } };
  }
}
