import type { ApiPromise } from '../api-promise.ts';
import type { ListPastesQuery, NewPaste, Paste, PasteWithContent } from '../api.gen.ts';
import { pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { OpenedPaste } from './public/opened-paste.ts';
import { parseVisitLink, type VisitOptions } from './public/visit-link.ts';

/**
 * Pastes: texts with a link. Reached as `client.pastes`.
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
   * Creates a paste. Without an API key the paste has no owner, as with {@link PublicResource.createPaste}.
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
   * Lists the caller's pastes without their content, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { title, url, burnedAt } of new DriveClient().pastes.list())
   *   console.log(title ?? 'Untitled', url, burnedAt === null ? '' : 'was read');
   * ```
   */
  list(query: ListPastesQuery = {}, options?: RequestOptions): PagedList<Paste> {
    return pagedListOf(this.#transport, 'listPastes', 'pastes', { query }, options);
  }

  /**
   * Returns one of the caller's pastes with its content, regardless of its password. The content is `null` if the paste
   * is burn-after-reading or has expired.
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
   * Permanently deletes a paste.
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
   * Opens a paste on the client's own server with its credential, so that owners can read PRIVATE pastes without a
   * password. Use {@link PublicResource.openPaste} for other servers.
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
    // Other servers must not receive the key.
    return await OpenedPaste.open(
      link.baseUrl === baseUrl ? this.#transport : this.#transport.forVisitor(link.baseUrl),
      link,
      options,
    );
  }
}
