import { minuteMs } from '@drive/base';
import { damageFields, DamagedBlobError, openFileBlob, readBlob, RunningSums } from '@drive/blobs';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { findWithoutSums, keepSums } from '../tree/item-store.ts';

export interface SumJobs {
  /** Schedules the sums of a blob that this server has not received itself. Call in the transaction that adds its file. */
  schedule(tx: Tx, file: { readonly ownerId: number; readonly blobKey: string }): Promise<void>;
}

const longestPauseMs = 60 * minuteMs;

/** Reads blobs once to compute their SHA-256 and CRC-32. */
export function createSumJobs({
  database,
  blobs,
  jobs,
  log,
}: Pick<Ports, 'database' | 'blobs' | 'jobs' | 'log'>): SumJobs {
  async function readSums(
    file: { readonly id: string; readonly sizeBytes: number; readonly blobKey: string },
    signal: AbortSignal,
  ) {
    const blob = await openFileBlob(blobs, file, { start: 0 });
    const sums = new RunningSums();
    try {
      for await (const chunk of readBlob(blob)) {
        signal.throwIfAborted();
        sums.update(chunk);
      }
    } finally {
      await blob.close();
    }
    const { bytes, sha256, crc32 } = sums.digest();
    if (bytes !== file.sizeBytes) throw new Error(`${bytes} of ${file.sizeBytes} bytes were read`);
    return { sha256, crc32 };
  }

  const job = jobs.define<{ readonly blobKey: string }>({
    type: 'files.sums',
    concurrency: 1,
    run: async ({ blobKey }, { signal }) => {
      const file = await findWithoutSums(database.reader, blobKey);
      if (file === undefined) return;
      try {
        const sums = await readSums({ ...file, blobKey }, signal);
        await database.write((tx) => keepSums(tx, blobKey, sums));
      } catch (error) {
        if (!(error instanceof DamagedBlobError)) throw error;
        // A retry does not repair a blob. If no row names it, a purge has removed it, which is no damage.
        if ((await findWithoutSums(database.reader, blobKey)) !== undefined)
          log.error('blob damaged', { jobType: 'files.sums', ...damageFields(error), error });
      }
    },
    retryDelayMs: (attempt) => Math.min(attempt ** 2 * minuteMs, longestPauseMs),
  });
  return { schedule: (tx, { ownerId, blobKey }) => job.enqueue(tx, { blobKey }, { owner: ownerId }) };
}
