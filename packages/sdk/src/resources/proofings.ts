import type { ApiPromise } from '../api-promise.ts';
import type { NewProofing, Operations, Proofing, ProofingChange, Submission } from '../api.gen.ts';
import { pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * Proofings: links where clients choose among the caller's files. Reached as `client.proofings`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Proofings } from '@drive/sdk';
 *
 * const countOf = async (proofings: Proofings): Promise<number> => (await proofings.list()).pagination.totalItems;
 * console.log(await countOf(new DriveClient().proofings));
 * ```
 */
export class Proofings {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lets clients choose among the files of a folder, or among single files, by the link in `url`, without an account.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/Wedding');
   * const { url } = await client.proofings.create({ name: 'Your album', folderId: id, maxSelections: 30 });
   * console.log(url);
   * ```
   */
  create(proofing: NewProofing, options?: RequestOptions): ApiPromise<Proofing> {
    return this.#transport.call('createProofing', { body: proofing }, options);
  }

  /**
   * Own proofings, the newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { name, submissionCount } of new DriveClient().proofings.list()) console.log(name, submissionCount);
   * ```
   */
  list(query: Operations['listProofings']['query'] = {}, options?: RequestOptions): PagedList<Proofing> {
    return pagedListOf(
      query.page,
      (page) => this.#transport.call('listProofings', { query: { ...query, page } }, options),
      ({ proofings }) => proofings,
    );
  }

  /**
   * A proofing by its id.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * console.log((await new DriveClient().proofings.get('5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11')).url);
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<Proofing> {
    return this.#transport.call('getProofing', { params: { id } }, options);
  }

  /**
   * Changes a proofing; what is omitted stays, and so do its link and its files.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = (await client.proofings.list()).items;
   * if (newest !== undefined) await client.proofings.update(newest.id, { maxSelections: 40, password: null });
   * ```
   */
  update(id: string, change: ProofingChange, options?: RequestOptions): ApiPromise<Proofing> {
    return this.#transport.call('updateProofing', { params: { id }, body: change }, options);
  }

  /**
   * Ends a proofing for good, with what was chosen in it. The files stay.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = (await client.proofings.list()).items;
   * if (newest !== undefined) await client.proofings.delete(newest.id);
   * ```
   */
  delete(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('deleteProofing', { params: { id } }, options);
  }

  /**
   * What clients have chosen, the newest round first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = (await client.proofings.list()).items;
   * if (newest !== undefined)
   *   for await (const { round, clientName, fileIds } of client.proofings.listSubmissions(newest.id))
   *     console.log(round, clientName, fileIds.length);
   * ```
   */
  listSubmissions(
    id: string,
    query: Operations['listSubmissions']['query'] = {},
    options?: RequestOptions,
  ): PagedList<Submission> {
    return pagedListOf(
      query.page,
      (page) => this.#transport.call('listSubmissions', { params: { id }, query: { ...query, page } }, options),
      ({ submissions }) => submissions,
    );
  }
}
