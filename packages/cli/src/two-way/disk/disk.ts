import type { Stamp } from '../engine/states.ts';

/** `mount`: a folder or file of another disk, between which and the folder nothing can be moved. */
export type EntryKind = 'file' | 'folder' | 'link' | 'special' | 'mount';

export interface DiskEntry {
  readonly name: string;
  readonly kind: EntryKind;
  readonly stamp: Stamp;
}

/**
 * The folder on this computer: the few calls of the file system that a run is made of. Paths are relative to it, with slashes; ''
 * is the folder itself. Errors have the codes of the file system.
 */
export interface Disk {
  readonly platform: NodeJS.Platform;
  list(path: string): Promise<DiskEntry[]>;
  /** undefined if there is nothing. Does not follow links. */
  find(path: string): Promise<DiskEntry | undefined>;
  /** SHA-256 in lower-case hex. */
  hash(path: string): Promise<string>;
  createFolder(path: string): Promise<void>;
  /** Gives a file a second name; `EEXIST` if it is taken. */
  link(from: string, to: string): Promise<void>;
  /** Replaces a file that has the name. */
  rename(from: string, to: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  /** `ENOTEMPTY` unless it is empty. */
  removeFolder(path: string): Promise<void>;
  /** Epoch milliseconds. */
  setTime(path: string, time: number): Promise<void>;
  /** Gives a file the permissions of another one. */
  copyMode(from: string, to: string): Promise<void>;
  /** Makes names in a folder durable. */
  sync(path: string): Promise<void>;
}

/** The code of an error of the file system, such as `ENOENT`; undefined for any other error. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
