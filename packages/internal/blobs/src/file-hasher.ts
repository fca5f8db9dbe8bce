import { availableParallelism } from 'node:os';
import { startThread, type Thread } from '@drive/program';
import { StorageError } from './blob-store.ts';

/**
 * `bytes` is the part of the file that can be hashed. An id is never reused, so that a late message cannot concern
 * another file.
 */
export type HashTask =
  | { readonly kind: 'follow' | 'digest'; readonly id: number; readonly path: string; readonly bytes: number }
  /** Closes the file; the hash so far is cached for a while. */
  | { readonly kind: 'rest'; readonly id: number }
  | { readonly kind: 'forget'; readonly id: number };

/** The sums of a file after all its bytes are read. */
export interface FileSums {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly crc32: number;
}

export type HashNews =
  | { readonly kind: 'reached'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'digest'; readonly id: number; readonly sums: FileSums }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/**
 * SHA-256 and CRC-32 of files that are being written, in worker threads, so that hashing does not slow down the
 * transfer: the threads read the bytes again, from the page cache. The state lives as long as the process; without it, the file is read again from its beginning.
 */
export interface FileHasher {
  /** The file has grown to `bytes`. */
  follow(id: string, path: string, bytes: number): void;
  /** undefined if hashing is near the writer; otherwise resolves when it is near enough. */
  whenNear(id: string): Promise<void> | undefined;
  /** Sums of the first `bytes` of the file, whose state is then dropped. */
  digest(id: string, path: string, bytes: number): Promise<FileSums>;
  /** Closes the file, and keeps its hash. */
  rest(id: string): void;
  /** Drops the state of a file that was removed or truncated. */
  forget(id: string): void;
  close(): Promise<void>;
}

/** Maximum lag of hashing before the writer waits: bytes in between should still be cached. */
const maxLagBytes = 64 * 1024 * 1024;
/** Following in steps spares a message for every write. */
const stepBytes = 2 * 1024 * 1024;
interface HashThread {
  readonly worker: Thread<HashTask>;
  readonly files: Set<Progress>;
}

interface Progress {
  /** The thread's id of the file. */
  readonly number: number;
  readonly id: string;
  readonly thread: HashThread;
  announced: number;
  reached: number;
  near: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  digest: { readonly resolve: (sums: FileSums) => void; readonly reject: (error: Error) => void } | undefined;
}

export function createFileHasher(maxThreads = Math.min(4, Math.max(1, availableParallelism() - 1))): FileHasher {
  const threads: HashThread[] = [];
  const files = new Map<string, Progress>();
  const byNumber = new Map<number, Progress>();
  let lastNumber = 0;
  let closed = false;

  function addThread(): HashThread {
    const worker = startThread<HashTask, HashNews>('hash', import.meta.url, {
      onMessage: receive,
      onEnd: (error) => {
        const index = threads.indexOf(thread);
        if (index !== -1) threads.splice(index, 1);
        for (const progress of thread.files)
          end(progress, new StorageError('The hashing thread ended', { cause: error }));
      },
    });
    const thread: HashThread = { worker, files: new Set() };
    worker.keepAlive(false);
    threads.push(thread);
    return thread;
  }

  function receive(news: HashNews): void {
    const progress = byNumber.get(news.id);
    if (progress === undefined) return;
    switch (news.kind) {
      case 'reached':
        progress.reached = news.bytes;
        if (progress.announced - progress.reached <= maxLagBytes / 2) release(progress);
        break;
      case 'digest':
        progress.digest?.resolve(news.sums);
        end(progress);
        break;
      case 'failed':
        // `digest` rejects with the error; until then only the writer must not wait.
        end(progress, new StorageError(`Reading a staged file again failed: ${news.message}`));
        break;
    }
  }

  function release(progress: Progress): void {
    progress.near?.resolve();
    progress.near = undefined;
  }

  function end(progress: Progress, error?: Error): void {
    files.delete(progress.id);
    byNumber.delete(progress.number);
    progress.thread.files.delete(progress);
    release(progress);
    if (error !== undefined) progress.digest?.reject(error);
  }

  function progressOf(id: string): Progress {
    const known = files.get(id);
    if (known !== undefined) return known;
    if (closed) throw new StorageError('The blob store is closed');
    const idle = threads.find((thread) => thread.files.size === 0);
    const thread =
      idle ??
      (threads.length < maxThreads ? addThread() : threads.reduce((a, b) => (b.files.size < a.files.size ? b : a)));
    const number = ++lastNumber;
    const progress: Progress = { number, id, thread, announced: 0, reached: 0, near: undefined, digest: undefined };
    thread.files.add(progress);
    files.set(id, progress);
    byNumber.set(number, progress);
    return progress;
  }

  const send = (progress: Progress, task: HashTask): void => progress.thread.worker.post(task);

  return {
    follow(id, path, bytes) {
      const progress = progressOf(id);
      if (bytes < progress.announced + stepBytes) return;
      progress.announced = bytes;
      send(progress, { kind: 'follow', id: progress.number, path, bytes });
    },

    whenNear(id) {
      const progress = files.get(id);
      if (progress === undefined || progress.announced - progress.reached <= maxLagBytes) return undefined;
      if (progress.near === undefined) {
        const { promise, resolve } = Promise.withResolvers<void>();
        progress.near = { promise, resolve };
      }
      return progress.near.promise;
    },

    async digest(id, path, bytes) {
      const progress = progressOf(id);
      const { promise, resolve, reject } = Promise.withResolvers<FileSums>();
      progress.digest = { resolve, reject };
      progress.announced = bytes;
      // A pending digest keeps the process alive, following does not.
      progress.thread.worker.keepAlive(true);
      send(progress, { kind: 'digest', id: progress.number, path, bytes });
      try {
        return await promise;
      } finally {
        if ([...progress.thread.files].every((each) => each.digest === undefined))
          progress.thread.worker.keepAlive(false);
      }
    },

    rest(id) {
      const progress = files.get(id);
      if (progress !== undefined) send(progress, { kind: 'rest', id: progress.number });
    },

    forget(id) {
      const progress = files.get(id);
      if (progress === undefined) return;
      send(progress, { kind: 'forget', id: progress.number });
      end(progress, new StorageError('The staged file is gone'));
    },

    async close() {
      closed = true;
      const running = threads.splice(0);
      for (const progress of files.values()) end(progress, new StorageError('The blob store is closed'));
      await Promise.all(running.map(({ worker }) => worker.end()));
    },
  };
}
