import type { StoredBlob } from './manifest.ts';

/** Where a backup is written to: one file, or a directory that keeps what it has from one time to the next. */
export interface BackupTarget {
  /** Room for what is not yet part of the backup. */
  readonly workDirectory: string;
  /** What is known of a blob that is there already from an earlier time. */
  find(key: string): StoredBlob | undefined;
  addBlob(key: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Durable when it resolves, where the target is. */
  addFile(name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The backup is whole: it takes the place of the one before. Blobs that are not in `keys` may go. */
  finish(keys: ReadonlySet<string>): Promise<void>;
  /** Leaves the backup of before as it was. */
  abandon(): Promise<void>;
}
