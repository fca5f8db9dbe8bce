import { DummyDriver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { createKyselyFactory } from './transaction.ts';

/**
 * Writes `+?` for a parameter, which has the same meaning. SQLite (3.54) uses a bare `?` as a hint: it reads the bound
 * value while it chooses a plan, and so compiles the statement again for other values, which is four fifths of the time
 * of a look-up in two tables.
 */
class OnceCompiled extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

export const sqliteQueries = createKyselyFactory({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new OnceCompiled(),
});
