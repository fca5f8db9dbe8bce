import { lstat, utimes } from 'node:fs/promises';
import { isRecord, readJsonFile, writeJsonFile } from '../config/json-file.ts';
import { hashFile } from '../shell/file-hash.ts';
import type { LocalEntry } from './local-tree.ts';

type LocalFile = Extract<LocalEntry, { kind: 'file' }>;

/**
 * Checksums of files whose times differ from those of the server although their content is equal. Without it, each run
 * would read them again. Only a hint: a file whose size or times have changed is read.
 */
export interface ChecksumMemory {
  /** SHA-256 in lower-case hex. */
  checksumOf(file: LocalFile, signal: AbortSignal): Promise<string>;
  /**
   * Sets the time of a file that was compared, in epoch milliseconds. A time that the file system has not stored exactly is not
   * set again by the next run.
   */
  setTime(file: LocalFile, time: number): Promise<void>;
  /** Stores the checksums that this run used, and drops the rest. Ignores errors. */
  save(): Promise<void>;
}

type Known = readonly [size: number, modifiedAt: number, changedAt: number, sha256: string, wantedTime?: number];

export async function openChecksumMemory(path: string): Promise<ChecksumMemory> {
  const stored = await readJsonFile(path).catch(() => undefined);
  const known = new Map(isRecord(stored) ? (Object.entries(stored) as [string, Known][]) : []);
  const asked = new Map<string, Known>();
  return {
    async checksumOf(file, signal) {
      const { size, modifiedAt, changedAt } = file;
      const before = known.get(file.path);
      const isValid =
        Array.isArray(before) && before[0] === size && before[1] === modifiedAt && before[2] === changedAt;
      if (isValid) {
        asked.set(file.path, before);
        return before[3];
      }
      const sha256 = await hashFile(file.localPath, signal, () => {});
      asked.set(file.path, [size, modifiedAt ?? 0, changedAt, sha256]);
      return sha256;
    },
    async setTime({ path: name, localPath, size }, time) {
      const [, , , sha256, wantedTime] = asked.get(name) ?? [];
      if (wantedTime === time) return;
      // Not as numbers, of which Node takes the negative ones for the current time.
      await utimes(localPath, new Date(time), new Date(time));
      const { mtimeMs, ctimeMs } = await lstat(localPath);
      if (sha256 !== undefined) asked.set(name, [size, mtimeMs, ctimeMs, sha256, time]);
    },
    async save() {
      if (asked.size === 0 && known.size === 0) return;
      await writeJsonFile(path, Object.fromEntries(asked)).catch(() => {});
    },
  };
}
