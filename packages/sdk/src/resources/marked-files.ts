import type { ApiPromise } from '../api-promise.ts';
import type { Item, ItemBatchResult } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { imageUrl, type ImageTransform } from './image-urls.ts';

/**
 * Tags, stars and paths of files and folders. Part of `client.files`.
 *
 * @example
 * ```ts
 * import { DriveClient, type MarkedFiles } from '@drive/sdk';
 *
 * const starAll = (files: MarkedFiles, ids: string[]) => Promise.all(ids.map((id) => files.star(id)));
 * await starAll(new DriveClient().files, []);
 * ```
 */
export abstract class MarkedFiles {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Adds tags to up to 200 files and folders and removes others, each item independently. Items that could not be changed
   * are in `failed`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { items } = await client.files.list({ tag: ['inbox'], limit: 200 });
   * await client.files.tag(items.map(({ id }) => id), { add: ['done'], remove: ['inbox'] });
   * ```
   */
  tag(
    ids: readonly string[],
    { add, remove }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
    options?: RequestOptions,
  ): ApiPromise<ItemBatchResult> {
    const body = {
      ids: [...ids],
      ...(add === undefined ? {} : { add: [...add] }),
      ...(remove === undefined ? {} : { remove: [...remove] }),
    };
    return this.#transport.call('tagFiles', { body }, options);
  }

  /**
   * Stars a file or folder for the caller. Does nothing if it is starred.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * await client.files.star((await client.files.getByPath('/Photos')).id);
   * for await (const { name } of client.files.list({ starred: true })) console.log(name);
   * ```
   */
  star(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('starFile', { params: { id } }, options);
  }

  /**
   * Removes the caller's star of a file or folder. Does nothing if there is none.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * await client.files.unstar((await client.files.getByPath('/Photos')).id);
   * ```
   */
  unstar(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('unstarFile', { params: { id } }, options);
  }

  /**
   * Returns the URL of a file for pages of other sites, without a request; with a transform, that of an image in another size or
   * format. `null` unless the file's own share is PUBLIC, without a password and a download limit.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/logo.png');
   * await client.shares.create(id, { shareMode: 'PUBLIC' });
   * console.log(client.files.publicUrl(await client.files.get(id), { width: 256, format: 'webp' }));
   * ```
   */
  publicUrl({ publicUrl }: Pick<Item, 'publicUrl'>, transform: ImageTransform = {}): string | null {
    return publicUrl === null ? null : imageUrl(publicUrl, transform);
  }

  /**
   * Sets the thumbnail of a file that the server makes none of, as the first page of a document or a frame of a video: an image of at
   * most 1 MiB, of which the server makes a small one. Throws `transform_unsupported` if it is no image.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { files } = new DriveClient();
   * const film = await files.getByPath('/film.mp4');
   * const frame = await (await fetch('https://studio.example/frame.jpg')).blob();
   * console.log((await files.setThumbnail(film.id, frame, { ifMatch: film.changeTag })).previewUrl);
   * ```
   */
  setThumbnail(id: string, image: Blob, options?: RequestOptions): ApiPromise<Item> {
    return this.#transport.call('setThumbnail', { params: { id }, body: image }, options);
  }

  /**
   * Returns the path of an item: its ancestors from the root down, and the item itself last.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { files } = new DriveClient();
   * const [found] = (await files.list({ q: 'sea.jpg' })).items;
   * if (found) console.log((await files.path(found.id)).map(({ name }) => name).join('/'));
   * ```
   */
  path(id: string, options?: RequestOptions): ApiPromise<Item[]> {
    return this.#transport.call('getFilePath', { params: { id } }, options);
  }
}
