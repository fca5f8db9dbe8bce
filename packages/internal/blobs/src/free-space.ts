import { statfs } from 'node:fs/promises';
import { secondMs, type Clock } from '@drive/base';
import { StorageError } from './blob-store.ts';

/** Free bytes of the disk, queried at most once a second. */
export interface FreeSpace {
  bytes(): Promise<number>;
  /** Bytes that `require` accepts. At least 0. */
  usableBytes(): Promise<number>;
  /** Rejects with a StorageError if `bytes` more would leave less than the low-water mark. */
  require(bytes: number): Promise<void>;
  /** Like `require`, but only while more than the low-water mark has to be left free. For bytes that were admitted before. */
  requireOwed(bytes: number): void | Promise<void>;
  /** Counts bytes written since the last query. */
  take(bytes: number): void;
}

/** Bytes free to an unprivileged user on the file system that holds the path. */
export type AskFreeBytes = (path: string) => Promise<number>;

const askFreeBytes: AskFreeBytes = async (path) => {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
};

export interface FreeSpaceOptions {
  readonly directory: string;
  readonly minFreeBytes: number;
  readonly clock: Clock;
  /** Bytes to leave free now in addition to `minFreeBytes`. Default: none. */
  readonly owedBytes?: () => number;
  readonly ask?: AskFreeBytes | undefined;
}

export function createFreeSpace(options: FreeSpaceOptions): FreeSpace {
  const { directory, minFreeBytes, clock, owedBytes = () => 0, ask = askFreeBytes } = options;
  let known: Promise<number> | undefined;
  let askedAt = 0;
  let owedThen = 0;
  let taken = 0;

  async function bytes(owed = owedBytes()): Promise<number> {
    const now = clock.now();
    // What is owed changes with the free room: the bytes of a released ballast are free, too.
    if (known === undefined || owed !== owedThen || Math.abs(now - askedAt) >= secondMs) {
      askedAt = now;
      owedThen = owed;
      taken = 0;
      known = ask(directory);
      known.catch(() => (known = undefined));
    }
    return (await known) - taken;
  }

  async function requireRoom(wanted: number, owed: number): Promise<void> {
    let free: number;
    try {
      free = await bytes(owed);
    } catch (error) {
      throw new StorageError('The disk does not say how much room it has', { cause: error });
    }
    const kept = minFreeBytes + owed;
    if (free - wanted < kept)
      throw new StorageError(`Too little room: ${free} bytes are free, ${wanted} wanted, ${kept} kept back`);
  }

  return {
    bytes: () => bytes(),
    usableBytes: async () => {
      const owed = owedBytes();
      return Math.max(0, (await bytes(owed)) - minFreeBytes - owed);
    },
    require: async (wanted) => requireRoom(wanted, owedBytes()),
    requireOwed: (wanted) => {
      const owed = owedBytes();
      return owed > 0 ? requireRoom(wanted, owed) : undefined;
    },
    take: (written) => {
      taken += written;
    },
  };
}
