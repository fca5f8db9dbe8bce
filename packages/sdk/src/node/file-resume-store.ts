import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../error-from.ts';
import type { ResumeEntry, ResumeStore } from '../upload/upload-types.ts';

/**
 * Stores resumable uploads in a directory, one file each, readable by the owner only, because the contents authorize
 * sending the bytes. Removes those that are older than a week, and no other files of the directory.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { fileResumeStore, uploadPath } from '@drive/sdk/node';
 *
 * await uploadPath(new DriveClient(), 'film.mp4', { resumeStore: fileResumeStore('.drive-uploads') });
 * ```
 */
export function fileResumeStore(directory: string): ResumeStore {
  const fileFor = (key: string): string => join(directory, `${createHash('sha256').update(key).digest('hex')}.json`);
  return {
    get: async (key) => {
      try {
        return JSON.parse(await readFile(fileFor(key), 'utf8')) as ResumeEntry;
      } catch {
        // The file is missing, or incomplete after a power loss. The upload restarts.
        return undefined;
      }
    },
    set: async (key, entry) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await forgetOld(directory);
      const temporary = `${fileFor(key)}.${randomUUID()}.tmp`;
      try {
        await writeFile(temporary, JSON.stringify(entry), { mode: 0o600, flag: 'wx' });
        await rename(temporary, fileFor(key));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    remove: async (key) => await rm(fileFor(key), { force: true }),
  };
}

/** Longer than servers keep incomplete uploads. */
const forgottenAfterMs = 7 * 24 * 3600 * 1000;

/** The names of a store's files. One that is not yet renamed may be incomplete, but no other program gives such names. */
const ownName = /^[0-9a-f]{64}\.json(?<temporary>\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp)?$/;

/** The directory may be one of the user's, with files of other programs. */
async function forgetOld(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const named = ownName.exec(name);
    if (named === null) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs <= forgottenAfterMs) continue;
    const isOwn =
      named.groups?.['temporary'] !== undefined || isEntry(parseJson(await readFile(path, 'utf8').catch(() => '')));
    if (isOwn) await rm(path, { force: true });
  }
}

const isEntry = (content: unknown): boolean =>
  typeof content === 'object' && content !== null && 'sessionId' in content && 'fileId' in content;
