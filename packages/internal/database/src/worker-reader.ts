import { defineWorker } from '@drive/program';

export interface QuerySetup {
  readonly file: string;
}

export interface QueryTask {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
export type QueryReply = readonly unknown[];

/** Runs long queries, one after the other, in a worker thread with its own connection. */
export interface WorkerReader {
  /** The rows of commits before the start of the query, durable or not. Rejects with the driver's error. */
  read(query: QueryTask): Promise<QueryReply>;
  close(): Promise<void>;
}

export function createWorkerReader(setup: QuerySetup): WorkerReader {
  const worker = defineWorker<QueryTask, QueryReply>({
    name: 'query',
    moduleUrl: import.meta.url,
    workerData: () => setup,
    idleMs: 30_000,
    ended: (cause) => new Error('The worker thread for long queries has ended', { cause }),
    closed: () => new Error('The database is closed'),
  });
  return {
    read: ({ sql, parameters }) => worker.run({ sql, parameters }),
    close: worker.close,
  };
}
