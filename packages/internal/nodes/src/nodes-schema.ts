import type { Generated } from 'kysely';

/** Values that all servers of the database share. */
export interface DriveSettingsTable {
  /**
   * Fingerprint of the master secret, id of the place of the bytes, number of the set-up link. `next_storage`: id of the place
   * that the bytes are being moved to. `copied_from`, `moved_to`: id of the move of a database, in the new one until the move has
   * ended, and in the one that no server uses any more.
   */
  name: 'secret' | 'storage' | 'setup' | 'next_storage' | 'copied_from' | 'moved_to';
  value: string;
}

/** A server that runs, or that ended without leaving. */
export interface NodesTable {
  id: string;
  version: string;
  /** By the clock of the database. */
  seen_at: number;
  /** Why no other server may be alive; null: others may be. */
  alone_because: string | null;
  /** JSON: fingerprints of the settings in which servers should agree. */
  settings: Generated<string>;
}

/** The part of the program's schema that this package uses; the migrations of the program create both tables. */
export interface NodesSchema {
  drive_settings: DriveSettingsTable;
  nodes: NodesTable;
}
