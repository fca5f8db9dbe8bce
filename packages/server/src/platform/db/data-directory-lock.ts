import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeDurableDirectory } from '@drive/base';
import { createDatabaseFile, openRawSqlite } from '@drive/database';
import Sqlite from 'better-sqlite3';

export const lockFileName = 'server.lock';

export class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError';

  constructor(directory: string) {
    super(`Another drive-server is running on ${directory}. Stop it first, or give this one another DRIVE_DATA_DIR.`);
  }
}

/** Two that start at once lock the file for reading first: one of them waits for the other to give up, or both would. */
const GIVING_UP_MS = 500;

/** Keeps the connections from being collected, which would release their locks. */
const held = new Set<Sqlite.Database>();

/** The operating system holds the lock, so a killed process leaves none. Commands that write do not lock. */
export function lockDataDirectory(directory: string): { release(): void } {
  makeDurableDirectory(directory, 0o700);
  const file = join(directory, lockFileName);
  createDatabaseFile(file);
  // Earlier versions let other users of the machine read it.
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  const handle = openRawSqlite(file, { timeout: GIVING_UP_MS });
  try {
    // A journal on disk would keep a server from starting on a full one.
    handle.pragma('journal_mode = memory');
    handle.exec('begin exclusive');
  } catch (error) {
    handle.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw new DataDirectoryInUseError(directory);
    throw error;
  }
  held.add(handle);
  return {
    release: () => {
      held.delete(handle);
      handle.close();
    },
  };
}
