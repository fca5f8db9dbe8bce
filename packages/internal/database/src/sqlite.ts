import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, storageFaultOf, type StorageFault } from '@drive/base';
import { GroupCommit, type CommitSteps, type GroupCommitOptions } from '@drive/group-commit';
import { sql, Transaction, type CompiledQuery, type QueryResult } from 'kysely';
import type { Database } from './database.ts';
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts';
import { sqliteQueries } from './sqlite-queries.ts';
import { createNestingGuard, PlainExecutor, runHooks, runWork } from './transaction.ts';
import { createWalCheckpointer, startCheckpointWorker } from './wal-checkpointer.ts';
import { checkpoint, createDatabaseFile, openSqliteFiles, walBytes, type SqliteFiles } from './wal.ts';
import { createWorkerReader } from './worker-reader.ts';

export interface SqliteOptions extends Pick<GroupCommitOptions, 'onCommit' | 'refusesForeignWaits'> {
  /** Created with its folder if missing. */
  readonly file: string;
  /**
   * Whether this process keeps the WAL short, as only the server does. Others leave it to the server, or to the last of
   * them that closes. Default false.
   */
  readonly ownsWal?: boolean;
  /**
   * A sync failed, or the file is corrupt. Everything acknowledged is safe and can be read, but every later write of this
   * process is refused: the process has to be started again. Default: the error is thrown to the process.
   */
  readonly onBroken?: (error: Error) => void;
  /**
   * Called when writes begin to fail because the disk is full or refuses writes, and with undefined after the first
   * write that succeeds again. No acknowledged write is lost, and no restart is needed.
   */
  readonly onFault?: (fault: StorageFault | undefined, error?: unknown) => void;
  /** Called when the disk is full. Resolves with true if there is more room now: the write is then repeated once. */
  readonly makeRoom?: () => Promise<boolean>;
  /** A checkpoint failed, e.g. on a full disk. The WAL grows, and the checkpoint is tried again. */
  readonly onWalGrows?: (error: unknown) => void;
  readonly seams?: Partial<SqliteSeams>;
}

export interface SqliteSeams {
  readonly syncWal: SqliteFiles['syncWal'];
  readonly startCheckpointWorker: typeof startCheckpointWorker;
  readonly maxWalPages: number;
}

const WRITER_CACHE_BYTES = 16 * 1024 * 1024;
const READER_CACHE_BYTES = 32 * 1024 * 1024;
/** 16 MiB: the more, the more often a page is written to the log before it is copied once. */
const MAX_WAL_PAGES = 4096;
/** Time that a write waits for another process that writes to the same file. */
const BUSY_PATIENCE_MS = 10_000;
const BUSY_PAUSE_MS = 10;

/** One connection that writes and one that reads; reads see the last durable commit and never wait for a write. */
export function openSqlite<Schema>(options: SqliteOptions): Database<Schema> {
  const { file, ownsWal = false, onBroken = throwToProcess, onWalGrows = () => {}, seams = {} } = options;
  const { onFault = () => {}, makeRoom = async () => false } = options;
  createDatabaseFile(file);
  const leftWalBytes = walBytes(file);
  const writer = connectSqlite(file, { readonly: false, cacheBytes: WRITER_CACHE_BYTES });
  const readings = connectSqlite(file, { readonly: true, cacheBytes: READER_CACHE_BYTES });
  // After a failed disk, the WAL that is left may be in the system's memory only. A checkpoint writes it again.
  if (ownsWal && leftWalBytes > 0) checkpointLeftWal(writer, onWalGrows);
  const files = openSqliteFiles(file);
  const snapshot = createCommittedReader(readings);
  const guard = createNestingGuard();
  let broken: Error | undefined;
  let isClosed = false;

  const breakDown = (cause: unknown): Error => {
    if (broken !== undefined) return broken;
    broken = new DatabaseFailedError('The disk failed under the database: the server has to stop', { cause });
    onBroken(broken);
    return broken;
  };

  let fault: StorageFault | undefined;
  const setFault = (now: StorageFault | undefined, error?: unknown): void => {
    if (now === fault) return;
    fault = now;
    onFault(now, error);
  };
  /** Shared by all that failed together: the first of them releases the room for every one. */
  let makingRoom: Promise<boolean> | undefined;
  const makeRoomOnce = (): Promise<boolean> => (makingRoom ??= makeRoom().finally(() => (makingRoom = undefined)));

  async function commit<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await commits.add(work);
      setFault(undefined);
      return value;
    } catch (error) {
      const found = broken === undefined ? storageFaultOf(error) : undefined;
      if (found !== undefined) setFault(found, error);
      throw error;
    }
  }

  const steps: CommitSteps = {
    begin: async () => {
      if (broken !== undefined) throw broken;
      await begin(writer);
    },
    savepoint: () => writer.run('savepoint work'),
    release: () => writer.run('release work'),
    rollbackToSavepoint: () => writer.run('rollback to work'),
    commit: () => {
      snapshot.hold();
      try {
        writer.run('commit');
      } catch (error) {
        snapshot.release();
        throw error;
      }
    },
    sync: async () => {
      const prefetched = files.prefetchWal(checkpoint.countWalPages(writer.read));
      try {
        await (seams.syncWal ?? files.syncWal)();
        await prefetched;
      } catch (error) {
        throw breakDown(error);
      }
      snapshot.release();
      checkpointer?.check();
    },
    rollback: () => writer.run('rollback'),
    isInTransaction: () => writer.raw.inTransaction,
  };
  const commits = new GroupCommit(steps, {
    ...options,
    onLost: (error) => {
      if (mustStop(error)) breakDown(error);
    },
  });
  const checkpointer = ownsWal
    ? createWalCheckpointer({
        maxPages: seams.maxWalPages ?? MAX_WAL_PAGES,
        countPages: () => checkpoint.countWalPages(readings.read),
        startWorker: () =>
          (seams.startCheckpointWorker ?? startCheckpointWorker)({ file, descriptor: files.descriptor }),
        between: (interlude) => commits.between(interlude),
        onFailure: (error) => void (mustStop(error) ? breakDown(error) : onWalGrows(error)),
      })
    : undefined;
  const reader = new Transaction<Schema>(
    sqliteQueries(
      {
        // Not async, like the one below: a query waits for no more promises than it needs.
        provideConnection: (use) => {
          guard.assertOutside('database.reader');
          return use(readings);
        },
      },
      PlainExecutor,
    ),
  );

  const worker = createWorkerReader({ file });
  const workerReader = new Transaction<Schema>(
    sqliteQueries({
      provideConnection: (use) => {
        guard.assertOutside('database.workerReader');
        return use({ ...readings, executeQuery: readInWorker });
      },
    }),
  );
  async function readInWorker<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const rows = await worker.read(query);
    // The work may have seen commits that a power loss could undo.
    await commits.durable();
    return { rows: rows as Row[] };
  }

  return {
    dialect: 'sqlite',
    source: { dialect: 'sqlite', file },
    reader,
    workerReader,
    write: async (work) => {
      guard.assertOutside('database.write');
      if (isClosed) throw new Error('The database is closed');
      if (broken !== undefined) throw broken;
      // A batch runs in the context that began it; each work and its hooks run in that of their caller.
      const context = new AsyncResource('database.write');
      const run = () => context.runInAsyncScope(() => guard.run(() => runWork(writer, sqliteQueries, noLock, work)));
      const { value, hooks } = await commit(run).catch(async (error: unknown) => {
        if (storageFaultOf(error) !== 'full' || broken !== undefined || !(await makeRoomOnce())) throw error;
        return commit(run);
      });
      runHooks(hooks);
      return value;
    },
    ping: async () => {
      await sql`select 1`.execute(reader);
    },
    close: async () => {
      isClosed = true;
      await commits.idle();
      await checkpointer?.close();
      await worker.close();
      readings.raw.close();
      writer.raw.close();
      files.close();
    },
  };
}

interface CommittedReader {
  /** Call before a commit, while everything that was committed is durable. */
  hold(): void;
  /** Call when the commit is durable, or has failed. */
  release(): void;
}

/**
 * Readers must not see a commit that is not durable yet. So the read connection takes a snapshot before a commit and
 * reads from it until the commit is on the disk: readers never wait, and never see a commit that a power loss could
 * undo.
 */
function createCommittedReader({ raw, run }: SqliteConnection): CommittedReader {
  return {
    hold: () => {
      run('begin');
      // The snapshot is that of the first read.
      run('select 1 from sqlite_schema limit 1');
    },
    release: () => {
      if (raw.inTransaction) run('commit');
    },
  };
}

/** There is one writer anyway. */
const noLock = async (): Promise<void> => {};

async function begin(writer: SqliteConnection): Promise<void> {
  const deadline = performance.now() + BUSY_PATIENCE_MS;
  for (;;) {
    try {
      return writer.run('begin immediate');
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > deadline)
        throw new DomainError('unavailable', 'The server is busy. Try again in a moment.', {
          cause: error,
          retryAfterSeconds: 1,
        });
      await sleep(BUSY_PAUSE_MS);
    }
  }
}

function checkpointLeftWal(writer: SqliteConnection, onWalGrows: (error: unknown) => void): void {
  try {
    checkpoint.restart(writer.raw);
  } catch (error) {
    // A full disk, for example; it is needed only after a failure.
    if (mustStop(error)) throw error;
    onWalGrows(error);
  }
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const isBusy = (error: unknown): boolean => errorCode(error).startsWith('SQLITE_BUSY');

/**
 * After a failed sync the state of the file on the disk is unknown, and a later successful sync does not clarify it; a
 * code of the operating system comes from a sync, the only call outside SQLite. A corrupt or moved file is as bad.
 * SQLite rolled back every other failed write (a full disk, a read-only file system, a bad sector) before its caller
 * was answered, and the next one may succeed.
 */
const mustStop = (error: unknown): boolean =>
  /^(SQLITE_(IOERR_(DIR_)?FSYNC|CORRUPT.*|NOTADB|READONLY_DBMOVED)|E[A-Z]+)$/.test(errorCode(error));

class DatabaseFailedError extends Error {
  override readonly name = 'DatabaseFailedError';
  readonly code = 'DATABASE_FAILED';
}

function throwToProcess(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}
