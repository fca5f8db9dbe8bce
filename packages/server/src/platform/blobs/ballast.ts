import { open, rename, rm, stat } from 'node:fs/promises';
import type { FreeSpace } from './free-space.ts';

export interface BallastOptions {
  readonly path: string;
  readonly bytes: number;
  /** What has to stay free beside it for it to be laid in again. */
  readonly minFreeBytes: number;
  readonly freeSpace: FreeSpace;
}

export interface Ballast {
  /** Throws it off where the disk is as good as full, lays it in again where there is room. */
  adjust(): Promise<void>;
}

/**
 * A file that holds nothing and is given up when the disk is full: without a little room a database can't even delete,
 * and nobody could ever make room again.
 */
export function createBallast({ path, bytes, minFreeBytes, freeSpace }: BallastOptions): Ballast {
  // It bears another name until it is whole: a short one would be taken for one that is there.
  const part = `${path}.part`;

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

  return {
    async adjust() {
      const free = await freeSpace.bytes();
      if (free < bytes / 4) {
        await rm(part, { force: true });
        await rm(path, { force: true });
      } else if (free > minFreeBytes + 2 * bytes) {
        const found = await stat(path).catch(() => undefined);
        if (found?.size !== bytes) await layIn();
      }
    },
  };
}
