import type { ApiPromise } from '../api-promise.ts';
import type { ListTagsQuery, TagList } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * The tags of the caller's files and folders. `client.files.tag` sets them. Reached as `client.tags`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Tags } from '@drive/sdk';
 *
 * const namesOf = async (tags: Tags) => (await tags.list()).tags.map(({ name }) => name);
 * console.log(await namesOf(new DriveClient().tags));
 * ```
 */
export class Tags {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the tags of everything outside the trash, with the number of items of each: of the caller's own, or of a folder or a team
   * drive.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for (const { name, count } of (await new DriveClient().tags.list()).tags) console.log(name, count);
   * ```
   */
  list(options: RequestOptions & ListTagsQuery = {}): ApiPromise<TagList> {
    const { folderId, driveId, ...rest } = options;
    return this.#transport.call('listTags', { query: { folderId, driveId } }, rest);
  }
}
