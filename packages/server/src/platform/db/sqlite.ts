import { AsyncLocalStorage } from 'node:async_hooks';
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql, Transaction, DummyDriver } from 'kysely';
import { DomainError } from '../errors.ts';
import type { Database } from './database.ts';
import { createGroupCommit, type CommitSteps, type GroupCommitOptions } from './group-commit.ts';
import { createNestingGuard } from './nesting-guard.ts';
import type { Schema } from './schema.ts';
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts';
import { createKyselyFactory, runHooks, runWork } from './transaction.ts';

export interface SqliteOptions extends Pick<GroupCommitOptions, 'onCommit' | 'refusesForeignWaits'> {
  /** Made with its folder when it isn't there. */
  readonly file: string;
  /**
   * The disk failed under the database. What it acknowledged is safe, but nothing it says from now on can be trusted, so
   * every later write is refused and the process has to end. Default: the error is thrown to the process.
   */
  readonly onBroken?: (error: Error) => void;
}

const WRITER_CACHE_BYTES = 16 * 1024 * 1024;
const READER_CACHE_BYTES = 32 * 1024 * 1024;
/** How long a write waits for another process that writes to the same file. */
const BUSY_PATIENCE_MS = 10_000;
const BUSY_PAUSE_MS = 10;

const kysely = createKyselyFactory({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** One connection that writes and one that reads; reads see the last commit and never wait for a write. */
export function openSqlite(options: SqliteOptions): Database {
  createFile(options.file);
  const writer = connectSqlite(options.file, { readonly: false, cacheBytes: WRITER_CACHE_BYTES });
  const readings = connectSqlite(options.file, { readonly: true, cacheBytes: READER_CACHE_BYTES });
  const onBroken = options.onBroken ?? throwToProcess;
  const guard = createNestingGuard();
  let refusal: Error | undefined;

  const commits = createGroupCommit(commitSteps(writer), {
    ...options,
    onLost: (error) => {
      if (!isBroken(error) || refusal !== undefined) return;
      refusal = new Error('The disk failed under the database: the server has to stop', { cause: error });
      onBroken(refusal);
    },
  });
  const reader = new Transaction<Schema>(
    kysely({
      provideConnection: async (use) => {
        guard.assertOutside('database.reader');
        return use(readings);
      },
    }),
  );

  return {
    dialect: 'sqlite',
    source: { dialect: 'sqlite', file: options.file },
    reader,
    write: async (work) => {
      guard.assertOutside('database.write');
      if (refusal !== undefined) throw refusal;
      // A batch runs in whatever context began it; each work and its hooks belong to their own caller's.
      const inContext = AsyncLocalStorage.snapshot();
      const { value, hooks } = await commits.add(() =>
        inContext(() => guard.run(() => runWork(writer, kysely, noLock, work))),
      );
      runHooks(hooks);
      return value;
    },
    ping: async () => {
      await sql`select 1`.execute(reader);
    },
    close: async () => {
      refusal ??= new Error('The database is closed');
      await commits.idle();
      readings.handle.close();
      writer.handle.close();
    },
  };
}

/** There is one writer anyway. */
const noLock = async (): Promise<void> => {};

/** With a mode of its own, because it holds password hashes; SQLite gives the log beside it the same. */
function createFile(file: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  closeSync(openSync(file, 'a', 0o600));
  if (process.platform === 'win32') return;
  const entries = openSync(folder, 'r');
  fsyncSync(entries);
  closeSync(entries);
}

function commitSteps(writer: SqliteConnection): CommitSteps {
  return {
    begin: async () => {
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
    },
    savepoint: () => writer.run('savepoint work'),
    release: () => writer.run('release work'),
    rollbackToSavepoint: () => writer.run('rollback to work'),
    commit: () => writer.run('commit'),
    rollback: () => writer.run('rollback'),
    isInTransaction: () => writer.handle.inTransaction,
  };
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
