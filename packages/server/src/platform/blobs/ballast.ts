import { open, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { secondMs } from '../clock.ts';
import type { FreeSpace } from './free-space.ts';

export interface BallastOptions {
  /** On the file system of the database. */
  readonly directory: string;
  readonly bytes: number;
  /** What has to stay free beside it for it to be laid in again. */
  readonly minFreeBytes: number;
  readonly freeSpace: FreeSpace;
}

export interface Ballast {
  /** Releases it if the disk is as good as full; lays it in again if there is room. Rejects if the disk refuses. */
  adjust(): Promise<void>;
  /** Gives its room back at once. True if there was any. */
  release(): Promise<boolean>;
  /** What new bytes have to leave free: the room of a ballast that was released. */
  owedBytes(): number;
  /** Adjusts it now and every ten seconds: when the disk is full, perhaps nobody else looks. */
  watch(): void;
  close(): Promise<void>;
}

const checkMs = 10 * secondMs;

const pathIn = (directory: string): string => join(directory, 'ballast');

/** True if there was a ballast in the directory, which is gone now. Never rejects. */
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
 * A file that holds nothing and is given up when the disk is full: without a little room a database can't even delete,
 * and nobody could ever make room again.
 */
export function createBallast({ directory, bytes, minFreeBytes, freeSpace }: BallastOptions): Ballast {
  const path = pathIn(directory);
  // It bears another name until it is complete: a short one would be taken for one that is there.
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
    // It is a help, not a promise: what fails now may work the next time.
    running ??= adjust(keptBytes)
      .catch(() => undefined)
      .finally(() => (running = undefined));
  };

  return {
    adjust: () => adjust(),
    release,
    owedBytes: () => (isReleased ? bytes : 0),
    watch: () => {
      // A disk that is smaller than what is kept free takes no new bytes, and needs one all the more to be signed in to.
      look(0);
      timer ??= setInterval(() => look(), checkMs).unref();
    },
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
