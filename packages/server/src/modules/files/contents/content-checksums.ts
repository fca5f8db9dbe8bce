import { createHash } from 'node:crypto';
import { minuteMs } from '@drive/base';
import { damageFields, DamagedBlobError, openFileBlob, readBlob } from '@drive/blobs';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import {
  deleteChecksums,
  listChecksums,
  listWanted,
  setChecksums,
  wantChecksums,
  type Checksums,
  type WantedFile,
} from './content-checksum-store.ts';

/**
 * SHA-1 and MD5 sums of contents by their key, for clients that compare no other: those of ownCloud, and rclone as one of them.
 * They are stored with the upload if such a client sends it. Otherwise a job computes them once, after a client has asked for
 * them: computing them for every upload would take three times the processor time of its SHA-256.
 */
export interface ContentChecksums {
  /** Sums by key; null for those that are wanted or that cannot be computed. Others are not in the map. */
  list(reader: Reader, blobKeys: readonly string[]): Promise<ReadonlyMap<string, Checksums | null>>;
  /** Has the sums of alive files computed. Call for keys without a sum. */
  want(tx: Tx, blobKeys: readonly string[]): Promise<void>;
}

const longestPauseMs = 60 * minuteMs;

export function createContentChecksums({
  database,
  blobs,
  jobs,
  log,
}: Pick<Ports, 'database' | 'blobs' | 'jobs' | 'log'>): ContentChecksums {
  async function compute(file: WantedFile, signal: AbortSignal): Promise<Checksums> {
    const [sha1, md5] = [createHash('sha1'), createHash('md5')];
    const blob = await openFileBlob(blobs, file, { start: 0 });
    try {
      for await (const chunk of readBlob(blob)) {
        signal.throwIfAborted();
        sha1.update(chunk);
        md5.update(chunk);
      }
    } finally {
      await blob.close();
    }
    return { sha1: sha1.digest('hex'), md5: md5.digest('hex') };
  }

  async function computeOrMark(file: WantedFile, signal: AbortSignal): Promise<Checksums | null> {
    try {
      return await compute(file, signal);
    } catch (error) {
      if (!(error instanceof DamagedBlobError)) throw error;
      // A retry does not repair a blob.
      log.error('blob damaged', { jobType: 'files.checksums', ...damageFields(error), error });
      return null;
    }
  }

  const job = jobs.define<object>({
    type: 'files.checksums',
    concurrency: 1,
    run: async (_payload, { signal }) => {
      for (;;) {
        const wanted = await listWanted(database.reader);
        if (wanted.length === 0) return;
        for (const { blobKey, file } of wanted) {
          signal.throwIfAborted();
          // Without a file the content is purged, or no longer current.
          const sums = file && (await computeOrMark({ ...file, blobKey }, signal));
          await database.write((tx) =>
            sums === undefined ? deleteChecksums(tx, [blobKey]) : setChecksums(tx, blobKey, sums),
          );
        }
      }
    },
    retryDelayMs: (attempt) => Math.min(attempt ** 2 * minuteMs, longestPauseMs),
  });

  return {
    list: listChecksums,
    want: async (tx, blobKeys) => {
      if (blobKeys.length === 0) return;
      await wantChecksums(tx, blobKeys);
      await job.enqueue(tx, {}, { key: 'wanted' });
    },
  };
}
