import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResumeEntry, ResumeStore } from '../upload/upload-types.ts';

/**
 * Stores resumable uploads in a directory, one file each, readable by the owner only, because the contents authorize
 * sending the bytes.
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
      const temporary = join(directory, `${randomUUID()}.tmp`);
      await writeFile(temporary, JSON.stringify(entry), { mode: 0o600, flag: 'wx' });
      await rename(temporary, fileFor(key));
    },
    remove: async (key) => await rm(fileFor(key), { force: true }),
  };
}

/** Longer than servers keep incomplete uploads. */
const forgottenAfterMs = 7 * 24 * 3600 * 1000;

async function forgetOld(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!/\.(json|tmp)$/.test(name)) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > forgottenAfterMs) await rm(path, { force: true });
  }
}
