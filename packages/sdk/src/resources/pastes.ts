import type { ApiPromise } from '../api-promise.ts';
import type { NewPaste, Operations, Paste, PasteWithContent } from '../api.gen.ts';
import { pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { OpenedPaste } from './opened-paste.ts';
import { parseVisitLink, type VisitOptions } from './visit-link.ts';

/**
 * Texts with a link. Reached as `client.pastes`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Pastes } from '@drive/sdk';
 *
 * const urlOf = async (pastes: Pastes, content: string): Promise<string> => (await pastes.create({ content })).url;
 * console.log(await urlOf(new DriveClient().pastes, 'hello'));
 * ```
 */
export class Pastes {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Keeps a text and gives it a link. A client without a key makes one that is nobody's, as
   * {@link PublicResource.createPaste} does.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { url } = await new DriveClient().pastes.create({
   *   content: 'the password is …',
   *   burnAfterReading: true,
   *   expiresInDays: 1,
   * });
   * console.log(url);
   * ```
   */
  create(paste: NewPaste, options?: RequestOptions): ApiPromise<Paste> {
    return this.#transport.call('createPaste', { body: paste }, options);
  }

  /**
   * Own pastes without their content, the newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { title, url, burnedAt } of new DriveClient().pastes.list())
   *   console.log(title ?? 'Untitled', url, burnedAt === null ? '' : 'was read');
   * ```
   */
  list(query: Operations['listPastes']['query'] = {}, options?: RequestOptions): PagedList<Paste> {
    return pagedListOf(
      query.page,
      (page) => this.#transport.call('listPastes', { query: { ...query, page } }, options),
      ({ pastes }) => pastes,
    );
  }

  /**
   * An own paste with its content, whatever its password; null where it burns, has burned or has expired.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.pastes.create({ content: 'hello' });
   * console.log((await client.pastes.get(id)).content);
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<PasteWithContent> {
    return this.#transport.call('getPaste', { params: { id } }, options);
  }

  /**
   * Deletes a paste for good.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * for (const { id, burnedAt } of (await client.pastes.list()).items)
   *   if (burnedAt !== null) await client.pastes.delete(id);
   * ```
   */
  delete(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('deletePaste', { params: { id } }, options);
  }

  /**
   * Opens the link of a paste on the client's own server, with its credential: so its owner reads what is PRIVATE, and
   * needs no password. Links of other servers are for {@link PublicResource.openPaste}.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { token } = await client.pastes.create({ content: 'note to self', shareMode: 'PRIVATE' });
   * console.log((await client.pastes.open(token)).info.content);
   * ```
   */
  async open(token: string, options: VisitOptions = {}): Promise<OpenedPaste> {
    const { baseUrl } = this.#transport.settings;
    const link = parseVisitLink(baseUrl, 'p', token);
    // Anybody's server would get the key.
    return await OpenedPaste.open(
      link.baseUrl === baseUrl ? this.#transport : this.#transport.forVisitor(link.baseUrl),
      link,
      options,
    );
  }
}
