import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { secondMs } from '@drive/base';
import { type Delivery } from '@drive/http-api';
import type { Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { deliveryOf } from '../downloads/index.ts';
import type { Files } from '../files/index.ts';
import type { CountryOf, OpenShare, Shares } from '../shares/index.ts';
import { hasParts, isPlannedFolder, isPlannedText, removeFirstPart, type ArchiveRow } from './archive-store.ts';

export type CountDeps = Pick<Ports, 'database' | 'jobs' | 'log'> & {
  readonly files: Files;
  readonly shares: Shares;
  readonly countryOf: CountryOf;
};

const retryMs = 30 * secondMs;
const attempts = 10;

/**
 * Removes a part in the transaction that counts its files, so none counts twice; a job counts the rest of a large
 * archive.
 */
export function createCount({ database, jobs, log, files, shares, countryOf }: CountDeps) {
  /** False if no part is left. */
  const countPart = async (tx: Tx, archiveRowId: number): Promise<boolean> => {
    const part = await removeFirstPart(tx, archiveRowId);
    if (part === undefined) return false;
    await files.countDownloads(
      tx,
      part.filter((entry) => !isPlannedFolder(entry) && !isPlannedText(entry)).map(({ fileId }) => fileId),
    );
    return true;
  };

  const job = jobs.define<{ archiveRowId: number }>({
    type: 'archives.count',
    run: async ({ archiveRowId }, { signal }) => {
      while (await database.write((tx) => countPart(tx, archiveRowId))) {
        await setImmediate();
        signal.throwIfAborted();
      }
    },
    retryDelayMs: (attempt) => (attempt < attempts ? attempt * retryMs : undefined),
  });

  /** Begins a transfer of the archive. Throws `share_limit_reached`. */
  return async (archive: ArchiveRow, share: OpenShare | undefined, response: ServerResponse): Promise<Delivery> => {
    const country = share === undefined ? null : await countryOf(response.req);
    const write = async (tx: Tx): Promise<void> => {
      if (share !== undefined)
        await shares.visits.downloaded(tx, share, [{ recipientRowId: archive.recipientRowId, file: null, country }]);
      await countPart(tx, archive.rowId);
      if (await hasParts(tx, archive.rowId)) await job.enqueue(tx, { archiveRowId: archive.rowId });
    };
    /** The client has all bytes, so the response must not fail. */
    const logged = async (count: () => Promise<void>): Promise<void> => {
      try {
        await count();
      } catch (error) {
        log.error('archive not counted', { error });
      }
    };
    const together = (): Promise<void> => database.write(write);
    if (share === undefined) return { complete: () => logged(together) };
    const { zipBytes, expiresAt } = archive;
    const transfer = { key: `archive ${archive.rowId}`, bytes: zipBytes, totalBytes: zipBytes, expiresAt };
    const slot = await shares.visits.beginDownload(share, transfer, { within: write, together });
    const delivery = deliveryOf(slot, true, response);
    return { ...delivery, complete: () => logged(delivery.complete) };
  };
}
