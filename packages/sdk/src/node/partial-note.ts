import { createHash, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isHeldBy, isLeft, nameThisProcess, type ProcessName } from './running-process.ts';

/** Names beside a file that its partial download may have: files of the user and other downloads can have the first ones. */
const mostParts = 4;
/** Longest name that leaves room for the endings, in bytes: file systems allow 255, and eCryptfs 143. */
const longestBase = 128;
const noteEnding = '-etag';

/**
 * The content of `path.part-etag`. Only the file that it identifies was made by a download: any other file named `path.part`
 * belongs to the user.
 */
export interface Note {
  /** The name that the file gets when it is complete. */
  readonly name: string;
  /** Identity of the partial file. */
  readonly file: string;
  /** ETag of its bytes; missing until a response had one. */
  readonly etag?: string | undefined;
  /** The download that writes to the file: no other one touches it before the process has ended. Missing if none does. */
  readonly owner?: Owner | undefined;
}

interface Owner extends ProcessName {
  /** Tells the downloads of a process apart. */
  readonly id: string;
}

export interface StoredNote {
  readonly note: Note;
  /** The content of the file. */
  readonly text: string;
}

export const newOwner = (): Owner => ({ ...nameThisProcess(), id: randomUUID() });

/** Names of the partial files of a file, in the order in which they are tried. */
export function partNamesOf(name: string): string[] {
  let base = name;
  if (Buffer.byteLength(name) > longestBase) {
    const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
    base = `${[...name].slice(0, 25).join('')}~${hash}`;
  }
  return Array.from({ length: mostParts }, (_, index) => `${base}.part${index === 0 ? '' : index + 1}`);
}

export const noteOf = (part: string): string => part + noteEnding;

export const identityOf = ({ dev, ino, birthtimeMs }: Stats): string => `${dev} ${ino} ${birthtimeMs}`;

/** Returns `foreign` if a file of the user has the name of the note, or if it is being written. */
export async function readNote(part: string): Promise<StoredNote | 'foreign' | undefined> {
  try {
    const text = await readFile(noteOf(part), 'utf8');
    const note = JSON.parse(text) as Partial<Note> | null;
    return typeof note?.name === 'string' && typeof note.file === 'string' ? { note: note as Note, text } : 'foreign';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'foreign';
  }
}

/** Writes the note of a new partial file. */
export async function createNote(part: string, note: Note): Promise<StoredNote> {
  const text = JSON.stringify(note);
  await writeFile(noteOf(part), text, { flag: 'wx' });
  return { note, text };
}

/**
 * Replaces a note. Returns `undefined`, and leaves the note, if it has changed or is being changed: only one of several processes
 * succeeds, because the name of the new file follows from the text of the old one.
 */
export async function changeNote(
  part: string,
  { text: before }: StoredNote,
  note: Note,
): Promise<StoredNote | undefined> {
  const changed = `${part}-${createHash('sha256').update(before).digest('hex').slice(0, 8)}`;
  const text = JSON.stringify(note);
  try {
    await writeFile(changed, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      await rm(changed, { force: true }).catch(() => undefined);
      throw error;
    }
    // A process was killed between the lines below.
    if (await isLeft(changed)) await rm(changed, { force: true });
    return undefined;
  }
  try {
    if ((await readFile(noteOf(part), 'utf8').catch(() => undefined)) === before) {
      await rename(changed, noteOf(part));
      return { note, text };
    }
    await rm(changed, { force: true });
    return undefined;
  } catch (error) {
    await rm(changed, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Makes this download the owner of what an earlier one has left. Returns `undefined` if that one may still be running. */
export async function takeOver(part: string, found: StoredNote): Promise<StoredNote | undefined> {
  const { owner } = found.note;
  if (owner !== undefined && (await isHeldBy(owner, noteOf(part)))) return undefined;
  return await changeNote(part, found, { ...found.note, owner: newOwner() });
}

export async function isMadeBy(note: Note, part: string): Promise<boolean> {
  const found = await lstat(part).catch(() => undefined);
  return found?.isFile() === true && identityOf(found) === note.file;
}

/** Removes the note first: a partial file without a note is never touched again, but a note could outlive its file. */
export async function removePart(part: string): Promise<void> {
  await rm(noteOf(part), { force: true });
  await rm(part, { force: true });
}

/**
 * Removes what interrupted downloads have left in a directory: `path.part` and `path.part-etag`. Files of the same names that no
 * download made stay, and so do those of downloads that are running.
 *
 * @example
 * ```ts
 * import { removePartialDownloads } from '@drive/sdk/node';
 *
 * const yesterday = new Date(Date.now() - 24 * 3600 * 1000);
 * await removePartialDownloads('photos', { before: yesterday });
 * ```
 */
export async function removePartialDownloads(
  directory: string,
  {
    name,
    before,
  }: {
    /** Only those of the file with this name. Default: all. */
    readonly name?: string | undefined;
    /** Only those to which no bytes were written since. Default: all. */
    readonly before?: Date | undefined;
  } = {},
): Promise<void> {
  const parts =
    name === undefined
      ? (await readdir(directory).catch(() => []))
          .filter((one) => one.endsWith(noteEnding))
          .map((one) => one.slice(0, -noteEnding.length))
      : partNamesOf(name);
  for (const part of parts) {
    const path = join(directory, part);
    const found = await readNote(path);
    if (found === undefined || found === 'foreign' || !partNamesOf(found.note.name).includes(part)) continue;
    const isOwn = await isMadeBy(found.note, path);
    const { mtime } = await lstat(isOwn ? path : noteOf(path)).catch(() => ({ mtime: new Date(0) }));
    if (before !== undefined && mtime >= before) continue;
    if ((await takeOver(path, found)) === undefined) continue;
    await (isOwn ? removePart(path) : rm(noteOf(path), { force: true }));
  }
}
