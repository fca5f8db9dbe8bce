import { damageFields, DamagedBlobError, openFileBlob, type BlobStore } from '../../platform/blobs/index.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Images, Thumbnail } from '../../platform/images/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import { contentKindOf } from './content-kind.ts';
import { findUnpreviewed, listUnpreviewed, setPreviewKey } from './preview-store.ts';
import { lockTree } from './root.ts';

export interface PreviewsDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly images: Images;
  readonly jobs: Jobs;
  readonly log: Log;
}

export interface Previews {
  /** An image gets a thumbnail soon; anything else stays without. In the transaction that puts the file into the tree. */
  order(
    tx: Tx,
    file: { readonly rowId: number; readonly ownerId: number; readonly name: string; readonly mimeType: string },
  ): Promise<void>;
}

/** So long after each failed attempt; then the file stays without. */
const retriesMs = [minuteMs, 10 * minuteMs, 60 * minuteMs];
const rowsAtOnce = 500;

/**
 * Thumbnails of images, made after the upload. What can't be decoded has none, and nobody is told. A crash leaves at most a
 * blob that no row knows, and the job runs again.
 */
export function createPreviews(deps: PreviewsDeps): Previews {
  const job = deps.jobs.define<{ readonly rowId: number }>({
    type: 'files.preview',
    concurrency: 1,
    run: ({ rowId }, { signal }) => makePreview(deps, rowId, signal),
    retryDelayMs: (attempt) => retriesMs[attempt - 1],
  });

  // Begun by the migration that brought thumbnails: everything older than that is tried once, in the order of the rows.
  const backlog = deps.jobs.define<{ readonly afterRowId: number }>({
    type: 'files.previews',
    concurrency: 1,
    run: async ({ afterRowId }, { signal }) => {
      const files = await listUnpreviewed(deps.database.reader, { afterRowId, limit: rowsAtOnce });
      const failed: number[] = [];
      for (const { rowId } of files.filter(isImage)) {
        try {
          await makePreview(deps, rowId, signal);
        } catch {
          signal.throwIfAborted();
          failed.push(rowId);
        }
      }
      const last = files.at(-1);
      await deps.database.write(async (tx) => {
        for (const rowId of failed) await job.enqueue(tx, { rowId });
        if (last !== undefined) await backlog.enqueue(tx, { afterRowId: last.rowId });
      });
    },
    retryDelayMs: () => minuteMs,
  });

  return {
    order: async (tx, file) => {
      // In turn by owner, so that nobody waits for all the images of somebody else.
      if (isImage(file)) await job.enqueue(tx, { rowId: file.rowId }, { owner: file.ownerId });
    },
  };
}

const isImage = ({ name, mimeType }: { readonly name: string; readonly mimeType: string | null }): boolean =>
  contentKindOf(mimeType, name) === 'image';

async function makePreview(
  { database, blobs, images, log }: PreviewsDeps,
  rowId: number,
  signal: AbortSignal,
): Promise<void> {
  const file = await findUnpreviewed(database.reader, rowId);
  // Purged before its turn came.
  if (file === undefined) return;
  let thumbnail: Thumbnail | undefined;
  try {
    const blob = await openFileBlob(blobs, file);
    try {
      thumbnail = await images.makeThumbnail(blob, { tenant: file.ownerId, signal });
    } finally {
      await blob.close();
    }
  } catch (error) {
    if (!(error instanceof DamagedBlobError)) throw error;
    // Trying again mends no blob. A purge removes it between the two lookups at most, and that is no damage.
    const isNamed = (await findUnpreviewed(database.reader, rowId)) !== undefined;
    if (isNamed) log.error('blob damaged', { jobType: 'files.preview', ...damageFields(error), error });
    return;
  }
  if (thumbnail === undefined) {
    log.debug('image without a thumbnail');
    return;
  }
  const previewKey = blobs.newKey();
  await blobs.put(previewKey, oneChunk(thumbnail.bytes));
  const isKept = await database.write(async (tx) => {
    // Whatever is marked as purging is marked under this lock, so that no purge overlooks what is set here.
    await lockTree(tx, file.ownerId);
    if ((await findUnpreviewed(tx, rowId)) === undefined) return false;
    await setPreviewKey(tx, rowId, previewKey);
    return true;
  });
  if (!isKept) await blobs.delete(previewKey);
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
