import { DummyDriver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { createKyselyFactory } from './transaction.ts';

/**
 * Writes `+?` for a parameter, which means the same. A bare `?` SQLite (3.54) takes for a hint: wherever it weighs plans it
 * looks at what is bound, and so compiles the statement again for other values, which is four fifths of what a
 * look at two tables takes.
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
