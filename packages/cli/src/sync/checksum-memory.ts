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
  /** Stores the checksums that this run used, and drops the rest. Ignores errors. */
  save(): Promise<void>;
}

type Known = readonly [size: number, modifiedAt: number, changedAt: number, sha256: string];

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
      const sha256 = isValid ? before[3] : await hashFile(file.localPath, signal, () => {});
      asked.set(file.path, [size, modifiedAt ?? 0, changedAt, sha256]);
      return sha256;
    },
    async save() {
      if (asked.size === 0 && known.size === 0) return;
      await writeJsonFile(path, Object.fromEntries(asked)).catch(() => {});
    },
  };
}
