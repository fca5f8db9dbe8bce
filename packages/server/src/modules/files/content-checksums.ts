import { createHash } from 'node:crypto';
import { damageFields, DamagedBlobError, openFileBlob, readBlob } from '../../platform/blobs/index.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import {
  deleteChecksums,
  listChecksums,
  listWanted,
  setChecksum,
  wantChecksums,
  type WantedFile,
} from './content-checksum-store.ts';

/**
 * SHA-1 sums of contents by their key, for the clients that compare no other. A sum is stored with the upload if its client
 * declares it. Otherwise a job computes it once, after a client has asked for it: hashing every upload twice would cost each
 * as much processor time again.
 */
export interface ContentChecksums {
  /** Sums by key, in lower-case hex; `''` for those that are wanted or that cannot be computed. Others are not in the map. */
  list(reader: Reader, blobKeys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Has the sums of alive files computed. Call for keys without a sum. */
  want(tx: Tx, blobKeys: readonly string[]): Promise<void>;
}

const longestPauseMs = 60 * minuteMs;
const notComputable = '';

export function createContentChecksums({
  database,
  blobs,
  jobs,
  log,
}: Pick<Ports, 'database' | 'blobs' | 'jobs' | 'log'>): ContentChecksums {
  async function compute(file: WantedFile, signal: AbortSignal): Promise<string> {
    const hash = createHash('sha1');
    const blob = await openFileBlob(blobs, file, { start: 0 });
    try {
      for await (const chunk of readBlob(blob)) {
        signal.throwIfAborted();
        hash.update(chunk);
      }
    } finally {
      await blob.close();
    }
    return hash.digest('hex');
  }

  async function computeOrMark(file: WantedFile, signal: AbortSignal): Promise<string> {
    try {
      return await compute(file, signal);
    } catch (error) {
      if (!(error instanceof DamagedBlobError)) throw error;
      // A retry does not repair a blob.
      log.error('blob damaged', { jobType: 'files.checksums', ...damageFields(error), error });
      return notComputable;
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
          const sha1 = file && (await computeOrMark({ ...file, blobKey }, signal));
          await database.write((tx) =>
            sha1 === undefined ? deleteChecksums(tx, [blobKey]) : setChecksum(tx, blobKey, sha1),
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
