import { minuteMs } from '@drive/base';
import { damageFields, DamagedBlobError, openFileBlob } from '@drive/blobs';
import type { RenderedImage } from '@drive/thumbnails';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { contentKindOf } from '../items/content-kind.ts';
import { lockTree } from '../tree/root-folder.ts';
import { findWithoutThumbnail, setThumbnail } from './thumbnail-store.ts';

type ThumbnailsDeps = Pick<Ports, 'database' | 'blobs' | 'images' | 'jobs' | 'log'>;

export interface Thumbnails {
  /** If the file is an image, schedules its thumbnail. Call in the transaction that adds the file or replaces its content. */
  schedule(
    tx: Tx,
    file: { readonly rowId: number; readonly ownerId: number; readonly name: string; readonly mimeType: string },
  ): Promise<void>;
}

/** Delays after a failed attempt; then the file stays without a thumbnail. */
const retriesMs = [minuteMs, 10 * minuteMs, 60 * minuteMs];

/** A crash leaves at most a blob that no row names, and the job runs again. */
export function createThumbnails(deps: ThumbnailsDeps): Thumbnails {
  const job = deps.jobs.define<{ readonly rowId: number }>({
    type: 'files.preview',
    concurrency: 1,
    run: ({ rowId }, { signal }) => makeThumbnail(deps, rowId, signal),
    retryDelayMs: (attempt) => retriesMs[attempt - 1],
  });

  return {
    schedule: async (tx, file) => {
      // Owners take turns, so that no owner waits for all the images of another.
      if (isImage(file)) await job.enqueue(tx, { rowId: file.rowId }, { owner: file.ownerId });
    },
  };
}

const isImage = ({ name, mimeType }: { readonly name: string; readonly mimeType: string | null }): boolean =>
  contentKindOf(mimeType, name) === 'image';

async function makeThumbnail(
  { database, blobs, images, log }: ThumbnailsDeps,
  rowId: number,
  signal: AbortSignal,
): Promise<void> {
  const file = await findWithoutThumbnail(database.reader, rowId);
  if (file === undefined) return;
  let thumbnail: RenderedImage | undefined;
  try {
    const blob = await openFileBlob(blobs, file, { start: 0 });
    try {
      thumbnail = await images.render(blob, { tenant: file.ownerId, signal });
    } finally {
      await blob.close();
    }
  } catch (error) {
    if (!(error instanceof DamagedBlobError)) throw error;
    // A retry does not repair a blob. If no row names it, a purge or a replacement has removed it, which is no damage.
    const isNamed = (await findWithoutThumbnail(database.reader, rowId))?.blobKey === file.blobKey;
    if (isNamed) log.error('blob damaged', { jobType: 'files.preview', ...damageFields(error), error });
    return;
  }
  if (thumbnail === undefined) {
    log.debug('image without a thumbnail');
    return;
  }
  const thumbnailKey = blobs.newKey();
  const { bytes, width, height } = thumbnail;
  await blobs.putBytes(thumbnailKey, [bytes]);
  const isKept = await database.write(async (tx) => {
    // Purges mark rows under the same lock, so that every purge sees the key.
    await lockTree(tx, file.ownerId);
    // A new content has its own job.
    if ((await findWithoutThumbnail(tx, rowId))?.blobKey !== file.blobKey) return false;
    await setThumbnail(tx, file.blobKey, { key: thumbnailKey, width, height });
    return true;
  });
  if (!isKept) await blobs.delete(thumbnailKey);
}
