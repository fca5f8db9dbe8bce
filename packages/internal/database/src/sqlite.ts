import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, storageFaultOf, type StorageFault } from '@drive/base';
import { GroupCommit, type CommitSteps, type GroupCommitOptions } from '@drive/group-commit';
import { sql, Transaction, type CompiledQuery, type QueryResult } from 'kysely';
import type { Database, Reader, ReaderSource, Tx } from './database.ts';
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts';
import { sqliteQueries } from './sqlite-queries.ts';
import { createNestingGuard, PlainExecutor, runHooks, runWork } from './transaction.ts';
import { startCheckpointWorker, WalCheckpointer } from './wal-checkpointer.ts';
import { checkpoint, createDatabaseFile, openSqliteFiles, walBytes, type SqliteFiles } from './wal.ts';
import { createWorkerReader, type WorkerReader } from './worker-reader.ts';

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
  return new SqliteDatabase({
    ownsWal: false,
    onBroken: throwToProcess,
    onFault: () => {},
    makeRoom: async () => false,
    onWalGrows: () => {},
    seams: {},
    ...options,
  });
}

type CompleteOptions = SqliteOptions & Required<Omit<SqliteOptions, 'onCommit' | 'refusesForeignWaits'>>;

class SqliteDatabase<Schema> implements Database<Schema> {
  readonly dialect = 'sqlite';
  readonly source: ReaderSource;
  readonly reader: Reader<Schema>;
  readonly workerReader: Reader<Schema>;
  readonly #options: CompleteOptions;
  readonly #writer: SqliteConnection;
  readonly #readings: SqliteConnection;
  readonly #files: SqliteFiles;
  readonly #countWalPages: () => number;
  readonly #snapshot: CommittedReader;
  readonly #guard = createNestingGuard();
  #broken: Error | undefined;
  #isClosed = false;
  #fault: StorageFault | undefined;
  /** Shared by all that failed together: the first of them releases the room for every one. */
  #makingRoom: Promise<boolean> | undefined;
  readonly #commits: GroupCommit;
  readonly #checkpointer: WalCheckpointer | undefined;
  readonly #worker: WorkerReader;

  constructor(options: CompleteOptions) {
    this.#options = options;
    createDatabaseFile(options.file);
    const leftWalBytes = walBytes(options.file);
    this.#writer = connectSqlite(options.file, { readonly: false, cacheBytes: WRITER_CACHE_BYTES });
    this.#readings = connectSqlite(options.file, { readonly: true, cacheBytes: READER_CACHE_BYTES });
    // After a failed disk, the WAL that is left may be in the system's memory only. A checkpoint writes it again.
    if (options.ownsWal && leftWalBytes > 0) checkpointLeftWal(this.#writer, options.onWalGrows);
    this.#files = openSqliteFiles(options.file);
    this.#countWalPages = checkpoint.walPageCounter(this.#writer.raw);
    this.#snapshot = createCommittedReader(this.#readings);
    this.#commits = new GroupCommit(this.#commitSteps(), {
      ...options,
      onLost: (error) => {
        if (mustStop(error)) this.#breakDown(error);
      },
    });
    this.#checkpointer = options.ownsWal ? this.#createCheckpointer() : undefined;
    this.reader = new Transaction<Schema>(
      sqliteQueries(
        {
          // Not async, like the one below: a query waits for no more promises than it needs.
          provideConnection: (use) => {
            this.#guard.assertOutside('database.reader');
            return use(this.#readings);
          },
        },
        PlainExecutor,
      ),
    );
    this.#worker = createWorkerReader({ file: options.file });
    this.workerReader = new Transaction<Schema>(
      sqliteQueries({
        provideConnection: (use) => {
          this.#guard.assertOutside('database.workerReader');
          return use({ ...this.#readings, executeQuery: (query) => this.#readInWorker(query) });
        },
      }),
    );
    this.source = { dialect: 'sqlite', file: options.file };
  }

  async write<T>(work: (tx: Tx<Schema>) => Promise<T>): Promise<T> {
    this.#guard.assertOutside('database.write');
    if (this.#isClosed) throw new Error('The database is closed');
    if (this.#broken !== undefined) throw this.#broken;
    // A batch runs in the context that began it; each work and its hooks run in that of their caller.
    const context = new AsyncResource('database.write');
    const run = () =>
      context.runInAsyncScope(() => this.#guard.run(() => runWork(this.#writer, sqliteQueries, noLock, work)));
    const { value, hooks } = await this.#commit(run).catch(async (error: unknown) => {
      if (storageFaultOf(error) !== 'full' || this.#broken !== undefined || !(await this.#makeRoomOnce())) throw error;
      return this.#commit(run);
    });
    runHooks(hooks);
    return value;
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.reader);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#commits.idle();
    await this.#checkpointer?.close();
    await this.#worker.close();
    this.#readings.raw.close();
    this.#writer.raw.close();
    this.#files.close();
  }

  #commitSteps(): CommitSteps {
    return {
      begin: async () => {
        if (this.#broken !== undefined) throw this.#broken;
        await begin(this.#writer);
      },
      savepoint: () => this.#writer.run('savepoint work'),
      release: () => this.#writer.run('release work'),
      rollbackToSavepoint: () => this.#writer.run('rollback to work'),
      commit: () => {
        this.#snapshot.hold();
        try {
          this.#writer.run('commit');
        } catch (error) {
          this.#snapshot.release();
          throw error;
        }
      },
      sync: async () => {
        const pages = this.#countWalPages();
        const prefetched = this.#files.prefetchWal(pages);
        try {
          await (this.#options.seams.syncWal ?? this.#files.syncWal)();
          await prefetched;
        } catch (error) {
          throw this.#breakDown(error);
        }
        this.#snapshot.release();
        this.#checkpointer?.check(pages);
      },
      rollback: () => this.#writer.run('rollback'),
      isInTransaction: () => this.#writer.raw.inTransaction,
    };
  }

  #createCheckpointer(): WalCheckpointer {
    return new WalCheckpointer({
      maxPages: this.#options.seams.maxWalPages ?? MAX_WAL_PAGES,
      startWorker: () =>
        (this.#options.seams.startCheckpointWorker ?? startCheckpointWorker)({
          file: this.#options.file,
          descriptor: this.#files.descriptor,
        }),
      between: (interlude) => this.#commits.between(interlude),
      onFailure: (error) => void (mustStop(error) ? this.#breakDown(error) : this.#options.onWalGrows(error)),
    });
  }

  #breakDown(cause: unknown): Error {
    if (this.#broken !== undefined) return this.#broken;
    this.#broken = new DatabaseFailedError('The disk failed under the database: the server has to stop', { cause });
    this.#options.onBroken(this.#broken);
    return this.#broken;
  }

  #setFault(now: StorageFault | undefined, error?: unknown): void {
    if (now === this.#fault) return;
    this.#fault = now;
    this.#options.onFault(now, error);
  }

  #makeRoomOnce(): Promise<boolean> {
    return (this.#makingRoom ??= this.#options.makeRoom().finally(() => (this.#makingRoom = undefined)));
  }

  async #commit<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await this.#commits.add(work);
      this.#setFault(undefined);
      return value;
    } catch (error) {
      const found = this.#broken === undefined ? storageFaultOf(error) : undefined;
      if (found !== undefined) this.#setFault(found, error);
      throw error;
    }
  }

  async #readInWorker<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const rows = await this.#worker.read(query);
    // The work may have seen commits that a power loss could undo.
    await this.#commits.durable();
    return { rows: rows as Row[] };
  }
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
