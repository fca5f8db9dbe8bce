import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal, type Journal } from './journal.ts';

const unwritable: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ENOENT',
  'ENOSPC',
]);

/**
 * A journal that the next run finds; where there is no place for one, as in a container without a home, one that goes with
 * the command. `onForgetful` is told why.
 */
export async function openJournalAnywhere(
  stateDirectory: string,
  identity: readonly string[],
  now: () => number,
  onForgetful: (reason: string) => void,
): Promise<Journal> {
  try {
    return await openJournal(stateDirectory, identity, now);
  } catch (error) {
    if (!unwritable.has((error as NodeJS.ErrnoException).code)) throw error;
    onForgetful(`${stateDirectory} can't be written`);
  }
  const scratch = await mkdtemp(join(tmpdir(), 'drive-upload-'));
  const journal = await openJournal(scratch, identity, now);
  return {
    ...journal,
    async close() {
      await journal.close({ keep: false });
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
