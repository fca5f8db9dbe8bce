import { minuteMs, secondMs } from '@drive/base';
import { canBeInName, isNameOrder, nothingFound, type NamesFound } from '@drive/name-index';
import type { Database, Tx } from '../../../platform/db/index.ts';
import { createNameChanges } from './name-change-store.ts';
import { countUpTo, findByQuery, type OwnerQuery } from './search-store.ts';
import { SearchThread, maxChanges, type SearchThreadOptions } from './search-thread.ts';
import { findByTerm } from './term-search-store.ts';
import { findByTrigrams, findTrigrams, trigramSteps } from './trigram-search-store.ts';

export interface NameSearch {
  /** Sees every durable change that was passed to `changed`. Rejects with `unavailable` if no answer is possible. */
  find(query: OwnerQuery): Promise<NamesFound>;
  /**
   * Call when rows are added or change name, folder or state: for a folder, without its descendants. On Postgres triggers
   * write the changes, which the searches of every server read.
   */
  changed(tx: Tx, ownerId: number, rowIds: readonly number[]): void;
  /** Rejects waiting searches. */
  stop(): Promise<void>;
}

export interface NameSearchOptions extends Partial<Omit<SearchThreadOptions, 'source'>> {
  readonly database: Pick<Database, 'dialect' | 'reader' | 'workerReader' | 'source'>;
  /** Owners with more alive items are searched in the thread. At 5,000, a query takes 2 ms. */
  readonly maxItemsHere?: number;
  /** Owners with more folders in the trash use the thread, too. */
  readonly maxHiddenFoldersHere?: number;
  /** On Postgres: names that nobody searched for this long are loaded again. Default: half an hour. */
  readonly keptMs?: number;
}

const mebibyte = 1024 * 1024;

/** Large numbers of names are searched in a thread: a query would block other requests for a tenth of a second. */
export function createNameSearch(options: NameSearchOptions): NameSearch {
  const { database, maxItemsHere = 5000, maxHiddenFoldersHere = 1000, keptMs, ...threadOptions } = options;
  const { dialect, reader, source } = database;
  const thread = new SearchThread({
    source,
    maxBytes: 256 * mebibyte, // two and a half million items
    maxIndexes: 32,
    loadPatienceMs: 100,
    fewChanges: 4096,
    trigramSteps,
    idleMs: 5 * minuteMs,
    patienceMs: 30 * secondMs, // loads ten million names
    maxPending: 256,
    ...(dialect === 'postgres' ? { changes: createNameChanges(reader, { maxRows: maxChanges, keptMs }) } : {}),
    ...threadOptions,
  });

  const steps = 'trigramSteps' in threadOptions ? threadOptions.trigramSteps : trigramSteps;
  let known: { readonly found: ReturnType<typeof findTrigrams>; readonly readAt: number } | undefined;
  /** Looks again after a while: the index may be created while the server runs. */
  const trigramsOf = async () => {
    if (dialect === 'sqlite' || steps === undefined) return undefined;
    if (known === undefined || performance.now() - known.readAt > minuteMs)
      known = { found: findTrigrams(reader), readAt: performance.now() };
    const found = await known.found;
    return found && { ...found, steps };
  };

  return {
    find: async (query) => {
      if (!query.words.every(canBeInName)) return nothingFound;
      const { order } = query;
      // On SQLite in the thread for long queries.
      const byTerm = query.filter && (await findByTerm(database.workerReader, dialect, query));
      if (byTerm !== undefined) return byTerm;
      const trigrams = await trigramsOf();
      // No memory is filled for a page that is found without reading many names.
      if (
        trigrams !== undefined &&
        (query.isCounted === false || query.filter !== undefined) &&
        !thread.hasLoaded(query.ownerId)
      )
        return findByTrigrams(database.workerReader, trigrams, query);
      // The thread's index has nothing that filters need, and no numbers that each download changes.
      if (query.filter !== undefined || !isNameOrder(order)) return findByQuery(database.workerReader, dialect, query);
      if (thread.hasLoaded(query.ownerId)) return thread.find({ ...query, order });
      const { items, hiddenFolders } = await countUpTo(reader, query.ownerId, {
        items: maxItemsHere + 1,
        hiddenFolders: maxHiddenFoldersHere + 1,
      });
      if (items > maxItemsHere || hiddenFolders > maxHiddenFoldersHere) return thread.find({ ...query, order });
      return findByQuery(reader, dialect, query, { hasHidden: hiddenFolders > 0 });
    },
    changed: (tx, ownerId, rowIds) => {
      if (dialect === 'sqlite') tx.afterCommit(() => thread.changed(ownerId, rowIds));
    },
    stop: () => thread.stop(),
  };
}
