import { joinPath } from '../../sync/sync-tree.ts';
import { type Disk, type EntryKind, errorCodeOf } from './disk.ts';

/** In the folder, never synchronized: what runs deleted, by day, and what they are about to put in its place. */
export const PRIVATE_FOLDER = '.drive-trash';
/** Many disks take names that differ in case only for the same. */
export const isPrivateFolder = (path: string): boolean => path.toLowerCase() === PRIVATE_FOLDER;
/** Files on their way to their place, and the contents that they replace. */
export const INCOMING = `${PRIVATE_FOLDER}/.incoming`;

/** What was deleted stays for runs on this many different days. */
const KEPT_DAYS = 30;
/** Days that are counted. */
const MOST_DAYS = 60;

/** Creates the folders of a path that are missing. */
export async function ensureFolder(disk: Disk, path: string): Promise<void> {
  if (path === '') return;
  try {
    await disk.createFolder(path);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT') throw error;
    await ensureFolder(disk, path.slice(0, Math.max(path.lastIndexOf('/'), 0)));
    await disk.createFolder(path);
  }
}

/** A name that nothing has, in the folder of the day. Its folder exists, under another name if a file has its own. */
export async function freeTrashPath(disk: Disk, day: string, path: string): Promise<string> {
  const names = path.split('/');
  let folder = `${PRIVATE_FOLDER}/${day}`;
  await ensureFolder(disk, folder);
  for (const name of names.slice(0, -1)) {
    folder = await findName(disk, `${folder}/${name}`, (kind) => kind === undefined || kind === 'folder');
    await ensureFolder(disk, folder);
  }
  return findName(disk, `${folder}/${names.at(-1)}`, (kind) => kind === undefined);
}

async function findName(disk: Disk, wanted: string, suits: (kind: EntryKind | undefined) => boolean): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    if (suits((await disk.find(name))?.kind)) return name;
  }
}

/**
 * The days on which there were runs, with today, in their order. A day in the trash that is not among them, for instance of a journal
 * that is lost, counts from now on.
 */
export async function countDays(disk: Disk, days: readonly string[], today: string): Promise<readonly string[]> {
  const found = (await daysInTrash(disk)).filter((day) => day !== today).toSorted();
  const missing = [...found, today].filter((day) => !days.includes(day));
  return missing.length === 0 ? days : [...days, ...missing].slice(-MOST_DAYS);
}

async function daysInTrash(disk: Disk): Promise<string[]> {
  const found = await listIfThere(disk, PRIVATE_FOLDER);
  return found.flatMap(({ name, kind }) => (kind === 'folder' && /^\d{4}-\d\d-\d\d$/.test(name) ? [name] : []));
}

/** The local day of a time in epoch milliseconds: `2026-11-26`. */
export function dayOf(now: number): string {
  const date = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
}

/**
 * Removes what was deleted here before runs on 30 other days. Days on which nothing ran do not count, so that a clock that jumps
 * removes nothing.
 */
export async function removeOldTrash(disk: Disk, days: readonly string[]): Promise<void> {
  for (const day of await daysInTrash(disk)) {
    const index = days.indexOf(day);
    if (index !== -1 && days.length - 1 - index >= KEPT_DAYS) await removeTree(disk, joinPath(PRIVATE_FOLDER, day));
  }
}

/**
 * Clears what an interrupted run left: a content that it was about to replace is kept with what was deleted, an unfinished download
 * for the next try.
 */
export async function clearIncoming(disk: Disk, day: string): Promise<void> {
  for (const { name, kind } of await listIfThere(disk, INCOMING)) {
    const path = joinPath(INCOMING, name);
    if (kind !== 'file' || /\.part[2-9]?(?:-etag)?$/.test(name)) continue;
    if (name.endsWith('.old')) await disk.rename(path, await freeTrashPath(disk, day, name));
    else await disk.removeFile(path);
  }
}

async function listIfThere(disk: Disk, path: string): ReturnType<Disk['list']> {
  try {
    return await disk.list(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error) ?? '')) return [];
    throw error;
  }
}

async function removeTree(disk: Disk, path: string): Promise<void> {
  for (const { name, kind } of await disk.list(path)) {
    const inner = joinPath(path, name);
    await (kind === 'folder' ? removeTree(disk, inner) : disk.removeFile(inner));
  }
  await disk.removeFolder(path);
}
