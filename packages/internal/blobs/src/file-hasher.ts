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

export type HashMessage =
  | { readonly kind: 'reached'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'digest'; readonly id: number; readonly sums: FileSums }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

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

/**
 * SHA-256 and CRC-32 of files that are being written, in worker threads, so that hashing does not slow down the
 * transfer: the threads read the bytes again, from the page cache. The state lives as long as the process; without it, the file is read again from its beginning.
 */
export class FileHasher {
  readonly #maxThreads: number;
  readonly #threads: HashThread[] = [];
  readonly #files = new Map<string, Progress>();
  readonly #byNumber = new Map<number, Progress>();
  #lastNumber = 0;
  #closed = false;

  constructor(maxThreads: number = Math.min(4, Math.max(1, availableParallelism() - 1))) {
    this.#maxThreads = maxThreads;
  }

  /** The file has grown to `bytes`. */
  follow(id: string, path: string, bytes: number): void {
    const progress = this.#progressOf(id);
    if (bytes < progress.announced + stepBytes) return;
    progress.announced = bytes;
    this.#send(progress, { kind: 'follow', id: progress.number, path, bytes });
  }

  /** undefined if hashing is near the writer; otherwise resolves when it is near enough. */
  whenNear(id: string): Promise<void> | undefined {
    const progress = this.#files.get(id);
    if (progress === undefined || progress.announced - progress.reached <= maxLagBytes) return undefined;
    if (progress.near === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      progress.near = { promise, resolve };
    }
    return progress.near.promise;
  }

  /** Sums of the first `bytes` of the file, whose state is then dropped. */
  async digest(id: string, path: string, bytes: number): Promise<FileSums> {
    const progress = this.#progressOf(id);
    const { promise, resolve, reject } = Promise.withResolvers<FileSums>();
    progress.digest = { resolve, reject };
    progress.announced = bytes;
    // A pending digest keeps the process alive, following does not.
    progress.thread.worker.keepAlive(true);
    this.#send(progress, { kind: 'digest', id: progress.number, path, bytes });
    try {
      return await promise;
    } finally {
      if ([...progress.thread.files].every((each) => each.digest === undefined))
        progress.thread.worker.keepAlive(false);
    }
  }

  /** Closes the file, and keeps its hash. */
  rest(id: string): void {
    const progress = this.#files.get(id);
    if (progress !== undefined) this.#send(progress, { kind: 'rest', id: progress.number });
  }

  /** Drops the state of a file that was removed or truncated. */
  forget(id: string): void {
    const progress = this.#files.get(id);
    if (progress === undefined) return;
    this.#send(progress, { kind: 'forget', id: progress.number });
    this.#end(progress, new StorageError('The staged file is gone'));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const running = this.#threads.splice(0);
    for (const progress of this.#files.values()) this.#end(progress, new StorageError('The blob store is closed'));
    await Promise.all(running.map(({ worker }) => worker.end()));
  }

  #addThread(): HashThread {
    const worker = startThread<HashTask, HashMessage>('hash', import.meta.url, {
      onMessage: (message) => this.#receive(message),
      onEnd: (error) => {
        const index = this.#threads.indexOf(thread);
        if (index !== -1) this.#threads.splice(index, 1);
        for (const progress of thread.files)
          this.#end(progress, new StorageError('The hashing thread ended', { cause: error }));
      },
    });
    const thread: HashThread = { worker, files: new Set() };
    worker.keepAlive(false);
    this.#threads.push(thread);
    return thread;
  }

  #receive(message: HashMessage): void {
    const progress = this.#byNumber.get(message.id);
    if (progress === undefined) return;
    switch (message.kind) {
      case 'reached':
        progress.reached = message.bytes;
        if (progress.announced - progress.reached <= maxLagBytes / 2) this.#release(progress);
        break;
      case 'digest':
        progress.digest?.resolve(message.sums);
        this.#end(progress);
        break;
      case 'failed':
        // `digest` rejects with the error; until then only the writer must not wait.
        this.#end(progress, new StorageError(`Reading a staged file again failed: ${message.message}`));
        break;
    }
  }

  #release(progress: Progress): void {
    progress.near?.resolve();
    progress.near = undefined;
  }

  #end(progress: Progress, error?: Error): void {
    this.#files.delete(progress.id);
    this.#byNumber.delete(progress.number);
    progress.thread.files.delete(progress);
    this.#release(progress);
    if (error !== undefined) progress.digest?.reject(error);
  }

  #progressOf(id: string): Progress {
    const known = this.#files.get(id);
    if (known !== undefined) return known;
    if (this.#closed) throw new StorageError('The blob store is closed');
    const idle = this.#threads.find((thread) => thread.files.size === 0);
    const thread =
      idle ??
      (this.#threads.length < this.#maxThreads
        ? this.#addThread()
        : this.#threads.reduce((a, b) => (b.files.size < a.files.size ? b : a)));
    const number = ++this.#lastNumber;
    const progress: Progress = { number, id, thread, announced: 0, reached: 0, near: undefined, digest: undefined };
    thread.files.add(progress);
    this.#files.set(id, progress);
    this.#byNumber.set(number, progress);
    return progress;
  }

  #send(progress: Progress, task: HashTask): void {
    progress.thread.worker.post(task);
  }
}
