import { hasNoHardLinks } from '../../shell/hard-links.ts';
import { joinPath } from '../../sync/sync-tree.ts';
import type { Stamp } from '../engine/states.ts';
import { type Disk, errorCodeOf } from './disk.ts';
import { ensureFolder, freeTrashPath, INCOMING } from './private-folder.ts';

/** Whether a file is the one that was looked at, with the content that it had. */
export const isUnchanged = (before: Stamp, now: Stamp | undefined): now is Stamp =>
  now !== undefined &&
  before.ino === now.ino &&
  before.size === now.size &&
  before.mtime === now.mtime &&
  before.ctime === now.ctime;

/** Whether a file still has the content that it had. Its `ctime` is not compared, because a new name changes it. */
const hasContentOf = (before: Stamp, now: Stamp | undefined): boolean =>
  now !== undefined && before.ino === now.ino && before.size === now.size && before.mtime === now.mtime;

export interface MoveNotes {
  /** A file is about to have two names for a moment. */
  begin(from: string, to: string): void;
  end(): void;
}

/**
 * Moves a file or folder to a name that nothing has. Returns false if the name is taken, and never replaces anything. A file has
 * both names for a moment, which is noted: a run that is killed then leaves one of them to the next.
 */
export async function moveToFree(disk: Disk, from: string, to: string, notes: MoveNotes): Promise<boolean> {
  const [source, target] = [await disk.find(from), await disk.find(to)];
  if (source === undefined) return false;
  // On a disk that does not distinguish case, the new name may be the old one.
  const isSame =
    target !== undefined && target.stamp.ino === source.stamp.ino && target.stamp.birth === source.stamp.birth;
  if (target !== undefined && !isSame) return false;
  if (source.kind === 'folder' || isSame) await disk.rename(from, to);
  else if (!(await linkAndRemove(disk, from, to, notes))) return false;
  await disk.sync(folderOf(to));
  return true;
}

async function linkAndRemove(disk: Disk, from: string, to: string, notes: MoveNotes): Promise<boolean> {
  notes.begin(from, to);
  try {
    await disk.link(from, to);
    await disk.removeFile(from);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    if (!hasNoHardLinks(error)) throw error;
    await disk.rename(from, to);
    return true;
  } finally {
    notes.end();
  }
}

/** Completes a move in which a run was killed: the file has both names. */
export async function finishMove(disk: Disk, from: string, to: string): Promise<void> {
  const [source, target] = [await disk.find(from), await disk.find(to)];
  if (source?.kind !== 'file' || target?.kind !== 'file') return;
  if (source.stamp.ino === target.stamp.ino && source.stamp.birth === target.stamp.birth) await disk.removeFile(from);
}

/**
 * Puts a complete file from the staging folder in its place. `replaces` is the stamp of the file that is there; undefined if there
 * must be none. Returns false, and changes nothing, if it is not so. A file that is written to at that very moment is not lost
 * either: `keep` gets the path of the replaced content.
 */
export async function putInPlace(
  disk: Disk,
  staged: string,
  path: string,
  replaces: Stamp | undefined,
  keep: (path: string) => Promise<void>,
): Promise<boolean> {
  const found = await disk.find(path);
  if (replaces === undefined) {
    if (found !== undefined) return false;
    try {
      await disk.link(staged, path);
    } catch (error) {
      if (errorCodeOf(error) === 'EEXIST') return false;
      if (!hasNoHardLinks(error)) throw error;
      await disk.rename(staged, path);
      return true;
    }
    await disk.removeFile(staged);
    await disk.sync(folderOf(path));
    return true;
  }
  if (!isUnchanged(replaces, found?.stamp)) return false;
  await disk.copyMode(path, staged).catch(() => {});
  const old = `${staged}.old`;
  await disk.link(path, old).catch((error: unknown) => {
    if (!hasNoHardLinks(error)) throw error;
    return disk.rename(path, old);
  });
  await disk.rename(staged, path);
  await disk.sync(folderOf(path));
  if (hasContentOf(replaces, (await disk.find(old))?.stamp)) await disk.removeFile(old);
  else await keep(old);
  return true;
}

/** The path at which a download of an item is gathered. Creates the folder of the path. */
export async function stagingPath(disk: Disk, key: string): Promise<string> {
  await ensureFolder(disk, INCOMING);
  return joinPath(INCOMING, key);
}

/**
 * Moves a file to the folder of the day in `.drive-trash`. Returns false, and leaves it, if it is not the one that was looked at.
 */
export async function moveToTrash(disk: Disk, path: string, stamp: Stamp, day: string): Promise<boolean> {
  if (!isUnchanged(stamp, (await disk.find(path))?.stamp)) return false;
  const trashed = await freeTrashPath(disk, day, path);
  await disk.rename(path, trashed);
  if (hasContentOf(stamp, (await disk.find(trashed))?.stamp)) return true;
  // A program wrote to the file while it was moved.
  await disk.link(trashed, path).then(
    () => disk.removeFile(trashed),
    () => {},
  );
  return false;
}

export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
