import type { Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { shareLimitReached } from './open-share.ts';
import { findShare, type ShareRow } from './share-store.ts';
import {
  completeTransfer,
  deleteDeadPlaces,
  deletePlaces,
  forgetKey,
  insertPlace,
  listBegunDownloads,
  listPlaces,
  reserveTransfer,
  returnBytes,
  sumAborted,
  type Transfer,
} from './transfer-store.ts';

/** A transfer in progress. Its URL holds one of the share's downloads. */
export interface DownloadSlot {
  /** Counts if the last byte or, with a limit, nearly all bytes were sent. */
  complete(isLastByte: boolean, count: CountDownload): Promise<void>;
  /** Ends the transfer. Without `complete` it was aborted after `sentBytes`, and the slot is free again. Never throws. */
  release(sentBytes: number): Promise<void>;
}

export interface CountDownload {
  /** Counts in the transaction that ends the transfer, of a share with a limit. */
  within(tx: Tx): Promise<void>;
  /** Counts in another transaction, maybe with other downloads. */
  together(): Promise<void>;
}

export type DownloadSlotsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'log' | 'node'>;

/** Enforces `maxDownloads` (ADR 48): transfers of a limited share begin and end one after the other, on all servers. */
export class DownloadSlots {
  readonly #deps: DownloadSlotsDeps;
  /** Transfers that began while their share had no limit, which its owner may set meanwhile: number by key, by shares.row_id. */
  readonly #unlimited = new Map<number, Map<string, number>>();
  /** Places whose row could not be deleted. */
  readonly #ended = new Set<string>();
  #tidied: Promise<void> | undefined;

  constructor(deps: DownloadSlotsDeps) {
    this.#deps = deps;
  }

  /** Throws `share_limit_reached` if the URL has delivered its bytes or no download of the share is left. */
  async begin({ rowId, maxDownloads }: ShareRow, transfer: Transfer): Promise<DownloadSlot> {
    const { database, node, random } = this.#deps;
    if (maxDownloads === null) return this.#beginUnlimited(rowId, transfer.key);
    await (this.#tidied ??= this.#tidy());
    const id = random.uuid();
    const ended = [...this.#ended];
    await database.write(async (tx) => {
      await lockTransfers(tx, rowId);
      await deletePlaces(tx, ended);
      const isCounted = await this.#reserve(tx, rowId, maxDownloads, transfer);
      const { key, bytes, totalBytes } = transfer;
      await insertPlace(tx, rowId, { id, nodeId: node.id, key: isCounted ? null : key, downloads: bytes / totalBytes });
    });
    for (const each of ended) this.#ended.delete(each);
    return this.#limited(rowId, id, transfer);
  }

  /** Before the first transfer of this process. */
  async #tidy(): Promise<void> {
    const { database, node } = this.#deps;
    try {
      await database.write(async (tx) => deleteDeadPlaces(tx, node.id, await node.listLive(tx)));
    } catch (error) {
      this.#tidied = undefined;
      throw error;
    }
  }

  async #reserve(tx: Tx, rowId: number, maxDownloads: number, transfer: Transfer): Promise<boolean> {
    const reserved = await reserveTransfer(tx, rowId, transfer);
    if (reserved === undefined) throw urlUsedUp();
    const places = await listPlaces(tx, rowId, await this.#deps.node.listLive(tx));
    const sending = new Set(this.#unlimited.get(rowId)?.keys());
    for (const { key } of places) if (key !== null) sending.add(key);
    if (reserved.isCounted || reserved.hasSent || sending.has(transfer.key)) return reserved.isCounted;
    const now = this.#deps.clock.now();
    const begun = (await listBegunDownloads(tx, rowId, now)).filter((key) => !sending.has(key));
    // Aborted downloads are free as long as they are no more than the share allows downloads.
    const reservedDownloads = places.reduce(
      (sum, place) => sum + place.downloads,
      transfer.bytes / transfer.totalBytes,
    );
    const aborted = Math.ceil((await sumAborted(tx, rowId, now)) - reservedDownloads - roundingError);
    const counted = (await findShare(tx, { rowId }))?.downloadCount ?? 0;
    const taken = counted + begun.length + sending.size + Math.max(0, aborted - maxDownloads);
    if (taken >= maxDownloads) throw shareLimitReached();
    return false;
  }

  #limited(rowId: number, id: string, transfer: Transfer): DownloadSlot {
    const { database, log } = this.#deps;
    const { key, bytes } = transfer;
    let isComplete = false;
    return {
      complete: async (isLastByte, count) => {
        await database.write(async (tx) => {
          await lockTransfers(tx, rowId);
          if (await completeTransfer(tx, transfer, isLastByte)) {
            await forgetKey(tx, rowId, key);
            await count.within(tx);
          }
          await deletePlaces(tx, [id]);
        });
        isComplete = true;
      },
      release: async (sentBytes) => {
        if (isComplete) return;
        try {
          await database.write(async (tx) => {
            await lockTransfers(tx, rowId);
            if (sentBytes < bytes) await returnBytes(tx, key, bytes - sentBytes);
            await deletePlaces(tx, [id]);
          });
        } catch (error) {
          this.#ended.add(id);
          log.error('bytes of an aborted download not refunded', { error });
        }
      },
    };
  }

  #beginUnlimited(rowId: number, key: string): DownloadSlot {
    const keys = this.#unlimited.get(rowId) ?? new Map<string, number>();
    this.#unlimited.set(rowId, keys.set(key, (keys.get(key) ?? 0) + 1));
    return {
      complete: async (isLastByte, count) => {
        if (!isLastByte) return;
        await count.together();
        keys.delete(key);
      },
      release: async () => {
        const transfers = keys.get(key) ?? 0;
        if (transfers > 1) keys.set(key, transfers - 1);
        else keys.delete(key);
        if (keys.size === 0) this.#unlimited.delete(rowId);
      },
    };
  }
}

const lockTransfers = (tx: Tx, shareRowId: number): Promise<void> => tx.lock(`transfers of share ${shareRowId}`);

/** Sums of fractions deviate by less. */
const roundingError = 1e-9;

const urlUsedUp = (): DomainError =>
  new DomainError('share_limit_reached', 'This URL was already used. Get a new one from the share link.');
