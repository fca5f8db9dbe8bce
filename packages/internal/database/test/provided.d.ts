import 'vitest';

declare module 'vitest' {
  /** Values that `inject()` gives to the tests. */
  interface ProvidedContext {
    databaseKind: 'sqlite' | 'postgres';
    /** Connection of a superuser to a maintenance database; only where databaseKind is 'postgres'. */
    postgresUrl?: string;
  }
}
