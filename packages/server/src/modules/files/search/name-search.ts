import { canBeInName, nothingFound, type NamesFound } from '@drive/name-index';
import { minuteMs, secondMs } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { countUpTo, findByQuery, type OwnerQuery } from './search-store.ts';
import { createSearchThread, type SearchThreadOptions } from './search-thread.ts';

/** Finds an owner's files by a part of their names. */
export interface NameSearch {
  /** Sees every durable change that was passed to `changed`. Rejects with `unavailable` if it can't be answered. */
  find(query: OwnerQuery): Promise<NamesFound>;
  /**
   * Call in every transaction that adds rows (items.row_id) or changes their name, folder or state. Name a folder alone, not
   * what is below it.
   */
  changed(tx: Tx, ownerId: number, rowIds: readonly number[]): void;
  /** Rejects waiting searches. */
  stop(): Promise<void>;
}

export interface NameSearchOptions extends Partial<Omit<SearchThreadOptions, 'source'>> {
  readonly database: Pick<Database, 'dialect' | 'reader' | 'workerReader' | 'source'>;
  /** Owners with more alive files are searched in the thread. At 5,000, a query takes 2 ms. */
  readonly maxFilesHere?: number;
  /** So are owners with more folders in the trash. */
  readonly maxHiddenFoldersHere?: number;
}

const mebibyte = 1024 * 1024;

/**
 * Searches few files by a query. Names of many are kept in memory by a thread, which the first search that needs it starts: a
 * query would take a tenth of a second, during which nobody else is answered.
 */
export function createNameSearch(options: NameSearchOptions): NameSearch {
  const { database, maxFilesHere = 5000, maxHiddenFoldersHere = 1000, ...threadOptions } = options;
  const { dialect, reader, source } = database;
  const thread = createSearchThread({
    source,
    maxBytes: 256 * mebibyte, // two and a half million files
    maxIndexes: 32,
    loadPatienceMs: 100,
    fewChanges: 4096,
    idleMs: 5 * minuteMs,
    patienceMs: 30 * secondMs, // loads ten million names
    maxPending: 256,
    ...threadOptions,
  });

  return {
    find: async (query) => {
      if (!canBeInName(query.text)) return nothingFound;
      // The thread's index does not know what is below a folder.
      if (query.folderRowId !== undefined) return findByQuery(database.workerReader, dialect, query);
      if (thread.hasLoaded(query.ownerId)) return thread.find(query);
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
