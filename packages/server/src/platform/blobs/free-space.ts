import { statfs } from 'node:fs/promises';
import { secondMs, type Clock } from '../clock.ts';
import { StorageError } from './blob-store.ts';

/** Free bytes of the disk, queried at most once a second. */
export interface FreeSpace {
  bytes(): Promise<number>;
  /** Bytes that `require` accepts. At least 0. */
  usableBytes(): Promise<number>;
  /** Rejects with a StorageError if `bytes` more would leave less than the low-water mark. */
  require(bytes: number): Promise<void>;
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
  let taken = 0;

  async function bytes(): Promise<number> {
    const now = clock.now();
    if (known === undefined || Math.abs(now - askedAt) >= secondMs) {
      askedAt = now;
      taken = 0;
      known = ask(directory);
      known.catch(() => (known = undefined));
    }
    return (await known) - taken;
  }

  const keptBytes = (): number => minFreeBytes + owedBytes();

  return {
    bytes,
    usableBytes: async () => Math.max(0, (await bytes()) - keptBytes()),
    async require(wanted) {
      let free: number;
      try {
        free = await bytes();
      } catch (error) {
        throw new StorageError('The disk does not say how much room it has', { cause: error });
      }
      const kept = keptBytes();
      if (free - wanted < kept)
        throw new StorageError(`Too little room: ${free} bytes are free, ${wanted} wanted, ${kept} kept back`);
    },
    take: (written) => {
      taken += written;
    },
  };
}
