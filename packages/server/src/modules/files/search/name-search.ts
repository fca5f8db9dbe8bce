import { minuteMs, secondMs } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { canBeInName, nothingFound, type NameQuery, type NamesFound } from './name-query.ts';
import { countUpTo, findByQuery } from './search-store.ts';
import { createSearchThread } from './search-thread.ts';

/** Finds an owner's files by what is in their names. */
export interface NameSearch {
  /** Sees every change that was told of and is durable. Rejects with `unavailable` where it can't be answered. */
  find(query: NameQuery): Promise<NamesFound>;
  /**
   * Says that these rows (items.row_id) are new, or have another name, place or state than before; what lies below a
   * folder is not named. Heard of once the transaction is durable.
   */
  changed(tx: Tx, ownerId: number, rowIds: readonly number[]): void;
  /** Refuses what still waits. */
  stop(): Promise<void>;
}

export interface NameSearchOptions {
  readonly database: Pick<Database, 'dialect' | 'reader' | 'source'>;
  /** Searches of owners with more alive files are not for this thread. Default 5,000: 2 ms. */
  readonly maxFilesHere?: number;
  /** Nor are those of owners with more folders in the trash. Default 1,000. */
  readonly maxHiddenFoldersHere?: number;
  /** What the names in memory may take. Default 256 MiB: two and a half million files. */
  readonly maxBytes?: number;
  /** Of so many owners at most. Default 32. */
  readonly maxOwners?: number;
  /** How long a search waits for names that are being read before it goes to the database. Default 100 ms. */
  readonly loadPatienceMs?: number;
  /** So many changes at least are kept beside an index before it is made anew. Default 4,096. */
  readonly fewChanges?: number;
  /** How long they are kept when nobody searches. Default 5 minutes. */
  readonly idleMs?: number;
  /** How long a search may take. Default 30 s, in which ten million names are read. */
  readonly patienceMs?: number;
  /** How many may wait for the thread. Default 256. */
  readonly maxPending?: number;
}

const mebibyte = 1024 * 1024;

/**
 * Few files are looked through by a query on the spot. Names of many are kept in memory, by a thread that is started by
 * the first search that needs it: what a query would take a tenth of a second for, holding up everybody, takes it
 * milliseconds.
 */
export function createNameSearch(options: NameSearchOptions): NameSearch {
  const { dialect, reader, source } = options.database;
  const { maxFilesHere = 5000, maxHiddenFoldersHere = 1000 } = options;
  const thread = createSearchThread({
    source,
    maxBytes: options.maxBytes ?? 256 * mebibyte,
    maxOwners: options.maxOwners ?? 32,
    loadPatienceMs: options.loadPatienceMs ?? 100,
    fewChanges: options.fewChanges ?? 4096,
    idleMs: options.idleMs ?? 5 * minuteMs,
    patienceMs: options.patienceMs ?? 30 * secondMs,
    maxPending: options.maxPending ?? 256,
  });

  return {
    find: async (query) => {
      if (!canBeInName(query.text)) return nothingFound;
      if (thread.holds(query.ownerId)) return thread.find(query);
      const { files, hiddenFolders } = await countUpTo(reader, query.ownerId, {
        files: maxFilesHere + 1,
        hiddenFolders: maxHiddenFoldersHere + 1,
      });
      if (files > maxFilesHere || hiddenFolders > maxHiddenFoldersHere) return thread.find(query);
      return findByQuery(reader, dialect, query, { hasHidden: hiddenFolders > 0 });
    },
    changed: (tx, ownerId, rowIds) => tx.afterCommit(() => thread.changed(ownerId, rowIds)),
    stop: () => thread.stop(),
  };
}
