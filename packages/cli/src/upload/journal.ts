import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateDirectory } from '../config/json-file.ts';
import { findLockHolder, releaseLock, takeLock } from '../shell/process-lock.ts';
import type { LocalFile } from './scan-upload.ts';

const unwritable: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ENOENT',
  'ENOSPC',
]);

/**
 * A journal that the next run finds; without a writable directory, as in a container without a home, one in memory.
 * `onForgetful` gets the reason.
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
    onForgetful(`${stateDirectory} cannot be written`);
  }
  return {
    isResuming: false,
    find: () => undefined,
    reserved: () => {},
    done: () => {},
    close: async () => {},
  };
}

/** The reservation of a file. `uploadUrl` is empty if it is for tus only. */
export interface ReservedUpload {
  readonly fileId: string;
  readonly sessionId: string;
  readonly uploadUrl: string;
  readonly shareToken: string | null;
  readonly shortUrl: string | null;
}

/** The record of a file that was sent in one request. */
const unreserved = { sessionId: '', uploadUrl: '', shareToken: null, shortUrl: null };

/** An upload that an earlier run started. */
export interface JournalEntry extends ReservedUpload {
  /** The folder that the file was to get into; null is the root, undefined one that is not known. */
  readonly folderId: string | null | undefined;
  /** Whether that run got the confirmation that the file is complete. */
  readonly done: boolean;
}

/**
 * The reserved and completed files of an upload command, so that the same command resumes after a crash. Each step is a
 * line, appended before its effect matters; a changed file is not found. It is only a hint: the CLI checks it with the
 * server.
 */
export interface Journal {
  /** Whether an earlier run was interrupted. */
  readonly isResuming: boolean;
  find(file: LocalFile): JournalEntry | undefined;
  reserved(files: readonly Reserved[]): void;
  done(file: LocalFile, fileId: string): void;
  /** Closes it; with `keep` the next run of the same command resumes from it. */
  close(options: { keep: boolean }): Promise<void>;
}

export interface Reserved {
  readonly file: LocalFile;
  /** null is the root. */
  readonly folderId: string | null;
  readonly upload: ReservedUpload;
}

/**
 * The upload of an earlier run that can still become a file in this folder. The server stores an upload in the folder for which it
 * was reserved, which may have been renamed or trashed since.
 */
export const entryForFolder = (earlier: JournalEntry | undefined, folderId: string | null): JournalEntry | undefined =>
  earlier?.done === false && earlier.folderId === folderId ? earlier : undefined;

/** Path, size and time of the file; then its reservation with the folder, or its completion. */
interface Line {
  readonly p: string;
  readonly s: number;
  readonly m: number;
  /** Not in the lines of earlier versions. */
  readonly f?: string | null;
  readonly upload?: ReservedUpload;
  readonly done?: string;
}

/** The server forgets an unfinished upload after a day or so, and then a journal is of little use. */
const FORGOTTEN_AFTER_MS = 7 * 24 * 3600 * 1000;

/**
 * Opens the journal of a command. `identity` distinguishes commands: server, account, paths, folder. Throws if the same
 * command is running already.
 */
export async function openJournal(
  stateDirectory: string,
  identity: readonly string[],
  now: () => number,
): Promise<Journal> {
  const directory = join(stateDirectory, 'uploads');
  await makePrivateDirectory(directory);
  const path = join(directory, createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32));
  // Two runs of one command would send each file twice.
  await takeLock(`${path}.lock`);
  await forgetOld(directory, now());
  const entries = await readEntries(`${path}.jsonl`);
  const isResuming = entries.size > 0;
  let descriptor: number | undefined;

  function append(lines: readonly Line[]): void {
    descriptor ??= openSync(`${path}.jsonl`, 'a', 0o600);
    appendFileSync(descriptor, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  return {
    isResuming,
    find(file) {
      const known = entries.get(file.path);
      if (known === undefined || known.s !== file.size || known.m !== file.modifiedAt) return undefined;
      const { upload, done, f: folderId } = known;
      if (upload !== undefined) return { ...upload, folderId, done: done === upload.fileId };
      return done === undefined ? undefined : { ...unreserved, folderId, fileId: done, done: true };
    },
    reserved(files) {
      append(files.map(({ file, folderId, upload }) => ({ ...identify(file), f: folderId, upload: pick(upload) })));
    },
    done: (file, fileId) => append([{ ...identify(file), done: fileId }]),
    async close({ keep }) {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
      if (!keep) await rm(`${path}.jsonl`, { force: true });
      await releaseLock(`${path}.lock`);
    },
  };
}

/** An upload in a journal that is not known to be complete. */
export interface UnfinishedUpload {
  /** Path of the local file. */
  readonly path: string;
  readonly size: number;
  readonly upload: ReservedUpload;
  /** Whether its command is running. */
  readonly isRunning: boolean;
}

/** Lists the unfinished uploads of all commands of this user, in the order in which they were reserved. */
export async function listUnfinished(stateDirectory: string): Promise<UnfinishedUpload[]> {
  const directory = join(stateDirectory, 'uploads');
  const names = await readdir(directory).catch(() => []);
  const found: UnfinishedUpload[] = [];
  for (const name of names.filter((one) => one.endsWith('.jsonl')).toSorted()) {
    const path = join(directory, name);
    const holder = await findLockHolder(path.replace(/jsonl$/, 'lock'));
    for (const { p, s, upload, done } of (await readEntries(path)).values())
      if (upload !== undefined && done !== upload.fileId)
        found.push({ path: p, size: s, upload, isRunning: holder !== undefined });
  }
  return found;
}

const identify = ({ path, size, modifiedAt }: LocalFile): Line => ({ p: path, s: size, m: modifiedAt });

const pick = ({ fileId, sessionId, uploadUrl, shareToken, shortUrl }: ReservedUpload): ReservedUpload => ({
  fileId,
  sessionId,
  uploadUrl,
  shareToken,
  shortUrl,
});

async function readEntries(path: string): Promise<Map<string, Line>> {
  const entries = new Map<string, Line>();
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return entries;
  }
  for (const line of text.split('\n')) {
    try {
      const entry = JSON.parse(line) as Line;
      // A new reservation replaces all earlier entries.
      entries.set(entry.p, entry.upload === undefined ? { ...entries.get(entry.p), ...entry } : entry);
    } catch {
      // The last line of a killed run is cut off.
    }
  }
  return entries;
}

async function forgetOld(directory: string, now: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs <= FORGOTTEN_AFTER_MS) continue;
    // A run may take longer.
    if (!name.endsWith('.lock') || (await findLockHolder(path)) === undefined) await rm(path, { force: true });
  }
}
