import type { ScanResult } from '@drive/contract';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Flag } from './platform-tables.ts';

export type ItemState = 'alive' | 'trashed' | 'purging' | 'purged';

/** Every user has one root folder without a parent, which the API never shows. */
export interface Items {
  row_id: Generated<number>;
  id: string;
  owner_id: number;
  parent_id: number | null;
  is_folder: Flag;
  name: string;
  /** `foldName(name)`: compared by sorts and searches. */
  name_key: string;
  /** Bytes of a file; of a folder the sum of its children whose own state is alive. */
  size: number;
  /** On Postgres only: `size` of a file, null for a folder. */
  file_size: GeneratedAlways<number | null>;
  /** Number of children whose own state is alive, maintained so that a listing need not count them. */
  child_files: Generated<number>;
  child_folders: Generated<number>;
  mime_type: string | null;
  sha256: string | null;
  /** null until it is computed, at the latest when an archive first needs it. */
  crc32: Generated<number | null>;
  /** Key of the bytes of a file that no other row needs; null for folders, purged files, and shared contents. */
  blob_key: string | null;
  /** Key of the bytes of a file that is a copy or has been copied: other rows may need them, too. */
  shared_key: Generated<string | null>;
  /** Number of the content of a file, from 1; every content gets a new one. */
  version: Generated<number>;
  /** Key of the thumbnail's bytes; null if there is none. */
  preview_key: string | null;
  /** Effective is the state of the nearest item, from this one upward, that is not alive. */
  state: ItemState;
  quarantined: Generated<Flag>;
  /** Result of the scan of a file's content for viruses; null: never scanned. */
  scan: Generated<ScanResult | null>;
  /** Name of the signature that was found, of an infected content. */
  virus: Generated<string | null>;
  download_count: Generated<number>;
  /** When a file's bytes were complete, or a folder was made. */
  created_at: number;
  /** The client's own modification time of a file; null if it gave none. */
  modified_at: Generated<number | null>;
  /** When the item itself was trashed, not a folder above it. */
  deleted_at: number | null;
  /** users.row_id of who trashed it last; null: not known. */
  trashed_by: Generated<number | null>;
  /** users.row_id of who added it; null: a visitor, or not known. */
  created_by: Generated<number | null>;
  /** users.row_id of who changed its name, place, content or metadata last; null: nobody did, or not known. */
  modified_by: Generated<number | null>;
  /** Grows with every change of name, place, content or metadata: `changeTag` of the API. */
  revision: Generated<number>;
  /** JSON of `Annotations`: metadata and tags; null: none. */
  annotations: Generated<string | null>;
  /** Number of users who starred the item. */
  star_count: Generated<number>;
}

/** An entry of an item's metadata, or a tag, to find the item by. Triggers follow the item (0105-metadata). */
export interface ItemTerms {
  item_id: number;
  /** As `termOfTag` and `termOfMetadata` write it. */
  term: string;
  owner_id: number;
  /** The folder whose listing has the item; null if the item's own state is not alive. */
  folder_id: number | null;
  /** Bytes of the key and the value that count in the quota; 0 for a tag. */
  bytes: number;
}

/** Items that users starred. */
export interface ItemStars {
  user_id: number;
  item_id: number;
}

export interface FileVersions {
  item_id: number;
  version: number;
  owner_id: number;
  /** Either this or `shared_key`, as in `items`. */
  blob_key: string | null;
  shared_key: Generated<string | null>;
  size: number;
  mime_type: string | null;
  sha256: string | null;
  crc32: number | null;
  preview_key: string | null;
  /** As in `items`. */
  scan: Generated<ScanResult | null>;
  virus: Generated<string | null>;
  modified_at: number | null;
  uploaded_at: number;
  replaced_at: number;
}

/** Bytes of contents and thumbnails that a row named until it was purged, and that go at this time unless another row does. */
export interface DroppedContents {
  blob_key: string;
  due_at: number;
}

/** Work on many items that outlasts its request. */
export interface Operations {
  row_id: Generated<number>;
  id: string;
  owner_id: number;
  /** items.id of the folder of the key that asked for it; null: of the whole drive. */
  folder_id: string | null;
  kind: 'copy' | 'move' | 'transfer' | 'export';
  status: 'running' | 'complete' | 'failed';
  /** JSON of what was asked for. */
  request: string;
  done: Generated<number>;
  total: number;
  /** JSON of the ids that are done, with their outcomes. */
  progress: string;
  /** JSON of the answer, once it is complete. */
  result: Generated<string | null>;
  created_at: number;
  ended_at: Generated<number | null>;
}

/** Folders whose children an operation has yet to copy. */
export interface OperationFolders {
  row_id: Generated<number>;
  operation_id: number;
  source_id: number;
  target_id: number;
  /** created_at and items.row_id of the last child that was copied. */
  after_at: number;
  after_id: number;
  /** Only older items are copied, and so nothing that the operation itself has made. */
  until_id: number;
}

/** Sums of contents that some clients compare. */
export interface ContentChecksums {
  /** Key of the blob of a file or a version. */
  blob_key: string;
  /** Lower-case hex; null: a job computes both; '': they cannot be computed. */
  sha1: string | null;
  md5: string | null;
}

/** One row per user, so that one guarded update enforces a quota. */
export interface StorageUsage {
  owner_id: number;
  /** Bytes of files that are effectively alive or trashed, of their versions, of metadata, WebDAV properties and pastes. */
  stored_bytes: number;
  /** The part of stored_bytes that is current contents of trashed files. */
  trash_bytes: number;
  reserved_bytes: number;
  /** Files whose own state is alive or trashed. */
  file_count: Generated<number>;
  /** Files and folders whose own state is alive or trashed, without the root, and open uploads with `holds_item`. */
  item_count: Generated<number>;
}

/** Reasons of files in quarantine. */
export interface Quarantines {
  item_id: number;
  reason: string | null;
  created_at: number;
}

/** Contents that an administrator released: their scans have no consequences. */
export interface ReleasedContents {
  /** The SHA-256; the key of the blob as long as it is not known. */
  content: string;
  released_at: number;
}

export interface UploadSessions {
  id: string;
  owner_id: number;
  file_id: string;
  /** The requested folder, as items.row_id. */
  parent_id: number;
  /** items.id of the folder to which the key or grant that reserved it is confined; null: none. */
  root_id: Generated<string | null>;
  file_name: string;
  content_type: string;
  size_bytes: number;
  /** The action if the folder contains an item of that name when the upload completes. */
  on_conflict: Generated<'rename' | 'replace' | 'fail'>;
  /** JSON of a `Precondition`, checked when the upload completes; null: none. */
  precondition: Generated<string | null>;
  /** items.id of the file whose content the upload replaced; null: it made a new one. */
  replaced_id: Generated<string | null>;
  /** Chosen with the reservation, so that the bytes are found after a crash at any point. */
  blob_key: string;
  /** 1: the client has a URL of the object storage to send the bytes to. */
  is_direct: Generated<0 | 1>;
  status: 'PENDING' | 'UPLOADING' | 'COMPLETE' | 'FAILED';
  /** The purpose, if another module is notified of its end; null: for its owner alone. */
  purpose: Generated<'collection' | 'grant' | 'share' | null>;
  /** What caused it: kind and id of an `Origin`, with a space in between; null: written by an older server. */
  origin: Generated<string | null>;
  /** 1: while it is open, it counts as an item of its owner; 0: it is to replace a file. */
  holds_item: Generated<0 | 1>;
  /** 1: holds the bytes of one request, whose client does not know it. */
  ends_with_request: Generated<0 | 1>;
  /** `Upload-Metadata` as a client of tus sent it; null: none. */
  tus_metadata: Generated<string | null>;
  /** users.row_id of who reserved it; null: a visitor, or a server of an earlier version did. */
  reserved_by: Generated<number | null>;
  /** Keyed hash of the network of the visitor who reserved it, while it is open; null if its owner did. */
  network_hash: Generated<string | null>;
  modified_at: Generated<number | null>;
  /** JSON of the metadata and tags of the file to be; null: none were given. */
  annotations: Generated<string | null>;
  /** Bytes of that metadata, which are reserved besides `size_bytes`. */
  metadata_bytes: Generated<number>;
  created_at: number;
  /** Time of the last bytes, from which the expiry counts. */
  active_at: number;
  /** nodes.id of the server with the lease; null: none. One server of a database needs no leases. */
  held_by: Generated<string | null>;
  held_for: Generated<'put' | 'tus' | 'work' | null>;
  /** End of the lease unless it is renewed. */
  held_until: Generated<number>;
  /** Time of the last bytes under the lease; of its beginning if there are none. */
  heard_at: Generated<number>;
  has_bytes: Generated<Flag>;
  /** Number of the lease: grows with each holder. */
  turn: Generated<number>;
  /** The wish of another server, for which the holder releases the lease. */
  wanted: Generated<'put' | 'tus' | 'work' | null>;
}

/** Deleted after the URL has expired. */
export interface CountedDownloads {
  nonce: string;
  expires_at: number;
}

/** Requested ZIPs. Their files are in archive_parts. */
export interface Archives {
  row_id: Generated<number>;
  token_hash: string;
  owner_id: number;
  /** The share through which it was requested; null: by the owner. */
  share_id: number | null;
  /** shares.password_version at the time; null without a share. */
  password_version: number | null;
  /** share_recipients.row_id of the recipient whose download it is. */
  recipient_id: number | null;
  name: string;
  zip_bytes: number;
  expires_at: number;
  /** Start of its one download. */
  consumed_at: Generated<number | null>;
}

/** Some hundred files per row, because an archive is always read from its beginning to its end. */
export interface ArchiveParts {
  archive_id: number;
  position: number;
  /** JSON, as modules/archives/archive-store.ts has it. */
  entries: string;
}

/** Pixels of thumbnails. Those that a server of an earlier version made have no row. */
export interface ThumbnailSizes {
  preview_key: string;
  width: number;
  height: number;
}

/** On Postgres: rows of `items` whose name, place, state or size changed in the last hour. */
export interface NameChanges {
  owner_id: number;
  /** Id of the transaction. */
  version: number;
  item_row_id: number;
  /** By the clock of the database. */
  changed_at: number;
}
