import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Random } from './random.ts';

/** Syncs the ancestors' entries, too: a power loss would remove even synced files below them. */
export function makeDurableDirectory(path: string, mode: number): void {
  const target = resolve(path);
  const firstMade = makeDirectories(target, mode);
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

/** Returns the first one made. A recursive `mkdirSync` never returns on a file system that allows no directories, such as /proc. */
function makeDirectories(target: string, mode: number): string | undefined {
  const parent = dirname(target);
  const firstMade = existsSync(parent) || parent === target ? undefined : makeDirectories(parent, mode);
  try {
    mkdirSync(target, { mode });
    return firstMade ?? target;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(target).isDirectory()) throw error;
    return firstMade;
  }
}

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

/** Readable by the server's user only. Of several processes the first creates it; it is complete when it has its name. */
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
