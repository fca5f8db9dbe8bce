import { setTimeout as sleep } from 'node:timers/promises';
import { loadIndex, type LoadedIndex } from './load-index.ts';
import type { NameQuery, NamesFound } from './name-query.ts';
import type { NameSource } from './name-source.ts';

export interface IndexCacheOptions {
  sourceOf(owner: number): NameSource;
  /** Answers queries while an index is loading and if it does not fit into `maxBytes`. */
  findInSource(owner: number, query: NameQuery): Promise<NamesFound>;
  /** Limit for the sum of all indexes, in bytes. */
  readonly maxBytes: number;
  readonly maxIndexes: number;
  /**
   * Time that a search waits for a loading index before it queries the source. It grows with the loading time, because
   * searches of the source slow loading down. 0: it does not wait.
   */
  readonly loadPatienceMs: number;
  /** Number of changes stored beside an index before they are merged into it. */
  readonly fewChanges: number;
}

interface Entry {
  loaded: LoadedIndex | undefined;
  /** The index does not fit: its searches go to the source. */
  isTooLarge: boolean;
  /** `ended` resolves when the index is loaded or too large, or loading has failed. */
  loading: { readonly ended: Promise<void>; readonly startedAt: number } | undefined;
  /** Rows that have changed and are not in the index. */
  readonly changed: Set<number>;
  /** Settles when all searches of the index so far are answered. */
  turn: Promise<unknown>;
}

/**
 * The indexes of the owners who searched last. Searches of one owner run one after another, those of different owners
 * concurrently.
 */
export class IndexCache {
  readonly #options: IndexCacheOptions;
  /** Least recently used first. */
  readonly #entries = new Map<number, Entry>();

  constructor(options: IndexCacheOptions) {
    this.#options = options;
  }

  /**
   * `changed` are the row ids of the owner that have changed since the last call for this owner; undefined if unknown.
   * Returns undefined if the index has just been loaded: call again with the changes since and `isRepeated`, which
   * always returns a result.
   */
  async find(
    owner: number,
    query: NameQuery,
    changed: readonly number[] | undefined,
    isRepeated: boolean,
  ): Promise<NamesFound | undefined> {
    const entry = this.#touch(owner, changed);
    const { loaded } = entry;
    // A repeated search finds no index if others have taken its room meanwhile.
    if (entry.isTooLarge || (isRepeated && loaded === undefined)) return this.#options.findInSource(owner, query);
    if (loaded === undefined)
      return (await this.#isLoadedInTime(entry, owner)) ? undefined : this.#options.findInSource(owner, query);
    const found = entry.turn.then(() => this.#findInIndex(loaded, entry, owner, query));
    entry.turn = found.catch(() => {});
    return found;
  }

  /** Loads the index, unless that has begun, and waits for its end as long as a search waits. */
  async #isLoadedInTime(entry: Entry, owner: number): Promise<boolean> {
    entry.loading ??= { ended: this.#load(entry, owner), startedAt: performance.now() };
    const { loadPatienceMs } = this.#options;
    const patienceMs = loadPatienceMs === 0 ? 0 : Math.max(loadPatienceMs, performance.now() - entry.loading.startedAt);
    const isLoading = await Promise.race([entry.loading.ended, sleep(patienceMs, true)]);
    return isLoading !== true && entry.loaded !== undefined;
  }

  async #load(entry: Entry, owner: number): Promise<void> {
    try {
      entry.loaded = await loadIndex(this.#options.sourceOf(owner), this.#options);
      entry.isTooLarge = entry.loaded === undefined;
      this.#makeRoom(owner);
    } catch {
      // The source handles the search, and may throw the same error. The next search tries to load again.
      this.#forget(entry, owner);
    }
  }

  async #findInIndex(loaded: LoadedIndex, entry: Entry, owner: number, query: NameQuery): Promise<NamesFound> {
    const changed = [...entry.changed];
    entry.changed.clear();
    try {
      if (changed.length > 0) {
        await loaded.refresh(changed);
        this.#makeRoom(owner);
      }
      return loaded.index.find(query);
    } catch (error) {
      // The index may contain some of the changes only.
      this.#forget(entry, owner);
      throw error;
    }
  }

  #forget(entry: Entry, owner: number): void {
    if (this.#entries.get(owner) === entry) this.#entries.delete(owner);
  }

  #makeRoom(owner: number): void {
    const { maxBytes, maxIndexes } = this.#options;
    let bytes = 0;
    for (const { loaded } of this.#entries.values()) bytes += loaded?.index.byteLength ?? 0;
    for (const [id, { loaded }] of this.#entries) {
      if (bytes <= maxBytes && this.#entries.size <= maxIndexes) return;
      if (id === owner || (loaded === undefined && this.#entries.size <= maxIndexes)) continue;
      bytes -= loaded?.index.byteLength ?? 0;
      this.#entries.delete(id);
    }
  }

  #touch(owner: number, changed: readonly number[] | undefined): Entry {
    const known = changed === undefined ? undefined : this.#entries.get(owner);
    const entry = known ?? {
      loaded: undefined,
      isTooLarge: false,
      loading: undefined,
      changed: new Set(),
      turn: Promise.resolve(),
    };
    for (const rowId of changed ?? []) entry.changed.add(rowId);
    this.#entries.delete(owner);
    this.#entries.set(owner, entry);
    return entry;
  }
}
