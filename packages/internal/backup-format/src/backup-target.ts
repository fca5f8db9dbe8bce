import type { StoredBlob } from './manifest.ts';

/** The target of a backup: one file, or a directory that keeps blobs of earlier backups. */
export interface BackupTarget {
  /** Directory for files before they become part of the backup. */
  readonly workDirectory: string;
  /** The sums of a blob from an earlier backup. */
  find(key: string): StoredBlob | undefined;
  addBlob(key: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Durable when it resolves, if the target supports it. */
  addFile(name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Replaces the previous backup. Blobs that are not in `keys` may be removed. */
  finish(keys: ReadonlySet<string>): Promise<void>;
  /** Leaves the previous backup unchanged. */
  abandon(): Promise<void>;
}
