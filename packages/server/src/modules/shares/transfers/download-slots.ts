import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { shareLimitReached } from '../open-share.ts';
import { findShare, type ShareRow } from '../share-store.ts';
import {
  abortTransfer,
  completeTransfer,
  deleteDeadPlaces,
  deletePlaces,
  forgetKey,
  insertPlace,
  listBegunDownloads,
  listPlaces,
  reserveTransfer,
  sumAborted,
  type Aborted,
  type Transfer,
} from './transfer-store.ts';

/** A transfer in progress. Its URL holds one of the share's downloads. */
export interface DownloadSlot {
  /** Whether it matters that the client takes the bytes which the system has accepted. */
  readonly isLimited: boolean;
  /**
   * All bytes were handed to the system. Counts if the last byte or, with a limit, nearly all bytes were sent. With a limit it
   * returns at once and counts when the client has taken the bytes; if it has not, the transfer was aborted. Rejects without a
   * limit only.
   */
  complete(isLastByte: boolean, taken?: () => Promise<Taken>): Promise<void>;
  /** Ends the transfer. Without `complete` it was aborted when `handedBytes` were handed to the system. Never throws. */
  release(handedBytes: number): Promise<void>;
}

/** How a client took the bytes that the system had accepted. */
export interface Taken {
  readonly isTaken: boolean;
  /** Bytes that the system still had when they were last counted. */
  readonly queuedBytes: number;
}

export interface CountDownload {
  /** Counts in the transaction that ends the transfer, of a share with a limit. */
  within(tx: Tx): Promise<void>;
  /** Counts in another transaction, maybe with other downloads. */
  together(): Promise<void>;
}

export type DownloadSlotsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'log' | 'node'>;

type LimitedShare = ShareRow & { readonly maxDownloads: number };

/**
 * Enforces `maxDownloads` (ADR 48 and 93): transfers of a limited share begin and end one after the other, on all
 * servers.
 */
export class DownloadSlots {
  readonly #deps: DownloadSlotsDeps;
  /** Transfers that began while their share had no limit, which its owner may set meanwhile: number by key, by shares.row_id. */
  readonly #unlimited = new Map<number, Map<string, number>>();
  /** Places whose row could not be deleted. */
  readonly #ended = new Set<string>();
  /** Transfers that wait for their clients, and their counting. */
  readonly #ending = new Set<Promise<void>>();
  #tidied: Promise<void> | undefined;

  constructor(deps: DownloadSlotsDeps) {
    this.#deps = deps;
  }

  /** Throws `share_limit_reached` if the URL has delivered its bytes or no download of the share is left. */
  async begin(share: ShareRow, given: Transfer, count: CountDownload): Promise<DownloadSlot> {
    const { database, node, random } = this.#deps;
    const { rowId } = share;
    if (!isLimited(share)) return this.#beginUnlimited(rowId, given.ticketId ?? given.key, count);
    // The bytes of an empty file are counted as one.
    const transfer = given.totalBytes === 0 ? { ...given, bytes: 1, totalBytes: 1 } : given;
    await (this.#tidied ??= this.#tidy());
    const id = random.uuid();
    const ended = [...this.#ended];
    await database.write(async (tx) => {
      await lockTransfers(tx, rowId);
      await deletePlaces(tx, ended);
      const needsPlace = await this.#reserve(tx, share, transfer);
      const downloads = transfer.ticketId !== undefined ? 0 : transfer.bytes / transfer.totalBytes;
      await insertPlace(tx, rowId, { id, nodeId: node.id, key: needsPlace ? transfer.key : null, downloads });
    });
    for (const each of ended) this.#ended.delete(each);
    return this.#limited(rowId, id, transfer, count);
  }

  /**
   * Throws `share_limit_reached` unless a download is left, or `key` is running; nothing else takes it before the transaction
   * ends.
   */
  async requireLeft(tx: Tx, share: ShareRow, key?: string): Promise<void> {
    if (!isLimited(share)) return;
    await lockTransfers(tx, share.rowId);
    if ((await this.#countTaken(tx, share, key)) >= share.maxDownloads) throw shareLimitReached();
  }

  /** Downloads that can begin: those that are running have begun. null: as many as visitors like. */
  async countLeft(share: ShareRow): Promise<number | null> {
    if (!isLimited(share)) return null;
    return Math.max(0, share.maxDownloads - (await this.#countTaken(this.#deps.database.reader, share)));
  }

  /** Resolves when no transfer waits for its client or its counting any more. */
  async idle(): Promise<void> {
    while (this.#ending.size > 0) await Promise.allSettled(this.#ending);
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

  /** Reserves the bytes and, if the transfer has none yet, a place. False if it needs none. */
  async #reserve(tx: Tx, share: LimitedShare, transfer: Transfer): Promise<boolean> {
    const reserved = await reserveTransfer(tx, share.rowId, transfer, this.#deps.clock.now());
    if (reserved === undefined) throw urlUsedUp(transfer);
    if (reserved.isCounted || transfer.ticketId !== undefined) return false;
    if (reserved.hasBegun) return true;
    if ((await this.#countTaken(tx, share, transfer.key)) >= share.maxDownloads) throw shareLimitReached();
    return true;
  }

  /** Downloads that are counted, running, begun or kept by aborted transfers. 0 if `key` is running. */
  async #countTaken(reader: Reader, { rowId, maxDownloads }: LimitedShare, own?: string): Promise<number> {
    const now = this.#deps.clock.now();
    const places = await listPlaces(reader, rowId, await this.#deps.node.listLive(reader));
    const sending = new Set(this.#unlimited.get(rowId)?.keys());
    for (const { key } of places) if (key !== null) sending.add(key);
    if (own !== undefined && sending.has(own)) return 0;
    const begun = (await listBegunDownloads(reader, rowId, now)).filter((key) => !sending.has(key));
    // Aborted downloads are free as long as they are no more than the share allows downloads.
    const reservedDownloads = places.reduce((sum, { downloads }) => sum + downloads, 0);
    const abortedDownloads = await sumAborted(reader, rowId, { now, without: own });
    const aborted = Math.ceil(abortedDownloads - reservedDownloads - roundingError);
    const counted = (await findShare(reader, { rowId }))?.downloadCount ?? 0;
    return counted + begun.length + sending.size + Math.max(0, aborted - maxDownloads);
  }

  #limited(rowId: number, id: string, transfer: Transfer, count: CountDownload): DownloadSlot {
    const { database, clock } = this.#deps;
    let isOver = false;
    const end = (write: (tx: Tx) => Promise<boolean>): Promise<void> =>
      database.write(async (tx) => {
        await lockTransfers(tx, rowId);
        if (await write(tx)) {
          await forgetKey(tx, rowId, transfer.key);
          await count.within(tx);
        }
        await deletePlaces(tx, [id]);
      });
    const abort = (aborted: Aborted): Promise<void> => end((tx) => abortTransfer(tx, transfer, aborted, clock.now()));
    return {
      isLimited: true,
      complete: async (isLastByte, taken = async () => ({ isTaken: true, queuedBytes: 0 })) => {
        isOver = true;
        this.#endLater(id, async () => {
          const { isTaken, queuedBytes } = await taken();
          if (isTaken) await end((tx) => completeTransfer(tx, transfer, isLastByte, clock.now()));
          else await abort(abortedAt(transfer, transfer.bytes, queuedBytes));
        });
      },
      release: async (handedBytes) => {
        if (!isOver) await this.#tryToEnd(id, () => abort(abortedAt(transfer, handedBytes)));
      },
    };
  }

  #endLater(id: string, end: () => Promise<void>): void {
    const ending = this.#tryToEnd(id, end);
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }

  async #tryToEnd(id: string, end: () => Promise<void>): Promise<void> {
    try {
      await end();
    } catch (error) {
      // All that it has reserved counts as aborted.
      this.#ended.add(id);
      this.#deps.log.error('download not counted', { error });
    }
  }

  #beginUnlimited(rowId: number, key: string, count: CountDownload): DownloadSlot {
    const keys = this.#unlimited.get(rowId) ?? new Map<string, number>();
    this.#unlimited.set(rowId, keys.set(key, (keys.get(key) ?? 0) + 1));
    return {
      isLimited: false,
      complete: async (isLastByte) => {
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

const isLimited = (share: ShareRow): share is LimitedShare => share.maxDownloads !== null;

const lockTransfers = (tx: Tx, shareRowId: number): Promise<void> => tx.lock(`transfers of share ${shareRowId}`);

/** Bytes that the systems on both sides buffer at least, so that their client may not have read them. */
const hiddenBytes = 1024 * 1024;

const abortedAt = ({ bytes }: Transfer, handedBytes: number, queuedBytes = 0): Aborted => ({
  handedBytes: Math.min(bytes, handedBytes),
  receivedBytes: Math.max(0, Math.min(bytes, handedBytes) - Math.max(hiddenBytes, queuedBytes)),
});

/** Sums of fractions deviate by less. */
const roundingError = 1e-9;

export const urlUsedUp = ({ ticketId }: Pick<Transfer, 'ticketId'>): DomainError =>
  new DomainError(
    'share_limit_reached',
    ticketId !== undefined
      ? 'This ticket has delivered this file already. Get another one from the share link.'
      : 'This URL was already used. Get a new one from the share link.',
  );
