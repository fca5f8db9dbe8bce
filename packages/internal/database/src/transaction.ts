import { AsyncLocalStorage } from 'node:async_hooks';
import {
  DefaultQueryExecutor,
  DummyDriver,
  Transaction,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type KyselyProps,
  type QueryResult,
} from 'kysely';
import type { Tx } from './database.ts';

export type KyselyFactory = (provider: ConnectionProvider, Executor?: typeof DefaultQueryExecutor) => KyselyProps;

export function createKyselyFactory(dialect: KyselyDialect): KyselyFactory {
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const fixed = { config: { dialect }, dialect, driver: new DummyDriver() };
  return (provider, Executor = DefaultQueryExecutor) => ({
    ...fixed,
    executor: new Executor(compiler, adapter, provider),
  });
}

/** Skips plugins and cancellation, which cost as much as reading a row. Only outside transactions. */
export class PlainExecutor extends DefaultQueryExecutor {
  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.provideConnection((connection) => connection.executeQuery<Row>(query));
  }
}

export interface Outcome<T> {
  readonly value: T;
  readonly hooks: readonly (() => void)[];
}

/** Resolves when the last query of `work` has ended; rejects if the caller must roll back. The caller begins and commits. */
export async function runWork<T>(
  connection: DatabaseConnection,
  kysely: KyselyFactory,
  lock: (name: string) => Promise<void>,
  work: (tx: Tx<any>) => Promise<T>,
  /** Runs a statement before the next one, or before the commit. undefined: each is run at once. */
  defer?: (query: CompiledQuery) => void,
): Promise<Outcome<T>> {
  const hooks: (() => void)[] = [];
  const last: (() => Promise<void>)[] = [];
  const pending = new Set<Promise<unknown>>();
  let isOver = false;
  let failure: { readonly error: unknown } | undefined;

  const refuse = (error: unknown): never => {
    throw new Error('The transaction is aborted: an earlier statement failed', { cause: error });
  };
  // SQLite runs one query at a time: those of a `Promise.all` are queued. Postgres gets them in one message, in their order.
  const isQueued = defer === undefined;
  let latest: Promise<unknown> = Promise.resolve();
  const provider: ConnectionProvider = {
    provideConnection: async (use) => {
      if (isOver) throw new Error('A query was run on a transaction that is over');
      if (failure !== undefined) return refuse(failure.error);
      const query =
        pending.size === 0 || !isQueued
          ? use(connection)
          : latest.then(() => (failure === undefined ? use(connection) : refuse(failure.error)));
      latest = query.catch((error: unknown) => {
        failure ??= { error };
      });
      pending.add(query);
      try {
        return await query;
      } finally {
        pending.delete(query);
      }
    },
  };
  const queries = new Transaction<any>(kysely(provider));
  const tx: Tx<any> = Object.assign(queries, {
    lock: async (name: string): Promise<void> => {
      if (isOver) throw new Error('A lock was taken on a transaction that is over');
      await lock(name);
    },
    beforeCommit: (run: () => Promise<void>): void => void last.push(run),
    afterCommit: (run: () => void): void => void hooks.push(run),
    later: defer === undefined ? queries : new Transaction<any>(kysely(deferring(provider, defer))),
  });

  let value: T;
  let unawaited = 0;
  try {
    value = await work(tx);
    for (const run of last) await run();
  } finally {
    isOver = true;
    unawaited = pending.size;
    await Promise.allSettled(pending);
  }
  if (unawaited > 0) throw new Error(`A transaction ended before ${unawaited} of its queries: await every one`);
  if (failure !== undefined)
    throw new Error('A statement failed in this transaction and its error was caught: nothing was kept', {
      cause: failure.error,
    });
  return { value, hooks };
}

function deferring(
  { provideConnection }: ConnectionProvider,
  defer: (query: CompiledQuery) => void,
): ConnectionProvider {
  const connection: DatabaseConnection = {
    executeQuery: async (query) => {
      defer(query);
      return { rows: [] };
    },
    streamQuery: () => {
      throw new Error('A deferred statement returns no rows');
    },
  };
  // In the order of the others.
  return { provideConnection: (use) => provideConnection(() => use(connection)) };
}

/** An error of a hook is reported to the process, and does not fail the durable commit. */
export function runHooks(hooks: readonly (() => void)[]): void {
  for (const hook of hooks) {
    try {
      hook();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

/** Detects code that was called by a `write` of one database. */
export interface NestingGuard {
  /** Throws when the caller is inside `write`; `what` names the used object. */
  assertOutside(what: string): void;
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createNestingGuard(): NestingGuard {
  const storage = new AsyncLocalStorage<{ open: boolean }>();
  return {
    assertOutside: (what) => {
      if (storage.getStore()?.open === true)
        throw new Error(`${what} was used inside database.write: use the tx that was handed to it`);
    },
    run: async (work) => {
      // A timer or promise that `work` leaves behind inherits the store, and counts as outside when `work` has ended.
      const here = { open: true };
      try {
        return await storage.run(here, work);
      } finally {
        here.open = false;
      }
    },
  };
}
