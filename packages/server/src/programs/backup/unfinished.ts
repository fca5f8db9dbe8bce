import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const marker = 'restore-unfinished';

/** Half a restore is in the data directory: nothing may start on it. */
export class RestoreUnfinishedError extends Error {
  override readonly name = 'RestoreUnfinishedError';

  constructor(directory: string) {
    super(`A restore into ${directory} was interrupted. Run it again; it starts over.`);
  }
}

export const isRestoreUnfinished = async (directory: string): Promise<boolean> =>
  (await stat(join(directory, marker)).catch(() => undefined)) !== undefined;

export const markRestore = (directory: string): Promise<void> =>
  writeFile(join(directory, marker), '', { mode: 0o600 });

export const unmarkRestore = (directory: string): Promise<void> => rm(join(directory, marker), { force: true });
