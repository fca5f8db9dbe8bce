import 'vitest';

declare module 'vitest' {
  /** Values that `inject()` gives to the server's tests. */
  interface ProvidedContext {
    databaseKind: 'sqlite' | 'postgres';
    /** Connection of a superuser to a maintenance database; only where databaseKind is 'postgres'. */
    postgresUrl?: string;
    /** Servers of one drive, which answer in turn; default 1. */
    serverCount?: number;
  }
}
