import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Random } from './random.ts';

/**
 * Creates a directory with its ancestors, and makes their entries durable: otherwise a power loss removes everything in
 * it, also synced files. Succeeds if it exists; its creator may not have synced it.
 */
export function makeDurableDirectory(path: string, mode: number): void {
  const target = resolve(path);
  const firstMade = mkdirSync(target, { recursive: true, mode });
  const top = dirname(firstMade ?? target);
  for (let parent = dirname(target); ; parent = dirname(parent)) {
    try {
      syncDirectory(parent);
    } catch (error) {
      // The first existing ancestor may belong to another user, or be on a file system without sync.
      if (firstMade !== undefined || (error as NodeJS.ErrnoException).code === 'EIO') throw error;
    }
    if (parent === top || parent === dirname(parent)) return;
  }
}

/** Makes the entries of a directory durable. */
export function syncDirectory(path: string): void {
  // Windows cannot open directories; NTFS journals their entries.
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/**
 * Creates a file that only the server's own user may read, unless it exists: of several processes the first one creates
 * it. The file gets its name when it is complete and on disk.
 */
export function makeDurableFile(path: string, content: string, random: Random): void {
  const temporary = `${path}.${random.uuid()}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
    closeSync(file);
    linkSync(temporary, path);
    syncDirectory(dirname(path));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
