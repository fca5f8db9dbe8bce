import { setTimeout as sleep } from 'node:timers/promises';
import { isDomainError } from './domain-error.ts';

interface Waiting<Item> {
  readonly item: Item;
  resolve(): void;
  reject(error: unknown): void;
}

export interface GatherOptions<Item> {
  /** Writes some items together, in the order of arrival. */
  readonly write: (items: readonly Item[]) => Promise<void>;
  readonly maxBatch: number;
  /** After a batch of several items, the next batch waits this long for more of them. Default: not at all. */
  readonly pauseMs?: number;
}

/** Gathers what arrives while an earlier batch is written: the first item waits for nothing. */
export class Gatherer<Item> {
  readonly #options: GatherOptions<Item>;
  readonly #waiting: Waiting<Item>[] = [];
  #pending = 0;
  #isWriting = false;

  constructor(options: GatherOptions<Item>) {
    this.#options = options;
  }

  /** Number of items that are not written yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Resolves when the item is written; rejects if it cannot be written even alone. */
  add(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#pending += 1;
      if (this.#isWriting) return;
      this.#isWriting = true;
      void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    const { maxBatch, pauseMs = 0 } = this.#options;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch);
      await this.#writeBatch(batch);
      if (pauseMs > 0 && batch.length > 1 && this.#waiting.length < maxBatch) await sleep(pauseMs);
    }
    this.#isWriting = false;
  }

  async #writeBatch(batch: readonly Waiting<Item>[]): Promise<void> {
    const { write } = this.#options;
    try {
      await write(batch.map(({ item }) => item));
      for (const { resolve } of batch) this.#end(resolve);
    } catch (error) {
      // An item that the database rejects does not take the others of its batch with it.
      if (batch.length === 1) this.#end(() => batch[0]?.reject(error));
      else await this.#writeEach(batch);
    }
  }

  /** While the database is away, one item waits for it and the others fail with that. */
  async #writeEach(batch: readonly Waiting<Item>[]): Promise<void> {
    let away: unknown;
    for (const { item, resolve, reject } of batch) {
      const failure =
        away ??
        (await this.#options.write([item]).then(
          () => undefined,
          (error: unknown) => error,
        ));
      if (isDomainError(failure, 'unavailable')) away = failure;
      this.#end(failure === undefined ? resolve : () => reject(failure));
    }
  }

  #end(tell: () => void): void {
    this.#pending -= 1;
    tell();
  }
}

export interface KeyedGatherOptions<Item> extends Omit<GatherOptions<Item>, 'write'> {
  readonly write: (items: readonly Item[], key: number) => Promise<void>;
}

/** A gatherer for each key that has pending items. */
export class KeyedGatherer<Item> {
  readonly #options: KeyedGatherOptions<Item>;
  readonly #byKey = new Map<number, Gatherer<Item>>();

  constructor(options: KeyedGatherOptions<Item>) {
    this.#options = options;
  }

  async add(key: number, item: Item): Promise<void> {
    let gatherer = this.#byKey.get(key);
    if (gatherer === undefined) {
      gatherer = new Gatherer({ ...this.#options, write: (items) => this.#options.write(items, key) });
      this.#byKey.set(key, gatherer);
    }
    try {
      await gatherer.add(item);
    } finally {
      if (gatherer.pending === 0) this.#byKey.delete(key);
    }
  }
}
