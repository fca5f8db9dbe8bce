import type { Generated } from 'kysely';
import type { CollectionUploads } from './link-tables.ts';
import type { Flag } from './platform-tables.ts';

/** A new column also needs a migration, listed in `migrate.ts`. */
export interface Shares {
  row_id: Generated<number>;
  token: string;
  owner_id: number;
  /** items.id; with autoShare the item may not be uploaded yet. null: a multi-share, whose items are in share_files. */
  item_id: string | null;
  /** items.id if the item has an earlier link, whose row has it in `item_id`: here `item_id` is null, and share_files has it. */
  further_item_id: Generated<string | null>;
  mode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  expires_at: number | null;
  password_hash: string | null;
  /** Incremented with every change of the password, which ends all unlock grants. */
  password_version: Generated<number>;
  notify_on_download: Generated<Flag>;
  notify_on_view: Generated<Flag>;
  notify_per_recipient: Generated<Flag>;
  max_downloads: number | null;
  view_count: Generated<number>;
  /** Downloads whose last byte was sent. */
  download_count: Generated<number>;
  comments_enabled: Generated<Flag>;
  likes_enabled: Generated<Flag>;
  /** Rows in share_comments and in share_likes, changed with them. */
  comment_count: Generated<number>;
  like_count: Generated<number>;
  /** When the owner was emailed about the first download by a recipient. */
  notified_at: number | null;
  /** The owner's name of the link. */
  label: Generated<string | null>;
  /** users.row_id; null: the owner, or a server of an earlier version did not write it down. */
  created_by: Generated<number | null>;
  /** Whether visitors may add files to the folder. */
  allow_upload: Generated<Flag>;
  upload_max_file_bytes: Generated<number | null>;
  upload_max_files: Generated<number | null>;
  /** JSON: a list; null: all. */
  upload_allowed_types: Generated<string | null>;
  /** items.id of the file whose thumbnail stands for what is shared; null: that of the first one. */
  cover_id: Generated<string | null>;
  /** Reserved files that have not arrived; one guarded update limits them and upload_count to upload_max_files. */
  upload_pending_count: Generated<number>;
  /** Received files, also deleted ones. */
  upload_count: Generated<number>;
  created_at: number;
  revoked_at: number | null;
}

/** Targets of `/s/{code}`: generated codes, permanently, and slugs, as long as they are set. */
export interface ShortLinks {
  code: string;
  share_id: number;
  is_slug: Flag;
}

export interface ShareFiles {
  share_id: number;
  item_id: string;
  position: number;
}

export interface UnlockEvents {
  row_id: Generated<number>;
  share_id: number;
  result: 'success' | 'failure' | 'rate_limited';
  /** Keyed hash of the client's network; never shown. */
  network_hash: string;
  created_at: number;
}

export interface ShareRecipients {
  row_id: Generated<number>;
  id: string;
  share_id: number;
  email: string;
  /** Lower-cased. */
  email_key: string;
  sent_at: number | null;
  /** When the last mail to the recipient failed for good, and the reason. */
  failed_at: Generated<number | null>;
  error: Generated<string | null>;
  first_opened_at: number | null;
  download_count: Generated<number>;
  created_at: number;
}

/** Only of shares with `max_downloads`. */
export interface ShareTransfers {
  /** The nonce of a signed URL, `archive` and archives.row_id, or share_tickets.id and items.id. */
  key: string;
  share_id: number;
  total_bytes: number;
  /** Bytes of responses that were sent completely. */
  sent_bytes: Generated<number>;
  /** Bytes of aborted responses, and all requested bytes of those in progress. */
  lost_bytes: Generated<number>;
  /** Whether the URL counts in shares.download_count; of a file of a ticket: whether it was delivered. */
  counted: Generated<Flag>;
  expires_at: number;
  /** Until then what was delivered may be delivered once more. */
  retry_until: Generated<number>;
  /** A file of a ticket, which has taken a download of the share itself. */
  in_ticket: Generated<Flag>;
}

/** Tickets that count in shares.download_count. */
export interface ShareTickets {
  id: string;
  share_id: number;
  expires_at: number;
}

/** A response that is being sent through a share with `max_downloads`. */
export interface DownloadPlaces {
  id: string;
  /** shares.row_id */
  share_id: number;
  /** The server that sends it: without a sign of life of that one, the row counts as none. */
  node_id: string;
  /** Like share_transfers.key; null once the download is counted. */
  key: string | null;
  /** Reserved bytes of the place, in downloads. */
  downloads: number;
}

/** As collection_uploads. */
export interface ShareUploads extends Omit<CollectionUploads, 'collection_id'> {
  share_id: number;
}

export interface ShareComments {
  row_id: Generated<number>;
  id: string;
  share_id: number;
  /** `u` and users.row_id, or `v` and the id that a visitor without an account brings along, signed. */
  author_key: string;
  author_name: string | null;
  body: string;
  /** Identifies a repeat of the same request. */
  once_key: string | null;
  created_at: number;
}

export interface ShareLikes {
  share_id: number;
  /** As in share_comments. */
  author_key: string;
  created_at: number;
}

/** Open reports; closing one deletes it. */
export interface Reports {
  row_id: Generated<number>;
  id: string;
  share_id: number;
  /** items.id; null: everything at the link. */
  item_id: string | null;
  reason: string;
  message: string | null;
  email: string | null;
  created_at: number;
}
