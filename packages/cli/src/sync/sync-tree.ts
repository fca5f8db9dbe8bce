import type { Fold } from '@drive/sdk/node';
import type { PathFilter } from '../glob/path-filter.ts';

/** Something below one of the two folders. `path` is relative to it, with slashes and with the names of that side. */
export type SyncEntry =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly size: number;
      /** Epoch milliseconds, with a fraction; null if unknown. */
      readonly modifiedAt: number | null;
      /** Lower-case hex; null if unknown. */
      readonly sha256: string | null;
    }
  | { readonly kind: 'folder'; readonly path: string }
  /** Left out by a pattern. It stays as it is on both sides. */
  | { readonly kind: 'excluded'; readonly path: string; readonly isFolder: boolean }
  /** Something that is not synchronized: a link, a device. It stays as it is on both sides, with all below it. */
  | { readonly kind: 'opaque'; readonly path: string; readonly what: string };

/**
 * The entries below a folder, by a key that is equal on both sides for equal paths, with a slash between its segments.
 * Folders come before their content.
 */
export type SyncTree<Entry extends SyncEntry> = ReadonlyMap<string, Entry>;

export interface SyncProblem {
  readonly path: string;
  readonly error: unknown;
}

/** One of the two folders as it was read. */
export interface FoundTree<Entry extends SyncEntry> {
  readonly entries: SyncTree<Entry>;
  /** Entries that could not be read or have no valid name on the other side. */
  readonly problems: readonly SyncProblem[];
}

export interface ScanOptions {
  readonly filter: PathFilter;
  /** Whether the folder is copied from. */
  readonly isSource: boolean;
  /** Platform of the local folder. */
  readonly platform: NodeJS.Platform;
  /** Gives the key of a path. A local target may have one file for several names; the server distinguishes all. */
  readonly fold: Fold;
  readonly signal: AbortSignal;
  readonly onFound: (count: number) => void;
}

export const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
