import type { DriveClient } from '@drive/sdk';

/** A file that can be fetched. */
export interface Source {
  /** As the user named it. */
  readonly argument: string;
  readonly name: string;
  readonly size: number;
  /** Lower-case hex; null where the server does not tell. */
  readonly sha256: string | null;
  /** An address for its bytes; a new one each time, since they run out. */
  getUrl(): Promise<string>;
}

/** Gives a client: the user's own is not made where only share links are fetched. */
export type ClientFor = (url: 'own' | { readonly shareOf: string }) => Promise<DriveClient>;
