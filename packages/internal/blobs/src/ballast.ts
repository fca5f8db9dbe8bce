import { statSync } from 'node:fs';
import { open, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { secondMs, type Clock } from '@drive/base';
import type { FreeSpace } from './free-space.ts';

export interface BallastOptions {
  /** On the file system of the database. */
  readonly directory: string;
  readonly bytes: number;
  /** Free bytes beyond the ballast that are required to allocate it again. */
  readonly minFreeBytes: number;
  readonly freeSpace: FreeSpace;
  readonly clock: Clock;
}

export interface Ballast {
  /** Releases it if the disk is nearly full, and allocates it again if there is room. Rejects if the disk refuses. */
  adjust(): Promise<void>;
  /** Frees its room at once. True if it was allocated. */
  release(): Promise<boolean>;
  /**
   * Bytes that new blobs must leave free: the size of the ballast if it is not allocated. Looks at the file again after
   * a tenth of a second, because an earlier process or another program may have released it.
   */
  owedBytes(): number;
  /** Adjusts it now and every ten seconds, because a full disk may get no other check. */
  watch(): void;
  close(): Promise<void>;
}

const checkMs = 10 * secondMs;
/** A look at the file for each small upload took a fiftieth of its processor time. */
const lookMs = 100;

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
export function createBallast({ directory, bytes, minFreeBytes, freeSpace, clock }: BallastOptions): Ballast {
  const path = pathIn(directory);
  // The file has another name until it is complete, because a short one would count as allocated.
  const part = `${path}.part`;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastLook: { readonly at: number; readonly isAllocated: boolean } | undefined;

  function isAllocated(): boolean {
    try {
      return statSync(path, { throwIfNoEntry: false })?.size === bytes;
    } catch {
      return false;
    }
  }

  async function allocate(): Promise<void> {
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
    lastLook = undefined;
  }

  async function release(): Promise<boolean> {
    const isReleased = await removeBallast(directory);
    lastLook = undefined;
    return isReleased;
  }

  function owedBytes(): number {
    const now = clock.now();
    if (lastLook === undefined || Math.abs(now - lastLook.at) >= lookMs)
      lastLook = { at: now, isAllocated: isAllocated() };
    return lastLook.isAllocated ? 0 : bytes;
  }

  async function adjust(keptBytes = minFreeBytes): Promise<void> {
    const free = await freeSpace.bytes();
    if (free < bytes / 4) await release();
    else if (free > keptBytes + 2 * bytes && !isAllocated()) await allocate();
  }

  const adjustSoon = (keptBytes = minFreeBytes): void => {
    // A failure is ignored: the next attempt may succeed.
    running ??= adjust(keptBytes)
      .catch(() => undefined)
      .finally(() => (running = undefined));
  };

  return {
    adjust: () => adjust(),
    release,
    owedBytes,
    watch: () => {
      // A disk smaller than the low-water mark accepts no new bytes, but signing in needs the ballast there, too.
      adjustSoon(0);
      timer ??= setInterval(() => adjustSoon(), checkMs).unref();
    },
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
