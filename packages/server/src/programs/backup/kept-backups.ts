import { copyFile, link, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, manifestName, parseManifest, removeUnfinished, unfinished } from '@drive/backup-format';
import { syncDirectory, systemClock } from '@drive/base';
import type { Config } from '../../config.ts';
import type { KeptBackup } from '../../platform/backup-program.ts';
import { lockFileName } from '../../platform/db/index.ts';
import { lockBackups, requireFree, writeBackup, type BackupReport, type FinishedBackup } from './backup.ts';

/** Names of complete backups: the time of the database state, as in `2026-11-23T03-15-00-123Z`. */
const complete = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const nameOf = (createdAt: string): string => createdAt.replaceAll(/[:.]/g, '-');

/** The complete backups in a directory, newest first. Those whose manifest is missing or damaged are left out. */
export const listKeptBackups = async (directory: string): Promise<KeptBackup[]> => (await readKept(directory)).backups;

interface KeptOnes {
  readonly backups: KeptBackup[];
  /** Paths of backups that nothing can be taken from. */
  readonly unreadable: string[];
}

async function readKept(directory: string): Promise<KeptOnes> {
  await requireDirectory(directory);
  const kept: KeptOnes = { backups: [], unreadable: [] };
  for (const name of (await readdir(directory)).filter((each) => complete.test(each)).toSorted()) {
    const path = join(directory, name);
    try {
      const { createdAt, blobs, database } = parseManifest(await readFile(join(path, manifestName), 'utf8'));
      const bytes = blobs.bytes + database.bytes;
      kept.backups.unshift({ name, createdAt: Date.parse(createdAt), files: blobs.count, bytes });
    } catch {
      kept.unreadable.push(path);
    }
  }
  return kept;
}

/**
 * Writes a backup into a directory of its own inside `directory`, and then removes all but the newest `keep`, first those of the future. Files that
 * the previous backup contains are linked, so they take space once. Until a backup is complete its directory has another
 * name; an interrupted or failed run leaves the earlier backups unchanged. Unreadable ones are neither linked nor
 * removed.
 */
export async function backupAndKeep(
  config: Config,
  { directory, keep, report }: { readonly directory: string; readonly keep: number; readonly report: BackupReport },
): Promise<FinishedBackup & Pick<KeptOnes, 'unreadable'>> {
  await requireDirectory(directory);
  const lock = lockBackups(directory);
  try {
    await removeUnfinished(directory);
    const { backups, unreadable } = await readKept(directory);
    const before = byRank(backups, systemClock.now());
    const run = await mkdtemp(join(directory, unfinished));
    let finished: FinishedBackup;
    try {
      const [last] = before;
      if (last !== undefined) {
        let room: Promise<void> | undefined;
        const requireRoom = () => (room ??= requireFree(directory, last.bytes, config.minFreeBytes));
        await linkTree(join(directory, last.name), run, requireRoom);
      }
      finished = await writeBackup(config, `${run}/`, { ...report, minFreeBytes: config.minFreeBytes });
      await rm(join(run, lockFileName), { force: true });
      await rename(run, join(directory, nameOf(finished.createdAt)));
      syncDirectory(directory);
    } catch (error) {
      await remove(run);
      throw error;
    }
    for (const { name } of before.slice(keep - 1)) {
      const removed = join(directory, unfinished + name);
      await rename(join(directory, name), removed);
      await remove(removed);
    }
    return { ...finished, unreadable };
  } finally {
    lock.release();
  }
}

/**
 * From the one that is kept longest to the one that is removed first. A backup of the future was made when the clock was ahead, at a time
 * that nobody knows but before this one: it would push out all that come until that time.
 */
function byRank(newestFirst: readonly KeptBackup[], now: number): KeptBackup[] {
  const isPast = ({ createdAt }: KeptBackup): boolean => createdAt <= now;
  return [...newestFirst.filter(isPast), ...newestFirst.filter((backup) => !isPast(backup))];
}

/** No run creates it: it is missing if the disk of the backups is not mounted. */
async function requireDirectory(directory: string): Promise<void> {
  if (!((await stat(directory).catch(() => undefined))?.isDirectory() ?? false))
    throw new BackupError(`${directory} is not a directory: create it, or mount the disk it is on.`);
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** File systems that have no links, or refuse them, get copies, and so do directories that are parts of different ones. */
const linkRefused = new Set(['EACCES', 'EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EXDEV']);

/** `requireRoom` throws unless there is room for copies. */
async function linkTree(from: string, to: string, requireRoom: () => Promise<void>): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o700 });
      await linkTree(source, target, requireRoom);
    } else if (entry.name !== lockFileName) await linkFile(source, target, requireRoom);
  }
  syncDirectory(to);
}

async function linkFile(source: string, target: string, requireRoom: () => Promise<void>): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!linkRefused.has(String((error as NodeJS.ErrnoException).code))) throw error;
    await requireRoom();
    await copyFile(source, target);
    const handle = await open(target, 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }
}
