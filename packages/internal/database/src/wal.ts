import { closeSync, fdatasync, mkdirSync, openSync, read, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncDirectory } from '@drive/base';
import type Sqlite from 'better-sqlite3';

interface CheckpointRow {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/** SQLite syncs the WAL before it copies from it, and the file when all is copied; only then the WAL may be restarted. */
export const checkpoint = {
  /** Copies pages from the WAL into the database file, and syncs the file, while others read and write. */
  copy: (raw: Sqlite.Database, syncFile: () => void): void => {
    run(raw, 'passive');
    // SQLite does not sync if another connection wrote meanwhile: the restart, for which all writers wait, would have to.
    syncFile();
  },

  /**
   * Copies the rest and restarts the WAL, while no other connection writes. Writes the first frame of the new WAL, too:
   * its writer waits until the header of the WAL is on the disk. False if another connection was in the way.
   */
  restart: (raw: Sqlite.Database): boolean => {
    const { busy } = run(raw, 'restart');
    if (busy !== 0) return false;
    const version = raw.pragma('user_version', { simple: true });
    raw.exec('begin immediate');
    try {
      // A write that changes nothing.
      raw.pragma(`user_version = ${String(version)}`);
      raw.exec('commit');
    } finally {
      if (raw.inTransaction) raw.exec('rollback');
    }
    return true;
  },

  /**
   * Returns a function that counts the pages in the WAL, as every commit does. A row comes as an array: SQLite prepares a
   * pragma again each time it runs, for which the driver would evaluate a new function that makes objects.
   */
  walPageCounter: (raw: Sqlite.Database): (() => number) => {
    const statement = raw.prepare<[], [busy: number, log: number, checkpointed: number]>('pragma wal_checkpoint(noop)');
    statement.raw();
    return () => onlyRow(statement.all())[1];
  },
};

const run = (raw: Sqlite.Database, mode: 'passive' | 'restart'): CheckpointRow =>
  onlyRow(raw.pragma(`wal_checkpoint(${mode})`) as CheckpointRow[]);

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A checkpoint returned no row');
  return row;
}

/** A page and its frame header. */
const FRAME_BYTES = 4096 + 24;
/** This much of the WAL before the next commit is in memory, and twice as much as the last commit wrote. */
const MIN_AHEAD_BYTES = 256 * 1024;
/** Read at once: waking a thread for each commit took a twentieth of the main thread's time for a small upload. */
const PREFETCH_BYTES = 2 * 1024 * 1024;
/** Pages that were read ahead stay in memory for this long, also if the WAL restarts, which a busy one does several times a second. */
const KEPT_MS = 10_000;

const datasync = promisify(fdatasync);

/** Descriptors of the database file and its WAL, to sync them off the main thread, which SQLite can't. */
export interface SqliteFiles {
  readonly descriptor: number;
  /** Rejects if the disk refuses; writes since the last sync are then lost, also if a later sync succeeds. */
  syncWal(): Promise<void>;
  /**
   * Frames are not aligned to disk blocks: overwriting a block that is not in memory would read it first, during a
   * commit.
   */
  prefetchWal(pages: number): Promise<void>;
  /** Call after every connection of this process is closed: closing any descriptor of a file releases all locks on it. */
  close(): void;
}

/** Readable by its user only, because it contains password hashes. SQLite gives the WAL the same mode. */
export function createDatabaseFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  try {
    // Does not open an existing file: closing it would release the locks of another connection.
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const walOf = (file: string): string => `${file}-wal`;

/** Length of the WAL that an earlier process left. */
export const walBytes = (file: string): number => statSync(walOf(file), { throwIfNoEntry: false })?.size ?? 0;

/** Call when a connection has created the WAL. From here on a power loss leaves both files in their directory. */
export function openSqliteFiles(file: string): SqliteFiles {
  syncDirectory(dirname(file));
  const descriptor = openSync(file, 'r+');
  const wal = openSync(walOf(file), 'r+');
  const prefetched = Buffer.allocUnsafeSlow(PREFETCH_BYTES);
  let lastPages = 0;
  let readUntil = 0;
  let readSince = performance.now();
  return {
    descriptor,
    syncWal: () => datasync(wal),
    prefetchWal: (pages) => {
      const isRestarted = pages < lastPages;
      if (isRestarted && performance.now() - readSince >= KEPT_MS) {
        readUntil = 0;
        readSince = performance.now();
      }
      const end = pages * FRAME_BYTES;
      const ahead = Math.max(MIN_AHEAD_BYTES, 2 * (pages - lastPages) * FRAME_BYTES);
      lastPages = pages;
      if (readUntil >= end + ahead) return Promise.resolve();
      const from = Math.max(readUntil, end);
      readUntil = from + prefetched.length;
      // If reading fails, so will writing there.
      return new Promise((resolve) => {
        read(wal, prefetched, 0, prefetched.length, from, () => resolve());
      });
    },
    close: () => {
      closeSync(wal);
      closeSync(descriptor);
    },
  };
}
