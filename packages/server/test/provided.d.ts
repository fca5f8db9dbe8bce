import 'vitest';

declare module 'vitest' {
  /** What `inject()` gives to the server's tests. */
  interface ProvidedContext {
    databaseKind: 'sqlite' | 'postgres';
    /** Of a superuser, to a maintenance database; only where databaseKind is 'postgres'. */
    postgresUrl?: string;
  }
}
