import type { DriveClient, Item } from '@drive/sdk';
import type { PathFilter } from '../glob/path-filter.ts';
import type { LocalDisk } from './local-name.ts';

/** A file that can be fetched. */
export interface Source {
  /** Client of its server. */
  readonly client: DriveClient;
  /** As the user named it. */
  readonly argument: string;
  /** Path below the target folder, with slashes. */
  readonly name: string;
  readonly size: number;
  /** Lower-case hex; null if the server does not return it. */
  readonly sha256: string | null;
  /** When the content was last modified, or else uploaded; undefined if the server does not return it. */
  readonly modifiedAt: Date | undefined;
  /** A URL of its bytes; a new one for each call, because URLs expire. */
  getUrl(): Promise<string>;
  /** Whether a refusal by the limit of the link concerns no other file, because the download of the link is taken. */
  isTaken?(): boolean;
}

/** When the content of a file was last modified, or else uploaded. */
export const timeOf = ({ modifiedAt, uploadedAt }: Pick<Item, 'modifiedAt' | 'uploadedAt'>): Date =>
  new Date(modifiedAt ?? uploadedAt);

/** All that is to be fetched of a folder or a link. */
export interface SourceTree {
  /** The local name of the folder; undefined for separate files. */
  readonly folder: string | undefined;
  /** Folders below it, parents first, as lists of names. */
  readonly folders: readonly (readonly string[])[];
  readonly files: readonly { readonly names: readonly string[]; readonly source: Source }[];
  /** Items that cannot be stored locally. */
  readonly problems: readonly { readonly shownAs: string; readonly error: unknown }[];
}

/** Options of a listing. */
export interface Listing {
  readonly signal: AbortSignal;
  readonly disk: LocalDisk;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Decides by the path below the folder. */
  readonly filter: PathFilter;
  readonly onListed: (files: number) => void;
}
