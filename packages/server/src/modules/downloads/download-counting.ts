import { BoundedMap } from '../../platform/bounded-map.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { KeyedGatherer } from '../../platform/gather.ts';
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
/** Downloads that one transaction counts, each with its event. */
const MAX_TOGETHER = 64;

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

  /** Downloads of one share, or of files without a share. A download whose URL was counted before counts as none. */
  async function write(tx: Tx, sent: readonly SentResponse[]): Promise<void> {
    const fresh = await insertCounted(
      tx,
      database.dialect,
      sent.map(({ url }) => url),
    );
    const counted = sent.filter(({ url }) => fresh.delete(url.nonce));
    const byFile = Map.groupBy(counted, ({ file }) => file.rowId);
    for (const [rowId, downloads] of [...byFile].toSorted(([a], [b]) => a - b))
      await files.countDownload(tx, rowId, downloads.length);
    const share = counted[0]?.share;
    if (share === undefined) return;
    await shares.visits.downloaded(
      tx,
      share,
      counted.map(({ url, file }) => ({ recipientRowId: url.recipientRowId, file })),
    );
  }

  /** By share, so that a transaction changes a much visited one once for many downloads. */
  const unlimited = new KeyedGatherer<SentResponse>({
    write: (sent) => database.write((tx) => write(tx, sent)),
    maxBatch: MAX_TOGETHER,
  });

  const count: Counting['count'] = async (sent) => {
    const { url, share, slot, isLastByte } = sent;
    const countsNow = isLastByte && !known.has(url.nonce);
    const together = (): Promise<void> =>
      share === undefined ? database.write((tx) => write(tx, [sent])) : unlimited.add(share.rowId, sent);
    try {
      if (slot !== undefined) await slot.complete(countsNow, { within: (tx) => write(tx, [sent]), together });
      else if (countsNow) await together();
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
