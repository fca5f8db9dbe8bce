import { DummyDriver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { createKyselyFactory } from './transaction.ts';

/**
 * Writes `+?` for a parameter, which means the same. By a bare `?` SQLite 3.47 and newer plan a statement for the value that
 * is bound, and compile it anew for the next one, every time: four fifths of what a look at two tables took.
 */
class OnceCompiled extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** Query builders that write SQLite's SQL. */
export const sqliteQueries = createKyselyFactory({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new OnceCompiled(),
});
