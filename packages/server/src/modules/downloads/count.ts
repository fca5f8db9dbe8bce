import { dayMs, hourMs, type Clock } from '../../platform/clock.ts';
import { deleteInBatches, type Database, type Tx } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import type { SignedUrl, FileRow, Files } from '../files/index.ts';
import type { DownloadSlot, OpenShare, Shares } from '../shares/index.ts';
import { deleteCountedBefore, hasCounted, insertCounted } from './store.ts';

export interface CountDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly shares: Shares;
  readonly log: Log;
  readonly files: Files;
}

/** A transfer that began in time may go on for long: an address stays counted so much longer than it opens. */
const keptMs = 7 * dayMs;
const maxKnown = 10_000;

/** A response that was sent completely. */
export interface SentResponse {
  readonly address: SignedUrl;
  readonly file: FileRow;
  readonly share: OpenShare | undefined;
  /** undefined: nothing limits the downloads. */
  readonly slot?: DownloadSlot | undefined;
  /** Whether the file's last byte was among the bytes sent. */
  readonly isLastByte: boolean;
}

/** Counts a download once for each signed URL, and publishes its event. */
export interface Counting {
  count(sent: SentResponse): Promise<void>;
  isCounted(address: SignedUrl): Promise<boolean>;
}

export function createCounting(deps: CountDeps): Counting {
  const { database, clock, files, shares } = deps;

  deps.jobs.every('downloads.sweep', hourMs, ({ signal }) => {
    const before = clock.now() - keptMs;
    return deleteInBatches(database, signal, (tx, limit) => deleteCountedBefore(tx, before, limit));
  });

  /** Counted lately: what the table knows as well, without asking it for every range of a film. */
  const known = new Set<string>();
  const remember = (nonce: string): void => {
    if (known.size >= maxKnown) known.clear();
    known.add(nonce);
  };

  const count: Counting['count'] = async ({ address, file, share, slot, isLastByte }) => {
    const countsNow = isLastByte && !known.has(address.nonce);
    const write = async (tx: Tx): Promise<void> => {
      if (!(await insertCounted(tx, address.nonce, address.expiresAt))) return;
      await files.countDownload(tx, file.rowId);
      if (share !== undefined)
        await shares.visits.downloaded(tx, share, { recipientRowId: address.recipientRowId, file });
    };
    try {
      if (slot !== undefined) await slot.complete(countsNow, write);
      else if (countsNow) await database.write(write);
      if (countsNow) remember(address.nonce);
    } catch (error) {
      // The bytes are out: whoever fetched them must not be told that something failed.
      deps.log.error('download not counted', { error });
    }
  };

  return {
    count,
    isCounted: async ({ nonce }) => {
      if (known.has(nonce)) return true;
      const isCounted = await hasCounted(database.reader, nonce);
      if (isCounted) remember(nonce);
      return isCounted;
    },
  };
}
