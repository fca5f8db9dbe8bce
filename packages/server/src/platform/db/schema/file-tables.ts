import type { Generated } from 'kysely';
import type { Flag } from './platform-tables.ts';

export type ItemState = 'alive' | 'trashed' | 'purging' | 'purged';

/**
 * The tree. Every user has one root folder without a parent, which the API never shows: what lies in it has
 * `parentId: null` there.
 */
export interface Items {
  row_id: Generated<number>;
  id: string;
  owner_id: number;
  parent_id: number | null;
  is_folder: Flag;
  name: string;
  /** `foldName(name)`: what sorting and searching compare. */
  name_key: string;
  /** Bytes of a file; of a folder the sum of its children that are alive by themselves. */
  size: number;
  /** Children of a folder that are alive by themselves, kept so that a listing need not count them. */
  child_files: Generated<number>;
  child_folders: Generated<number>;
  mime_type: string | null;
  sha256: string | null;
  /** null until it is known: files of before it was kept, until an archive first wanted it. */
  crc32: Generated<number | null>;
  blob_key: string | null;
  /** Number of the content of a file, from 1; every content gets a new one. */
  version: Generated<number>;
  /** The thumbnail's bytes; null where there is none. */
  preview_key: string | null;
  /**
   * Its own: what lies in a folder that was trashed stays as it is. What an item is in effect, the nearest of it and the
   * folders above it says that isn't alive.
   */
  state: ItemState;
  quarantined: Generated<Flag>;
  download_count: Generated<number>;
  /** When a file's bytes were complete, or a folder was made. */
  created_at: number;
  /** The client's own modification time of a file; null if it gave none. */
  modified_at: Generated<number | null>;
  /** When it was put into the trash itself, not with a folder above it. */
  deleted_at: number | null;
}

/** Contents that a file had before its current one. */
export interface FileVersions {
  /** items.row_id */
  item_id: number;
  /** items.version at that time. */
  version: number;
  owner_id: number;
  blob_key: string;
  size: number;
  mime_type: string | null;
  sha256: string | null;
  crc32: number | null;
  preview_key: string | null;
  /** items.modified_at at that time. */
  modified_at: number | null;
  /** items.created_at at that time. */
  uploaded_at: number;
  replaced_at: number;
}

/** One row a user, so that a quota is held by a single guarded update. */
export interface StorageUsage {
  owner_id: number;
  /** Bytes of files that are alive or trashed in effect, and of their versions until those are deleted. */
  stored_bytes: number;
  /** Of these, the current contents of what is trashed. */
  trash_bytes: number;
  /** Bytes promised to open upload sessions. */
  reserved_bytes: number;
  /** Files that are alive or trashed by themselves. */
  file_count: Generated<number>;
}

/** Why a file is held back, as long as it is. */
export interface Quarantines {
  /** items.row_id */
  item_id: number;
  reason: string | null;
  created_at: number;
}

export interface UploadSessions {
  id: string;
  owner_id: number;
  file_id: string;
  /** The folder asked for, as items.row_id. */
  parent_id: number;
  file_name: string;
  content_type: string;
  size_bytes: number;
  /** What happens if the folder contains an item of that name when the upload completes. */
  on_conflict: Generated<'rename' | 'replace' | 'fail'>;
  /** JSON of a `Precondition`, checked when the upload completes; null: none. */
  precondition: Generated<string | null>;
  /** items.id of the file whose content the upload replaced; null: it made a new one. */
  replaced_id: Generated<string | null>;
  /** Chosen with the reservation, so that after a crash the bytes are found wherever they had got to. */
  blob_key: string;
  status: 'PENDING' | 'UPLOADING' | 'COMPLETE' | 'FAILED';
  /** What it was reserved for, where that module is told of its end; `room`: bytes of one request; null: for its owner alone. */
  purpose: Generated<'collection' | 'room' | null>;
  /** Keyed hash of the network of the stranger who reserved it, as long as it is open; null if its owner did. */
  network_hash: Generated<string | null>;
  /** The modification time to store with the file. */
  modified_at: Generated<number | null>;
  created_at: number;
  /** The last time bytes came; the expiry counts from here. */
  active_at: number;
}

/** Handed-out addresses whose download has been counted; forgotten once the address has run out. */
export interface CountedDownloads {
  nonce: string;
  expires_at: number;
}

/** ZIPs that were asked for. What they hold is in archive_parts. */
export interface Archives {
  row_id: Generated<number>;
  /** Keyed hash of the address's token. */
  token_hash: string;
  owner_id: number;
  /** The share it was asked for through; null: by the owner. */
  share_id: number | null;
  /** shares.password_version at the time; null without a share. */
  password_version: number | null;
  /** share_recipients.row_id of whom the download counts for. */
  recipient_id: number | null;
  /** What it is saved as. */
  name: string;
  /** The length of the whole ZIP. */
  zip_bytes: number;
  expires_at: number;
  /** When its one download began. */
  consumed_at: Generated<number | null>;
}

/** What is in an archive, some hundred files a row, because an archive is only ever read from its beginning to its end. */
export interface ArchiveParts {
  archive_id: number;
  position: number;
  /** JSON, as modules/archives/archive-store.ts has it. */
  entries: string;
}
