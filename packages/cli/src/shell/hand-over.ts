/** State that one process of a watch passes to the next. */
export interface WatchMemory {
  /** How long to wait after the next run that fails. */
  readonly retryMs: number;
  /** The status that was shown last. */
  readonly shown: string;
  /** Paths that were said to be skipped. */
  readonly told: readonly string[];
}

/** Passed by a process that has run to the process that waits for the next change. */
export interface HandOver {
  readonly local: string;
  /** Paths of the folders to watch. */
  readonly folders: readonly string[];
  readonly stateDirectory: string;
  readonly lockPath: string;
  /** The endpoint of the change feed, with the headers of its requests. */
  readonly feed: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** Where the feed goes on; undefined: the server is not asked. */
  readonly cursor: string | undefined;
  /** The longest wait. */
  readonly ms: number;
  readonly memory: WatchMemory;
}

/**
 * The process that waits for changes while there is nothing to do: a run needs several times its memory, which ends with the process
 * that did it.
 */
export interface WaitingProcess {
  readonly processId: number;
  /** How long to wait for the next change here, so that one edit after the other needs no new process. */
  readonly lingerMs: number;
  /** undefined: this is the first process of the watch. */
  readonly memory: WatchMemory | undefined;
  /** Resolves when the other process watches, and holds the lock. `isDue` tells then whether something changed before. */
  take(handOver: HandOver, isDue: () => boolean, signal: AbortSignal): Promise<void>;
}

/** Messages between the two processes, in this order. */
export interface Beginning {
  readonly lingerMs: number;
  readonly memory: WatchMemory | undefined;
}
export type FromRuns = { readonly handOver: HandOver } | { readonly isDue: boolean };
export interface Taken {
  readonly isTaken: true;
}

/** In the environment of a process that was started by a waiting one: the id of that one. */
export const WAITING_PROCESS = 'DRIVE_CLI_WAITING_PROCESS';
