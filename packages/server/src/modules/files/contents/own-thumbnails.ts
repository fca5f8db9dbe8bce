import type { BlobStore } from '@drive/blobs';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { FileRow } from '../items/item-row.ts';
import { requireMatch } from '../items/precondition.ts';
import { changeTrees } from '../tree/change-trees.ts';
import { fileNotFound, requireItem, requireToChange } from '../tree/find-item.ts';
import type { DroppedContents } from './dropped-contents.ts';
import { replaceThumbnail, type StoredThumbnail } from './thumbnail-store.ts';

export type OwnThumbnailsDeps = Pick<Ports, 'database' | 'images'> & {
  readonly blobs: BlobStore;
  readonly contents: DroppedContents;
};

/** Thumbnails that users give the files that they may change, in the place of those that the server makes. */
export class OwnThumbnails {
  readonly #deps: OwnThumbnailsDeps;

  constructor(deps: OwnThumbnailsDeps) {
    this.#deps = deps;
  }

  /**
   * Renders the image and makes it the thumbnail of an alive file that the user may change, but not of the copies of the file. `ifMatch` is the header
   * If-Match. Throws `file_not_found`, `transform_unsupported` and, also if the content changes meanwhile, `precondition_failed`.
   */
  async set(userId: number, id: string, image: Uint8Array, ifMatch?: string): Promise<FileRow> {
    const { database, blobs } = this.#deps;
    const file = requireFile(await requireItem(database.reader, userId, id, 'write'));
    requireMatch(ifMatch, file);
    const thumbnail = await this.#store(userId, image);
    let isReplaced = false;
    try {
      return await changeTrees(database, userId, async (tx) => {
        isReplaced = false;
        const replaced = await this.#replace(tx, userId, file, thumbnail);
        isReplaced = true;
        return replaced;
      });
    } catch (error) {
      // An error of the commit leaves open whether the file has the thumbnail; the sweep of orphans finds out.
      if (!isReplaced) await blobs.delete(thumbnail.key);
      throw error;
    }
  }

  async #store(userId: number, image: Uint8Array): Promise<StoredThumbnail> {
    const { images, blobs } = this.#deps;
    const read = async (into: Uint8Array, position: number): Promise<number> => {
      const part = image.subarray(position, position + into.length);
      into.set(part);
      return part.length;
    };
    const { signal } = new AbortController();
    const rendered = await images.render({ bytes: image.length, read }, { tenant: userId, signal });
    if (rendered === undefined)
      throw new DomainError(
        'transform_unsupported',
        'This is not an image of a type that the server decodes, is broken, or is too large.',
      );
    const key = blobs.newKey();
    await blobs.putBytes(key, [rendered.bytes]);
    return { key, width: rendered.width, height: rendered.height };
  }

  async #replace(tx: Tx, userId: number, { id, blobKey }: FileRow, thumbnail: StoredThumbnail): Promise<FileRow> {
    const file = requireFile(await requireToChange(tx, userId, id, 'write'));
    if (file.blobKey !== blobKey)
      throw new DomainError('precondition_failed', `${file.name} has another content by now.`);
    await replaceThumbnail(tx, file.rowId, thumbnail);
    if (file.thumbnailKey !== null) await this.#deps.contents.add(tx, [file.thumbnailKey]);
    return { ...file, thumbnailKey: thumbnail.key };
  }
}

function requireFile(item: FileRow): FileRow {
  if (item.isFolder) throw fileNotFound();
  return item;
}
