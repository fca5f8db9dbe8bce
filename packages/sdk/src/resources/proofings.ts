import type { ApiPromise } from '../api-promise.ts';
import type {
  ListProofingsQuery,
  ListSubmissionsQuery,
  NewProofing,
  Proofing,
  ProofingChange,
  Submission,
  SubmissionWithFiles,
} from '../api.gen.ts';
import { pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * Proofings: links with which visitors select from the caller's files. Reached as `client.proofings`.
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
   * Creates a proofing of a folder or of single files. Visitors with its `url` can select files without an account.
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
   * Lists the caller's proofings, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { name, submissionCount } of new DriveClient().proofings.list()) console.log(name, submissionCount);
   * ```
   */
  list(query: ListProofingsQuery = {}, options?: RequestOptions): PagedList<Proofing> {
    return pagedListOf(this.#transport, 'listProofings', 'proofings', { query }, options);
  }

  /**
   * Returns a proofing.
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
   * Changes a proofing. Omitted fields, the link and the files stay the same.
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
   * Permanently deletes a proofing and its submissions. The files are kept.
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
   * Lists the submissions, newest round first.
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
  listSubmissions(id: string, query: ListSubmissionsQuery = {}, options?: RequestOptions): PagedList<Submission> {
    return pagedListOf(this.#transport, 'listSubmissions', 'submissions', { params: { id }, query }, options);
  }

  /**
   * Returns a submission with the items of its files.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [newest] = (await client.proofings.list()).items;
   * if (newest !== undefined)
   *   for await (const { id } of client.proofings.listSubmissions(newest.id)) {
   *     const { files } = await client.proofings.getSubmission(newest.id, id);
   *     console.log(files.map(({ name }) => name));
   *   }
   * ```
   */
  getSubmission(id: string, submissionId: string, options?: RequestOptions): ApiPromise<SubmissionWithFiles> {
    return this.#transport.call('getSubmission', { params: { id, submissionId } }, options);
  }
}
