import { createHash, randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { keepRenewing } from '../../../sdk/src/node/running-process.ts';
import { CliError } from './cli-error.ts';
import { hasNoHardLinks } from './hard-links.ts';
import { isOf, ownMark, processOf } from './process-mark.ts';

/** A lock without content is one that is just being written, on a disk without hard links. After this time, it is a remnant. */
const WRITTEN_WITHIN_MS = 10_000;
const MOST_ATTEMPTS = 3;

/** Ends the renewal of a lock of this process, by its path. */
const renewals = new Map<string, () => void>();

/**
 * Writes the mark of this process to a file. Throws if the process that it names is running, and is not `from`. The file is made
 * with its content, and the lock of a process that has ended is replaced by one of those that want it only.
 */
export async function takeLock(path: string, from?: number): Promise<void> {
  const mine = `${path}.${randomUUID()}`;
  await writeFile(mine, ownMark(), { mode: 0o600, flag: 'wx' });
  try {
    await take(path, mine, from);
    renewals.set(path, keepRenewing(path));
  } finally {
    await rm(mine, { force: true });
  }
}

async function take(path: string, mine: string, from?: number): Promise<void> {
  // The lock may be released or replaced after each look.
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    if (await makeLinked(mine, path)) return;
    const found = await readLock(path);
    if (found === undefined) continue;
    const holder = await processOf(found, path);
    if (holder !== undefined && !isOf(found, from)) {
      const isHere = isOf(found, holder);
      const where = isHere ? '' : ' of another machine or container';
      throw new CliError('conflict', `the same command is already running (process ${holder}${where})`, {
        hint: isHere ? 'wait for it, or stop it' : 'wait for it, or stop it; if it was killed, wait two minutes',
      });
    }
    if (found === '' && (await isBeingWritten(path))) break;
    if (holder !== undefined) return replaceBy(mine, path);
    if (await replaceEnded(path, found, mine)) return;
  }
  throw new CliError('conflict', 'the same command was just started by another process');
}

/**
 * Replaces the lock of a process that has ended. Of several that find it, only the one that gets a second lock, for that, does so.
 * Returns false if the lock is another one by now.
 */
async function replaceEnded(path: string, ended: string, mine: string): Promise<boolean> {
  const second = `${path}.after-${createHash('sha256').update(ended).digest('hex').slice(0, 16)}`;
  await take(second, mine);
  try {
    if ((await readLock(path)) !== ended) return false;
    await replaceBy(mine, path);
    return true;
  } finally {
    await rm(second, { force: true });
  }
}

async function replaceBy(mine: string, path: string): Promise<void> {
  const copy = `${mine}.new`;
  try {
    await writeFile(copy, ownMark(), { mode: 0o600 });
    await rename(copy, path);
  } finally {
    await rm(copy, { force: true });
  }
}

/** Returns false if there is a file. */
async function makeLinked(mine: string, path: string): Promise<boolean> {
  try {
    await link(mine, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    if (!hasNoHardLinks(error)) throw error;
  }
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (file === undefined) return false;
  await file.writeFile(ownMark());
  await file.close();
  return true;
}

/** undefined if there is none. */
async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function isBeingWritten(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) < WRITTEN_WITHIN_MS;
}

/** Removes the lock if it is that of this process. */
export async function releaseLock(path: string): Promise<void> {
  renewals.get(path)?.();
  renewals.delete(path);
  if ((await readLock(path)) === ownMark()) await rm(path, { force: true });
}

/** The other process that holds a lock; undefined if it is not running. */
export async function findLockHolder(path: string): Promise<number | undefined> {
  return processOf((await readLock(path).catch(() => undefined)) ?? '', path);
}
