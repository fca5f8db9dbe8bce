import type { RequestOptions } from '../../request-options.ts';
import { type AnswerOf, type InputOf, keepTransport, type Transport } from '../../transport.ts';
import type { VisitLink, VisitOptions } from './visit-link.ts';

type Kind = 'Share' | 'Collection' | 'Proofing' | 'Paste';

/**
 * A link as a visitor sees it, from one of the `open…` methods of `client.public`. Keeps the token that unlocked it.
 *
 * @example
 * ```ts
 * import { DriveClient, type OpenedLink } from '@drive/sdk';
 *
 * const isOpen = (opened: OpenedLink<{ locked: boolean }>): boolean => !opened.info.locked;
 * console.log(isOpen(await new DriveClient().public.openPaste('https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4')));
 * ```
 */
export abstract class OpenedLink<Info extends { readonly locked: boolean }, Link extends VisitLink = VisitLink> {
  /** Server and token of the link. */
  readonly link: Link;
  /** @internal */
  protected readonly transport: Transport;
  readonly #kind: Kind;
  #unlockToken: string | undefined;
  #info!: Info;

  /** @internal */
  protected constructor(kind: Kind, transport: Transport, link: Link) {
    this.#kind = kind;
    this.transport = transport;
    keepTransport(this, transport);
    this.link = link;
  }

  /** The state when it was opened or unlocked. A locked link shows little more than that it is locked. */
  get info(): Info {
    return this.#info;
  }

  /** Headers that prove to the server that the link is unlocked, for your own requests. */
  get headers(): Readonly<Record<string, string>> {
    return this.#unlockToken === undefined ? {} : { 'x-share-unlock': this.#unlockToken };
  }

  /**
   * Unlocks the link with its password. Throws `share_password_incorrect`, whose `details.attempts_left` says how many attempts are left, or `too_many_requests` after too many attempts
   * (`featureLimits.shareUnlock` of the contract); its `retryAfter` is the time until the next attempt.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/report-2026');
   * const { name, size } = await share.unlock('open sesame');
   * console.log(name, size);
   * ```
   */
  async unlock(password: string, options: RequestOptions = {}): Promise<Info> {
    const grant = await this.#call('unlock', { body: { password } }, options);
    this.#unlockToken = grant.unlockToken;
    return await this.#resolve(options);
  }

  /** @internal */
  protected async load({ password, ...options }: VisitOptions): Promise<this> {
    const { locked } = await this.#resolve(options);
    if (locked && password !== undefined) await this.unlock(password, options);
    return this;
  }

  /** @internal */
  protected get params(): { readonly token: string } {
    return { token: this.link.token };
  }

  /** @internal */
  protected withHeaders(options: RequestOptions): RequestOptions {
    return { ...options, headers: { ...this.headers, ...options.headers } };
  }

  async #resolve(options: RequestOptions): Promise<Info> {
    return (this.#info = (await this.#call('resolve', {}, options)) as unknown as Info);
  }

  #call<Verb extends 'resolve' | 'unlock'>(
    verb: Verb,
    input: object,
    options: RequestOptions,
  ): Promise<AnswerOf<`${Verb}${Kind}`>> {
    const id = `${verb}${this.#kind}` as const;
    const complete = { params: this.params, ...input } as unknown as InputOf<typeof id>;
    return this.transport.call(id, complete, this.withHeaders(options));
  }
}
