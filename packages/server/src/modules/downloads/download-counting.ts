import { BoundedMap } from '../../platform/bounded-map.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { SignedUrl, FileRow, Files } from '../files/index.ts';
import type { DownloadSlot, OpenShare, Shares } from '../shares/index.ts';
import { deleteCountedBefore, hasCounted, insertCounted } from './counted-download-store.ts';

export type CountingDeps = Pick<Ports, 'database' | 'jobs' | 'log'> & {
  readonly files: Files;
  readonly shares: Shares;
};

/** How long a signed URL stays counted after it has expired: a transfer that began before may still be running. */
const keptMs = 7 * dayMs;
const maxKnown = 10_000;

export interface SentResponse {
  readonly url: SignedUrl;
  readonly file: FileRow;
  readonly share: OpenShare | undefined;
  /** undefined: downloads are not limited. */
  readonly slot?: DownloadSlot | undefined;
  /** Whether the file's last byte was among the bytes sent. */
  readonly isLastByte: boolean;
}

/** Counts a download once for each signed URL, and publishes its event. */
export interface Counting {
  count(sent: SentResponse): Promise<void>;
  isCounted(url: SignedUrl): Promise<boolean>;
}

export function createCounting(deps: CountingDeps): Counting {
  const { database, files, shares } = deps;

  deps.jobs.sweep('downloads.sweep', hourMs, (now) => deleteCountedBefore(now - keptMs));

  /** A cache of the table, for the many ranges of a video. */
  const known = new BoundedMap<true>(maxKnown);

  const count: Counting['count'] = async ({ url, file, share, slot, isLastByte }) => {
    const countsNow = isLastByte && !known.has(url.nonce);
    const write = async (tx: Tx): Promise<void> => {
      if (!(await insertCounted(tx, url.nonce, url.expiresAt))) return;
      await files.countDownload(tx, file.rowId);
      if (share !== undefined) await shares.visits.downloaded(tx, share, { recipientRowId: url.recipientRowId, file });
    };
    try {
      if (slot !== undefined) await slot.complete(countsNow, write);
      else if (countsNow) await database.write(write);
      if (countsNow) known.set(url.nonce, true);
    } catch (error) {
      // The bytes were sent: the response must not fail now.
      deps.log.error('download not counted', { error });
    }
  };

  return {
    count,
    isCounted: async ({ nonce }) => {
      if (known.has(nonce)) return true;
      const isCounted = await hasCounted(database.reader, nonce);
      if (isCounted) known.set(nonce, true);
      return isCounted;
    },
  };
}
