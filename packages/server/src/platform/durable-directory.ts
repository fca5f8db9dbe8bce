import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory with those above it, and their entries durable: without that a power loss takes everything in it, however
 * carefully that was synced. Fine where it exists; who made it may not have got to the sync.
 */
export function makeDurableDirectory(path: string, mode: number): void {
  const target = resolve(path);
  const firstMade = mkdirSync(target, { recursive: true, mode });
  const top = dirname(firstMade ?? target);
  for (let parent = dirname(target); ; parent = dirname(parent)) {
    try {
      syncDirectory(parent);
    } catch (error) {
      // That of a directory which was there before may belong to somebody else, or be of a kind that knows no sync.
      if (firstMade !== undefined || (error as NodeJS.ErrnoException).code === 'EIO') throw error;
    }
    if (parent === top || parent === dirname(parent)) return;
  }
}

/** Makes the entries of a directory durable. */
export function syncDirectory(path: string): void {
  // Windows can't open a directory; NTFS keeps their entries in its journal.
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
