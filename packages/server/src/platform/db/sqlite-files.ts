import { closeSync, fdatasync, mkdirSync, openSync, read, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncDirectory } from '../durable-directory.ts';

/** A page and what the log says of it. */
const LOG_PAGE_BYTES = 4096 + 24;
/** Reading as much from memory takes a thread some 30 µs. */
const MIN_FETCHED_BYTES = 256 * 1024;
const MAX_FETCHED_BYTES = 2 * 1024 * 1024;

const datasync = promisify(fdatasync);

/** The database's two files as descriptors, for what SQLite doesn't do by itself: syncing them away from the main thread. */
export interface SqliteFiles {
  readonly descriptor: number;
  /** Rejects when the disk refuses; what was written since the last sync is lost then, whatever a later one says. */
  syncLog(): Promise<void>;
  /**
   * Brings into memory what the log will be written over with next, after its first `pages`. Its pages don't begin where
   * the disk's do: writing over what the system has forgotten would have to read it first, and whoever commits waits.
   */
  fetchLogAfter(pages: number): Promise<void>;
  /** Only after every connection of this process: closing any descriptor of the file gives up all of its locks on it. */
  close(): void;
}

/** With a mode of its own, because it holds password hashes; SQLite gives the log beside it the same. */
export function createDatabaseFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  try {
    // Where it is there already it is not opened, or closing it would give up the locks of another connection.
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const logOf = (file: string): string => `${file}-wal`;

/** Bytes of the log that an earlier process left; it is kept at its length while the database is open. */
export const sizeOfLog = (file: string): number => statSync(logOf(file), { throwIfNoEntry: false })?.size ?? 0;

/** Once a connection has made the log. From here on both are found after a power cut. */
export function openSqliteFiles(file: string): SqliteFiles {
  syncDirectory(dirname(file));
  const descriptor = openSync(file, 'r+');
  const log = openSync(logOf(file), 'r+');
  const fetched = Buffer.allocUnsafeSlow(MAX_FETCHED_BYTES);
  let fetchedAfter = 0;
  return {
    descriptor,
    syncLog: () => datasync(log),
    fetchLogAfter: (pages) => {
      // The next commit may well write twice as much as the last.
      const wanted = 2 * Math.max(pages - fetchedAfter, 0) * LOG_PAGE_BYTES;
      fetchedAfter = pages;
      const bytes = Math.min(Math.max(wanted, MIN_FETCHED_BYTES), fetched.length);
      // Where it fails, so will writing there.
      return new Promise((resolve) => {
        read(log, fetched, 0, bytes, pages * LOG_PAGE_BYTES, () => resolve());
      });
    },
    close: () => {
      closeSync(log);
      closeSync(descriptor);
    },
  };
}
