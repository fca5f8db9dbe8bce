import type { DriveClient } from '@drive/sdk';
import type { PathFilter } from '../glob/path-filter.ts';

/** A file that can be fetched. */
export interface Source {
  /** Client of its server. */
  readonly client: DriveClient;
  /** As the user named it. */
  readonly argument: string;
  /** Where it goes below the folder for it, with slashes. */
  readonly name: string;
  readonly size: number;
  /** Lower-case hex; null where the server does not tell. */
  readonly sha256: string | null;
  /** An address for its bytes; a new one each time, since they run out. */
  getUrl(): Promise<string>;
}

/** All that is to be fetched of a folder or a link. */
export interface SourceTree {
  /** What the folder is called here; undefined for files that lie side by side. */
  readonly folder: string | undefined;
  /** Folders below it, each after the one it lies in, by the names on the way. */
  readonly folders: readonly (readonly string[])[];
  readonly files: readonly { readonly names: readonly string[]; readonly source: Source }[];
  /** What can't have a place here. */
  readonly problems: readonly { readonly shownAs: string; readonly error: unknown }[];
}

/** How a tree is looked through. */
export interface Listing {
  readonly signal: AbortSignal;
  readonly platform: NodeJS.Platform;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Decides by the path below the folder. */
  readonly filter: PathFilter;
  readonly onListed: (files: number) => void;
}
