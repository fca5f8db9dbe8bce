import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * What is committed isn't durable yet, and nobody may be told of it. So before a commit the reading connection takes a
 * snapshot, and reads from it until the commit is on the disk: readers never wait, and never see what a power cut could
 * take back.
 */
export interface DurableReader {
  /** While everything that was committed is durable. */
  holdSnapshot(): void;
  /** Once everything is again. */
  letGo(): void;
}

export function createDurableReader({ raw, run }: SqliteConnection): DurableReader {
  return {
    holdSnapshot: () => {
      run('begin');
      // The snapshot is that of the first read.
      run('select 1 from sqlite_schema limit 1');
    },
    letGo: () => {
      if (raw.inTransaction) run('commit');
    },
  };
}
