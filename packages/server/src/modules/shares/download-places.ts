import type { ShareRow } from './share-row.ts';

/** A download under way: it holds a place among those that the share allows. */
export interface DownloadSlot {
  /** Runs what writes down that the download is through; from then on its place is taken for good. */
  counted(write: () => Promise<void>): Promise<void>;
  /** Gives the place back where the download was not counted. Fine to repeat. */
  release(): void;
}

export interface DownloadToBegin {
  /** Transfers of one key (pieces of one download) hold one place together. */
  readonly key: string;
  /** Whether the download was counted before: its other pieces need no place any more. */
  isCounted(): Promise<boolean>;
  /** How many downloads of the share were counted. */
  readCount(): Promise<number>;
}

/**
 * How many downloads of each share are under way. Counted ones are in the database; that none is overlooked and none
 * seen twice between the two, whoever begins and whoever is counted at a limited share take turns.
 */
export class DownloadPlaces {
  /** By shares.row_id and by key: how many transfers. */
  readonly #underWay = new Map<number, Map<string, number>>();
  readonly #turns = new Map<number, Promise<unknown>>();

  /** undefined where those that were counted and those under way are as many as the share allows. */
  async begin({ rowId, maxDownloads }: ShareRow, download: DownloadToBegin): Promise<DownloadSlot | undefined> {
    // Known of as well, in case a limit is set meanwhile.
    if (maxDownloads === null) return this.#take(rowId, download.key, (write) => write());
    return this.#inTurn(rowId, async () => {
      if (await download.isCounted()) return noPlaceNeeded;
      const downloads = this.#underWay.get(rowId);
      if (downloads?.has(download.key) !== true) {
        const taken = (await download.readCount()) + (downloads?.size ?? 0);
        if (taken >= maxDownloads) return undefined;
      }
      return this.#take(rowId, download.key, (write) => this.#inTurn(rowId, write));
    });
  }

  #take(rowId: number, key: string, run: (work: () => Promise<void>) => Promise<void>): DownloadSlot {
    const downloads = this.#underWay.get(rowId) ?? new Map<string, number>();
    this.#underWay.set(rowId, downloads);
    downloads.set(key, (downloads.get(key) ?? 0) + 1);
    const forget = (): void => {
      downloads.delete(key);
      if (downloads.size === 0 && this.#underWay.get(rowId) === downloads) this.#underWay.delete(rowId);
    };
    let isReleased = false;
    return {
      counted: (write) =>
        run(async () => {
          await write();
          forget();
        }),
      release: () => {
        if (isReleased) return;
        isReleased = true;
        const transfers = downloads.get(key);
        if (transfers === undefined) return;
        if (transfers > 1) downloads.set(key, transfers - 1);
        else forget();
      },
    };
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

const noPlaceNeeded: DownloadSlot = { counted: (write) => write(), release: () => {} };
