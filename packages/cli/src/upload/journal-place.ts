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
 * A journal that the next run finds; where there is no place for one, as in a container without a home, one that keeps
 * nothing. `onForgetful` is told why.
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
  return {
    isResuming: false,
    find: () => undefined,
    reserved: () => {},
    done: () => {},
    close: async () => {},
  };
}
