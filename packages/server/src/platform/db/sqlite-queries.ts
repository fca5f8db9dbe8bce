import { DummyDriver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { createKyselyFactory } from './transaction.ts';

/** Query builders that write SQLite's SQL. */
export const sqliteQueries = createKyselyFactory({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
