import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Prefix of what is being written or removed; the next run removes the remains of interrupted ones. */
export const unfinished = '.unfinished-';

const marker = 'restore-unfinished';

/** Half a restore is in the data directory: nothing may start on it. */
export class RestoreUnfinishedError extends Error {
  override readonly name = 'RestoreUnfinishedError';

  constructor(directory: string) {
    super(`A restore into ${directory} was interrupted. Run it again; it starts over.`);
  }
}

/** Removes the remains of interrupted runs. */
export async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name.startsWith(unfinished)) await rm(join(directory, name), { recursive: true, force: true });
}

/** A directory for files of this run. An image without /tmp has only the data directory. */
export const makeWorkDirectory = (dataDirectory: string): Promise<string> =>
  mkdtemp(join(tmpdir(), 'drive-')).catch(() => mkdtemp(join(dataDirectory, unfinished)));

export const isRestoreUnfinished = async (directory: string): Promise<boolean> =>
  (await stat(join(directory, marker)).catch(() => undefined)) !== undefined;

export const markRestore = (directory: string): Promise<void> =>
  writeFile(join(directory, marker), '', { mode: 0o600 });

export const unmarkRestore = (directory: string): Promise<void> => rm(join(directory, marker), { force: true });
