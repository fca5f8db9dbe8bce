import { availableParallelism } from 'node:os';
import { startThread, type Thread } from '../program/index.ts';
import { StorageError } from './blob-store.ts';

/**
 * `bytes` is the part of the file that can be hashed. An id is never reused, so that a late message cannot concern
 * another file.
 */
export type HashTask =
  | { readonly kind: 'follow' | 'digest'; readonly id: number; readonly path: string; readonly bytes: number }
  /** `slot` begins with the bytes of the file from `at` on, and is transferred; the thread transfers it back. */
  | {
      readonly kind: 'feed';
      readonly id: number;
      readonly path: string;
      readonly bytes: number;
      readonly at: number;
      readonly slot: Buffer;
    }
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
  | { readonly kind: 'fed'; readonly id: number; readonly bytes: number; readonly slot: Uint8Array }
  | { readonly kind: 'reached'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'digest'; readonly id: number; readonly sums: FileSums }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/**
 * SHA-256 and CRC-32 of files that are being written, in worker threads, so that hashing does not slow down the
 * transfer. A writer that gathers its bytes in slots feeds the threads with them; other bytes are read again from the
 * file. The state lives as long as the process; without it, the file is read again from its beginning.
 */
export interface FileHasher {
  /** The file has grown to `bytes`. */
  follow(id: string, path: string, bytes: number): void;
  /** An empty buffer of `slotBytes` to gather bytes in; undefined if all are in use. Return it by `feed` or `giveSlot`. */
  takeSlot(): Buffer | undefined;
  giveSlot(slot: Buffer): void;
  /** The file has grown by the first `length` bytes of the slot, from `at` on. Resolves, always, when the slot is free again. */
  feed(id: string, path: string, slot: Buffer, at: number, length: number): Promise<void>;
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
/** Large enough that a message is cheap beside the bytes, small enough for a processor's cache. */
export const slotBytes = 512 * 1024;
/** Slots of all writers together: the files of the others are read again. */
const maxSlots = 16;

interface HashThread {
  readonly worker: Thread<HashTask>;
  readonly files: Set<Progress>;
  /** Called for each slot that the thread has, in the order in which it got them. */
  readonly fed: (() => void)[];
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
  /** The files that are being written or hashed; an upload that is paused is none of them. */
  const active = new Set<Progress>();
  const freeSlots: Buffer[] = [];
  let slots = 0;
  let lastNumber = 0;
  let closed = false;

  function addThread(): HashThread {
    const worker = startThread<HashTask, HashNews>('hash', import.meta.url, {
      onMessage: (news) => receive(thread, news),
      onEnd: (error) => {
        const index = threads.indexOf(thread);
        if (index !== -1) threads.splice(index, 1);
        for (const progress of thread.files)
          end(progress, new StorageError('The hashing thread ended', { cause: error }));
        loseSlots(thread);
      },
    });
    const thread: HashThread = { worker, files: new Set(), fed: [] };
    worker.keepAlive(false);
    threads.push(thread);
    return thread;
  }

  function giveSlot(slot: Buffer): void {
    if (active.size > 0) freeSlots.push(slot);
    else slots -= 1;
  }

  /** Memory of slots is kept for the next upload of a series only. */
  function rest(progress: Progress): void {
    active.delete(progress);
    if (active.size === 0) slots -= freeSlots.splice(0).length;
  }

  function loseSlots({ fed }: HashThread): void {
    slots -= fed.length;
    for (const resolve of fed.splice(0)) resolve();
  }

  function receive(thread: HashThread, news: HashNews): void {
    if (news.kind === 'fed') {
      const { buffer, byteOffset, byteLength } = news.slot;
      giveSlot(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength));
      thread.fed.shift()?.();
    }
    const progress = byNumber.get(news.id);
    if (progress === undefined) return;
    switch (news.kind) {
      case 'fed':
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
    rest(progress);
  }

  function progressOf(id: string): Progress {
    const known = files.get(id);
    if (known !== undefined) {
      active.add(known);
      return known;
    }
    if (closed) throw new StorageError('The blob store is closed');
    const idle = threads.find((thread) => thread.files.size === 0);
    const thread =
      idle ??
      (threads.length < maxThreads ? addThread() : threads.reduce((a, b) => (b.files.size < a.files.size ? b : a)));
    const number = ++lastNumber;
    const progress: Progress = { number, id, thread, announced: 0, reached: 0, near: undefined, digest: undefined };
    thread.files.add(progress);
    files.set(id, progress);
    active.add(progress);
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

    takeSlot() {
      const slot = freeSlots.pop();
      if (slot !== undefined || slots === maxSlots) return slot;
      slots += 1;
      return Buffer.allocUnsafeSlow(slotBytes);
    },

    giveSlot,

    feed(id, path, slot, at, length) {
      const progress = progressOf(id);
      progress.announced = at + length;
      const { thread, number } = progress;
      const { promise, resolve } = Promise.withResolvers<void>();
      thread.fed.push(resolve);
      thread.worker.post({ kind: 'feed', id: number, path, bytes: at + length, at, slot }, [
        slot.buffer as ArrayBuffer,
      ]);
      return promise;
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
      if (progress === undefined) return;
      send(progress, { kind: 'rest', id: progress.number });
      rest(progress);
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
      running.forEach(loseSlots);
      await Promise.all(running.map(({ worker }) => worker.end()));
    },
  };
}
