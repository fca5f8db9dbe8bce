import type { ApiPromise } from '../api-promise.ts';
import type { DeletedVersions, DownloadUrl, FileVersion, Item, ListFileVersionsQuery } from '../api.gen.ts';
import { type PagedList, pagedListOf } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * Previous contents of files. An upload with `onConflict: 'replace'` makes a version of the content it replaces. Reached as
 * `client.files.versions`.
 *
 * @example
 * ```ts
 * import { DriveClient, type FileVersions } from '@drive/sdk';
 *
 * const undo = async (versions: FileVersions, fileId: string) => {
 *   const [last] = (await versions.list(fileId, { limit: 1 })).items;
 *   if (last !== undefined) await versions.restore(fileId, last.version);
 * };
 * const client = new DriveClient();
 * await undo(client.files.versions, (await client.files.getByPath('/report.pdf')).id);
 * ```
 */
export class FileVersions {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the contents that a file had before its current one, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * for await (const { version, size, replacedAt } of client.files.versions.list(id))
   *   console.log(version, size, replacedAt);
   * ```
   */
  list(fileId: string, query: ListFileVersionsQuery = {}, options?: RequestOptions): PagedList<FileVersion> {
    const params = { id: fileId };
    return pagedListOf(this.#transport, 'listFileVersions', 'versions', { params, query }, options);
  }

  /**
   * Creates a signed URL of the bytes of a version. It expires like one of `files.downloadUrl`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * console.log((await client.files.versions.downloadUrl(id, 1)).downloadUrl);
   * ```
   */
  downloadUrl(
    fileId: string,
    version: number,
    query: { inline?: boolean } = {},
    options?: RequestOptions,
  ): ApiPromise<DownloadUrl> {
    const params = { id: fileId, version: String(version) };
    return this.#transport.call('getFileVersionDownloadUrl', { params, query }, options);
  }

  /**
   * Makes a version the current content, under a new number. The content that was current becomes a version. Throws
   * `version_not_found`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * console.log((await client.files.versions.restore(id, 1)).sha256);
   * ```
   */
  restore(fileId: string, version: number, options?: RequestOptions): ApiPromise<Item> {
    return this.#transport.call('restoreFileVersion', { params: { id: fileId, version: String(version) } }, options);
  }

  /**
   * Deletes a version permanently and frees its bytes. Throws `version_not_found`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * await client.files.versions.delete(id, 1);
   * ```
   */
  delete(fileId: string, version: number, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('deleteFileVersion', { params: { id: fileId, version: String(version) } }, options);
  }
  /**
   * Deletes all versions of a file permanently, and keeps its content. Returns how many there were, and the bytes that are free again.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * const { versions, bytes } = await client.files.versions.deleteAll(id);
   * console.log(versions, bytes);
   * ```
   */
  deleteAll(fileId: string, options?: RequestOptions): ApiPromise<DeletedVersions> {
    return this.#transport.call('deleteFileVersions', { params: { id: fileId } }, options);
  }
}
