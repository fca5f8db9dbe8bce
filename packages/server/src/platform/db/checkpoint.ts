import type Sqlite from 'better-sqlite3';
import type { SqliteConnection } from './sqlite-connection.ts';

interface CheckpointRow {
  readonly busy: number;
  /** Pages in the log. */
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * The two steps that keep the log short. SQLite syncs the log before it copies from it, and the file when it has copied
 * everything; only then the log may begin again at its start.
 */
export const checkpoint = {
  /** Copies what is in the log into the file, and syncs the file, while others read and write. */
  copy: (raw: Sqlite.Database, syncFile: () => void): boolean => {
    const isDone = run(raw, 'passive').busy === 0;
    // SQLite hasn't where somebody wrote on meanwhile: then the restart, for which everybody waits, would have to.
    syncFile();
    return isDone;
  },

  /**
   * Copies the rest and makes the log begin again, while nobody else writes. Takes the first step of the new log, too:
   * whoever does has to wait until the log's head is on the disk.
   */
  restart: (raw: Sqlite.Database): boolean => {
    const { busy } = run(raw, 'restart');
    if (busy !== 0) return false;
    const version = raw.pragma('user_version', { simple: true });
    raw.exec('begin immediate');
    try {
      // Written anew though it stays what it is.
      raw.pragma(`user_version = ${String(version)}`);
      raw.exec('commit');
    } finally {
      if (raw.inTransaction) raw.exec('rollback');
    }
    return true;
  },

  /** Asked with every commit, so the statement comes from the connection's cache. */
  countLogPages: (read: SqliteConnection['read']): number =>
    onlyRow(read('pragma wal_checkpoint(noop)', []) as CheckpointRow[]).log,
};

const run = (raw: Sqlite.Database, mode: 'passive' | 'restart'): CheckpointRow =>
  onlyRow(raw.pragma(`wal_checkpoint(${mode})`) as CheckpointRow[]);

function onlyRow([row]: readonly CheckpointRow[]): CheckpointRow {
  if (row === undefined) throw new Error('A checkpoint said nothing');
  return row;
}
