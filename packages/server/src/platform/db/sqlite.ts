import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, Transaction, type CompiledQuery, type QueryResult } from 'kysely';
import { DomainError } from '../errors.ts';
import { createAsideThread } from './aside-thread.ts';
import { startCheckpointThread } from './checkpoint-thread.ts';
import { checkpoint } from './checkpoint.ts';
import type { Database } from './database.ts';
import { createDurableReader } from './durable-reader.ts';
import { createGroupCommit, type CommitSteps, type GroupCommitOptions } from './group-commit.ts';
import { createLogKeeper } from './log-keeper.ts';
import { createNestingGuard } from './nesting-guard.ts';
import type { Schema } from './schema.ts';
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts';
import { createDatabaseFile, openSqliteFiles, sizeOfLog, type SqliteFiles } from './sqlite-files.ts';
import { sqliteQueries } from './sqlite-queries.ts';
import { runHooks, runWork } from './transaction.ts';

export interface SqliteOptions extends Pick<GroupCommitOptions, 'onCommit' | 'refusesForeignWaits'> {
  /** Made with its folder when it isn't there. */
  readonly file: string;
  /**
   * This process keeps the log short, which one does: the server. Others leave it to that, or to the last of them that
   * closes. Default false.
   */
  readonly ownsLog?: boolean;
  /**
   * The disk failed under the database. What it acknowledged is safe, but nothing it says from now on can be trusted, so
   * every later write is refused and the process has to end. Default: the error is thrown to the process.
   */
  readonly onBroken?: (error: Error) => void;
  /** The log could not be folded into the file, for want of room perhaps. It grows, and is tried again. */
  readonly onLogGrows?: (error: unknown) => void;
  /** For tests. */
  readonly seams?: Partial<SqliteSeams>;
}

export interface SqliteSeams {
  readonly syncLog: SqliteFiles['syncLog'];
  readonly startCheckpointer: typeof startCheckpointThread;
  readonly maxLogPages: number;
}

const WRITER_CACHE_BYTES = 16 * 1024 * 1024;
const READER_CACHE_BYTES = 32 * 1024 * 1024;
/** 16 MiB: the more, the more often a page is written to the log before it is copied once. */
const MAX_LOG_PAGES = 4096;
/** How long a write waits for another process that writes to the same file. */
const BUSY_PATIENCE_MS = 10_000;
const BUSY_PAUSE_MS = 10;

/** One connection that writes and one that reads; reads see the last durable commit and never wait for a write. */
export function openSqlite(options: SqliteOptions): Database {
  const { file, ownsLog = false, onBroken = throwToProcess, onLogGrows = () => {}, seams = {} } = options;
  createDatabaseFile(file);
  const leftBytes = sizeOfLog(file);
  const writer = connectSqlite(file, { readonly: false, cacheBytes: WRITER_CACHE_BYTES });
  const readings = connectSqlite(file, { readonly: true, cacheBytes: READER_CACHE_BYTES });
  // After a disk that failed, what is left of the log may be in the system's memory only. Copied, it is written anew.
  if (ownsLog && leftBytes > 0) foldLog(writer, onLogGrows);
  const files = openSqliteFiles(file);
  const snapshot = createDurableReader(readings);
  const guard = createNestingGuard();
  let broken: Error | undefined;
  let isClosed = false;

  const breakDown = (cause: unknown): void => {
    if (broken !== undefined) return;
    broken = new Error('The disk failed under the database: the server has to stop', { cause });
    onBroken(broken);
  };

  const steps: CommitSteps = {
    begin: async () => {
      if (broken !== undefined) throw broken;
      await begin(writer);
    },
    savepoint: () => writer.run('savepoint work'),
    release: () => writer.run('release work'),
    rollbackToSavepoint: () => writer.run('rollback to work'),
    commit: () => {
      snapshot.holdSnapshot();
      try {
        writer.run('commit');
      } catch (error) {
        snapshot.letGo();
        throw error;
      }
    },
    sync: async () => {
      const fetched = files.fetchLogAfter(checkpoint.countLogPages(writer.read));
      try {
        await (seams.syncLog ?? files.syncLog)();
        await fetched;
      } catch (error) {
        breakDown(error);
        throw error;
      }
      snapshot.letGo();
      keeper?.look();
    },
    rollback: () => writer.run('rollback'),
    isInTransaction: () => writer.handle.inTransaction,
  };
  const commits = createGroupCommit(steps, {
    ...options,
    onLost: (error) => {
      if (isBroken(error)) breakDown(error);
    },
  });
  const keeper = ownsLog
    ? createLogKeeper({
        maxPages: seams.maxLogPages ?? MAX_LOG_PAGES,
        countPages: () => checkpoint.countLogPages(readings.read),
        startCheckpointer: () =>
          (seams.startCheckpointer ?? startCheckpointThread)({ file, descriptor: files.descriptor }),
        between: commits.between,
        onFailure: (error) => (isBroken(error) ? breakDown(error) : onLogGrows(error)),
      })
    : undefined;
  const reader = new Transaction<Schema>(
    sqliteQueries({
      provideConnection: async (use) => {
        guard.assertOutside('database.reader');
        return use(readings);
      },
    }),
  );

  const aside = createAsideThread({ file });
  const asideReader = new Transaction<Schema>(
    sqliteQueries({
      provideConnection: async (use) => {
        guard.assertOutside('database.asideReader');
        return use({ ...readings, executeQuery: readAside });
      },
    }),
  );
  async function readAside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const rows = await aside.read(query);
    // It may have seen what a power cut could still take back.
    await commits.durable();
    return { rows: rows as Row[] };
  }

  return {
    dialect: 'sqlite',
    source: { dialect: 'sqlite', file },
    reader,
    asideReader,
    write: async (work) => {
      guard.assertOutside('database.write');
      if (isClosed) throw new Error('The database is closed');
      if (broken !== undefined) throw broken;
      // A batch runs in whatever context began it; each work and its hooks belong to their own caller's.
      const inContext = AsyncLocalStorage.snapshot();
      const { value, hooks } = await commits.add(() =>
        inContext(() => guard.run(() => runWork(writer, sqliteQueries, noLock, work))),
      );
      runHooks(hooks);
      return value;
    },
    ping: async () => {
      await sql`select 1`.execute(reader);
    },
    close: async () => {
      isClosed = true;
      await commits.idle();
      await keeper?.close();
      await aside.close();
      readings.handle.close();
      writer.handle.close();
      files.close();
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

function foldLog(writer: SqliteConnection, onLogGrows: (error: unknown) => void): void {
  try {
    checkpoint.restart(writer.handle);
  } catch (error) {
    // A full disk, say: there is no need of it but after a failure.
    if (isBroken(error)) throw error;
    onLogGrows(error);
  }
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const isBusy = (error: unknown): boolean => errorCode(error).startsWith('SQLITE_BUSY');

/** A full disk is not among them: SQLite has undone the write, and goes on when there is room again. */
const isBroken = (error: unknown): boolean => /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY)/.test(errorCode(error));

function throwToProcess(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}
