import type { Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { shareLimitReached } from './open-share.ts';
import { findShare, type ShareRow } from './share-store.ts';
import {
  completeTransfer,
  listBegunDownloads,
  reserveTransfer,
  returnBytes,
  sumAborted,
  type Transfer,
} from './transfer-store.ts';

/** A transfer in progress. Its URL holds one of the share's downloads. */
export interface DownloadSlot {
  /** `count` runs in the same transaction if the last byte or, with a limit, nearly all bytes were sent. */
  complete(isLastByte: boolean, count: (tx: Tx) => Promise<void>): Promise<void>;
  /** Ends the transfer. Without `complete` it was aborted after `sentBytes`, and the slot is free again. Never throws. */
  release(sentBytes: number): Promise<void>;
}

type DownloadSlotsDeps = Pick<Ports, 'database' | 'clock' | 'log'>;

/** Transfers of one share that this process is sending. */
interface Open {
  /** Number of transfers by key, without those whose download is counted. */
  readonly byKey: Map<string, number>;
  transfers: number;
  /** Bytes reserved in rows and not yet sent or returned, in downloads. */
  reserved: number;
}

/** Enforces `maxDownloads` (ADR 48): transfers of a limited share begin and end one after the other. */
export class DownloadSlots {
  readonly #deps: DownloadSlotsDeps;
  /** By shares.row_id. */
  readonly #open = new Map<number, Open>();
  readonly #turns = new Map<number, Promise<unknown>>();

  constructor(deps: DownloadSlotsDeps) {
    this.#deps = deps;
  }

  /** Throws `share_limit_reached` if the URL has delivered its bytes or no download of the share is left. */
  async begin({ rowId, maxDownloads }: ShareRow, transfer: Transfer): Promise<DownloadSlot> {
    // Also stored in memory, in case the owner sets a limit meanwhile.
    if (maxDownloads === null) return this.#unlimited(rowId, transfer.key);
    return this.#inTurn(rowId, async () => {
      const isCounted = await this.#deps.database.write((tx) => this.#reserve(tx, rowId, maxDownloads, transfer));
      return this.#limited(rowId, transfer, isCounted);
    });
  }

  async #reserve(tx: Tx, rowId: number, maxDownloads: number, transfer: Transfer): Promise<boolean> {
    const reserved = await reserveTransfer(tx, rowId, transfer);
    if (reserved === undefined) throw urlUsedUp();
    const open = this.#open.get(rowId);
    if (reserved.isCounted || reserved.hasSent || open?.byKey.has(transfer.key) === true) return reserved.isCounted;
    const now = this.#deps.clock.now();
    const begun = (await listBegunDownloads(tx, rowId, now)).filter((key) => open?.byKey.has(key) !== true);
    // Aborted downloads are free as long as they are no more than the share allows downloads.
    const sending = (open?.reserved ?? 0) + transfer.bytes / transfer.totalBytes;
    const aborted = Math.ceil((await sumAborted(tx, rowId, now)) - sending - roundingError);
    const counted = (await findShare(tx, { rowId }))?.downloadCount ?? 0;
    const taken = counted + begun.length + (open?.byKey.size ?? 0) + Math.max(0, aborted - maxDownloads);
    if (taken >= maxDownloads) throw shareLimitReached();
    return false;
  }

  #unlimited(rowId: number, key: string): DownloadSlot {
    this.#add(rowId, key, 0);
    return {
      complete: async (isLastByte, count) => {
        if (!isLastByte) return;
        await this.#deps.database.write(count);
        this.#forget(rowId, key);
      },
      release: async () => this.#remove(rowId, key, 0),
    };
  }

  #limited(rowId: number, transfer: Transfer, isCounted: boolean): DownloadSlot {
    const { database, log } = this.#deps;
    const { key, bytes, totalBytes } = transfer;
    let reserved = bytes / totalBytes;
    this.#add(rowId, isCounted ? undefined : key, reserved);
    return {
      complete: (isLastByte, count) =>
        this.#inTurn(rowId, async () => {
          const isDownload = await database.write(async (tx) => {
            const isDownloaded = await completeTransfer(tx, transfer, isLastByte);
            if (isDownloaded) await count(tx);
            return isDownloaded;
          });
          this.#openOf(rowId).reserved -= reserved;
          reserved = 0;
          if (isDownload) this.#forget(rowId, key);
        }),
      release: (sentBytes) =>
        this.#inTurn(rowId, async () => {
          try {
            if (reserved > 0 && sentBytes < bytes)
              await database.write((tx) => returnBytes(tx, key, bytes - sentBytes));
          } catch (error) {
            log.error('bytes of an aborted download not refunded', { error });
          }
          this.#remove(rowId, key, reserved);
        }),
    };
  }

  #openOf(rowId: number): Open {
    const known = this.#open.get(rowId);
    if (known !== undefined) return known;
    const open: Open = { byKey: new Map(), transfers: 0, reserved: 0 };
    this.#open.set(rowId, open);
    return open;
  }

  #add(rowId: number, key: string | undefined, reserved: number): void {
    const open = this.#openOf(rowId);
    open.transfers += 1;
    open.reserved += reserved;
    if (key !== undefined) open.byKey.set(key, (open.byKey.get(key) ?? 0) + 1);
  }

  /** The download is counted: its other transfers hold no slot either. */
  #forget(rowId: number, key: string): void {
    this.#open.get(rowId)?.byKey.delete(key);
  }

  #remove(rowId: number, key: string, reserved: number): void {
    const open = this.#openOf(rowId);
    open.transfers -= 1;
    open.reserved -= reserved;
    const transfers = open.byKey.get(key) ?? 0;
    if (transfers > 1) open.byKey.set(key, transfers - 1);
    else open.byKey.delete(key);
    if (open.transfers === 0) this.#open.delete(rowId);
  }

  async #inTurn<T>(rowId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(rowId);
    const turn = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    this.#turns.set(rowId, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(rowId) === turn) this.#turns.delete(rowId);
    }
  }
}

/** Sums of fractions deviate by less. */
const roundingError = 1e-9;

const urlUsedUp = (): DomainError =>
  new DomainError('share_limit_reached', 'This URL was already used. Get a new one from the share link.');
