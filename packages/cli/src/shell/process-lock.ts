import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { CliError } from './cli-error.ts';

/** Writes the id of this process to a file. Throws if the process that it names is running, and is not `from`. */
export async function takeLock(path: string, from?: number): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(String(process.pid));
      await file.close();
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = await findLockHolder(path);
      if (holder !== undefined && holder === from) {
        const mine = `${path}.${process.pid}`;
        await writeFile(mine, String(process.pid), { mode: 0o600 });
        await rename(mine, path);
        return;
      }
      if (holder !== undefined) {
        throw new CliError('conflict', `the same command is already running (process ${holder})`, {
          hint: 'wait for it, or stop it',
        });
      }
      await rm(path, { force: true });
    }
  }
  throw new CliError('conflict', 'the same command was just started by another process');
}

/** Removes the lock unless another process holds it. */
export async function releaseLock(path: string): Promise<void> {
  if ((await findLockHolder(path)) === undefined) await rm(path, { force: true });
}

/** The other process that holds a lock; undefined if it is not running. */
export async function findLockHolder(path: string): Promise<number | undefined> {
  const holder = Number(await readFile(path, 'utf8').catch(() => ''));
  return isRunning(holder) ? holder : undefined;
}

function isRunning(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0 || processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
