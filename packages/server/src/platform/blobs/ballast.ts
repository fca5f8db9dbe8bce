import { open, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { secondMs } from '../clock.ts';
import type { FreeSpace } from './free-space.ts';

export interface BallastOptions {
  /** On the file system of the database. */
  readonly directory: string;
  readonly bytes: number;
  /** Free bytes beyond the ballast that are required to allocate it again. */
  readonly minFreeBytes: number;
  readonly freeSpace: FreeSpace;
}

export interface Ballast {
  /** Releases it if the disk is as good as full; lays it in again if there is room. Rejects if the disk refuses. */
  adjust(): Promise<void>;
  /** Frees its room at once. True if it was allocated. */
  release(): Promise<boolean>;
  /** Bytes that new writes must leave free: the size of a released ballast. */
  owedBytes(): number;
  /** Adjusts it now and every ten seconds, because a full disk may get no other check. */
  watch(): void;
  close(): Promise<void>;
}

const checkMs = 10 * secondMs;

const pathIn = (directory: string): string => join(directory, 'ballast');

/** Removes the ballast; true if the directory had one. Never rejects. */
export async function removeBallast(directory: string): Promise<boolean> {
  try {
    await rm(`${pathIn(directory)}.part`, { force: true });
    await unlink(pathIn(directory));
    return true;
  } catch {
    return false;
  }
}

/**
 * A file without content that is released when the disk is full: a database needs some room even to delete, and users
 * could never free any.
 */
export function createBallast({ directory, bytes, minFreeBytes, freeSpace }: BallastOptions): Ballast {
  const path = pathIn(directory);
  // The file has another name until it is complete, because a short one would count as allocated.
  const part = `${path}.part`;
  let isReleased = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function layIn(): Promise<void> {
    const file = await open(part, 'w', 0o600);
    try {
      // Zeros that are written, not a hole: a hole takes no room.
      const zeros = Buffer.alloc(1024 * 1024);
      for (let left = bytes; left > 0; left -= zeros.length)
        await file.write(zeros, 0, Math.min(left, zeros.length), bytes - left);
    } finally {
      await file.close();
    }
    await rename(part, path);
  }

  async function release(): Promise<boolean> {
    const wasThere = await removeBallast(directory);
    isReleased ||= wasThere;
    return wasThere;
  }

  async function adjust(keptBytes = minFreeBytes): Promise<void> {
    const free = await freeSpace.bytes();
    if (free < bytes / 4) {
      await release();
    } else if (free > keptBytes + 2 * bytes) {
      const found = await stat(path).catch(() => undefined);
      if (found?.size !== bytes) await layIn();
      isReleased = false;
    }
  }

  const look = (keptBytes = minFreeBytes): void => {
    // A failure is ignored: the next attempt may succeed.
    running ??= adjust(keptBytes)
      .catch(() => undefined)
      .finally(() => (running = undefined));
  };

  return {
    adjust: () => adjust(),
    release,
    owedBytes: () => (isReleased ? bytes : 0),
    watch: () => {
      // A disk smaller than the low-water mark accepts no new bytes, but signing in needs the ballast there, too.
      look(0);
      timer ??= setInterval(() => look(), checkMs).unref();
    },
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
