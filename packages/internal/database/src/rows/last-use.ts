import type { Log } from '@drive/base';

export interface LastUseOptions {
  /** Named in the log, e.g. `session`. */
  readonly what: string;
  readonly log: Log;
  write(rowIds: readonly number[], usedAt: number): Promise<void>;
  /** How long uses are gathered before they are written together. Default 1 s. */
  readonly gatherMs?: number;
}

/** Times of last use, written in batches after the response: no request waits for it, and a crash may lose some. */
export interface LastUse {
  note(rowId: number, usedAt: number): void;
  /** Writes recorded uses. Never rejects: a failure is logged, and the next use is recorded again. */
  flush(): Promise<void>;
}

export function createLastUse({ what, log, write, gatherMs = 1000 }: LastUseOptions): LastUse {
  let noted = new Set<number>();
  let latest = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function writeNoted(): Promise<void> {
    if (noted.size === 0) return;
    const rowIds = [...noted];
    noted = new Set();
    try {
      for (let start = 0; start < rowIds.length; start += 500) await write(rowIds.slice(start, start + 500), latest);
    } catch (error) {
      log.warn(`the last use of a ${what} was not written`, { error, count: rowIds.length });
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeNoted);
    return writing;
  }

  return {
    note: (rowId, usedAt) => {
      noted.add(rowId);
      latest = Math.max(latest, usedAt);
      timer ??= setTimeout(() => void flush(), gatherMs).unref();
    },
    flush,
  };
}
