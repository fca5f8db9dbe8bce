import type { NewSubmission, PublicProofing, Submitted } from '../api.gen.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import type { VisitLink, VisitOptions } from './visit-link.ts';

/**
 * A proofing as a client has it, from `client.public.openProofing`. It keeps what unlocked it.
 *
 * @example
 * ```ts
 * import { DriveClient, type OpenedProofing } from '@drive/sdk';
 *
 * const link = 'https://drive.example.com/proof/q3J8mZ0sT1vW5xY7zA2bC4';
 * const proofing: OpenedProofing = await new DriveClient().public.openProofing(link, { password: 'open sesame' });
 * for (const { name, previewUrl } of proofing.info.files ?? []) console.log(name, previewUrl);
 * ```
 */
export class OpenedProofing {
  /** Where it is. */
  readonly link: VisitLink;
  readonly #transport: Transport;
  #unlockToken: string | undefined;
  #info: PublicProofing;

  private constructor(transport: Transport, link: VisitLink, info: PublicProofing) {
    this.link = link;
    this.#transport = transport;
    this.#info = info;
  }

  /** @internal */
  static async open(
    opener: Transport,
    link: VisitLink,
    { password, ...options }: VisitOptions,
  ): Promise<OpenedProofing> {
    const transport = opener.forVisitor(link.baseUrl);
    const info = await transport.call('resolveProofing', { params: { token: link.token } }, options);
    const proofing = new OpenedProofing(transport, link, info);
    if (info.locked && password !== undefined) await proofing.unlock(password, options);
    return proofing;
  }

  /** What there is to choose from. While it is locked only that it is, and when it ends. */
  get info(): PublicProofing {
    return this.#info;
  }

  /** What tells the server that it is unlocked: for requests of your own. */
  get headers(): Readonly<Record<string, string>> {
    return this.#unlockToken === undefined ? {} : { 'x-share-unlock': this.#unlockToken };
  }

  /**
   * Opens a locked proofing: `share_password_incorrect`, or after five attempts `too_many_requests`, which tells in
   * `retryAfter` how long the link waits.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const link = 'https://drive.example.com/proof/q3J8mZ0sT1vW5xY7zA2bC4';
   * const proofing = await new DriveClient().public.openProofing(link);
   * const { name, files } = await proofing.unlock('open sesame');
   * console.log(name, files?.length);
   * ```
   */
  async unlock(password: string, options: RequestOptions = {}): Promise<PublicProofing> {
    const params = { token: this.link.token };
    const grant = await this.#transport.call('unlockProofing', { params, body: { password } }, options);
    this.#unlockToken = grant.unlockToken;
    return (this.#info = await this.#transport.call('resolveProofing', { params }, this.#with(options)));
  }

  /**
   * Submits a selection. Each is a round of its own: none replaces another.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const link = 'https://drive.example.com/proof/q3J8mZ0sT1vW5xY7zA2bC4';
   * const proofing = await new DriveClient().public.openProofing(link);
   * const fileIds = (proofing.info.files ?? []).slice(0, 3).map(({ id }) => id);
   * const { round } = await proofing.submit({ fileIds, clientName: 'Ada', comment: 'The first three, please.' });
   * console.log(round);
   * ```
   */
  submit(submission: NewSubmission, options: RequestOptions = {}): ApiPromise<Submitted> {
    const input = { params: { token: this.link.token }, body: submission };
    return this.#transport.call('createSubmission', input, this.#with(options));
  }

  #with(options: RequestOptions): RequestOptions {
    return { ...options, headers: { ...this.headers, ...options.headers } };
  }
}
