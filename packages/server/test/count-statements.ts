import type { Database, Tx } from '../src/platform/db/index.ts';
import { overriding } from './overriding.ts';

interface CountedDatabase {
  readonly database: Database;
  /** Statements of the writes since the call before, without those that begin and end a transaction. */
  take(): { readonly statements: number; readonly transactions: number };
}

/** The database, whose writes are counted. */
export function countStatements(database: Database): CountedDatabase {
  let statements = 0;
  let transactions = 0;
  const count = (tx: Tx | Tx['later']): void => {
    const executor = tx.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (...query) => {
      statements += 1;
      return execute(...query);
    };
  };
  return {
    database: overriding(database, {
      write: <T>(work: Parameters<typeof database.write<T>>[0]) =>
        database.write<T>((tx) => {
          transactions += 1;
          count(tx);
          // On SQLite, both have the same executor.
          if (tx.later.getExecutor() !== tx.getExecutor()) count(tx.later);
          return work(tx);
        }),
    }),
    take: () => {
      const taken = { statements, transactions };
      statements = 0;
      transactions = 0;
      return taken;
    },
  };
}
