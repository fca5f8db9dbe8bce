import type { Generated } from 'kysely';
import type { ShareComments, ShareLikes } from './feedback-tables.ts';
import type { ApiKeys, DeviceCodes, Invites, PasswordResets, Sessions, Users } from './account-tables.ts';
import type { Flag } from './flag.ts';
import type { Pastes } from './paste-table.ts';
import type {
  Collections,
  CollectionUploads,
  Proofings,
  ProofingFiles,
  ProofingSubmissions,
} from './request-tables.ts';
import type { AuditLog, RateWindows, RecoveryCodes, Totp } from './security-tables.ts';

export type { Flag } from './flag.ts';

/**
 * The tables, as the drivers bind them: text, integers, 0/1 for yes and no, epoch milliseconds for times, JSON as text.
 * A table is written by one module only (named beside it); any module may join it when reading.
 *
 * `row_id` never leaves the server: the API speaks of `id`, a UUID.
 */
export interface Schema {
  users: Users; // accounts
  sessions: Sessions; // accounts
  password_resets: PasswordResets; // accounts
  invites: Invites; // accounts
  api_keys: ApiKeys; // api-keys
  device_codes: DeviceCodes; // api-keys
  items: Items; // files
  storage_usage: StorageUsage; // files
  quarantines: Quarantines; // files
  upload_sessions: UploadSessions; // uploads
  shares: Shares; // shares
  short_links: ShortLinks; // shares
  share_files: ShareFiles; // shares
  unlock_events: UnlockEvents; // shares
  share_recipients: ShareRecipients; // shares
  share_transfers: ShareTransfers; // shares
  share_comments: ShareComments; // feedback
  share_likes: ShareLikes; // feedback
  counted_downloads: CountedDownloads; // downloads
  solved_captchas: SolvedCaptchas; // anonymous
  archives: Archives; // archives
  archive_parts: ArchiveParts; // archives
  collections: Collections; // collections
  collection_uploads: CollectionUploads; // collections
  proofings: Proofings; // proofings
  proofing_files: ProofingFiles; // proofings
  proofing_submissions: ProofingSubmissions; // proofings
  pastes: Pastes; // pastes
  webhooks: Webhooks; // webhooks
  webhook_deliveries: WebhookDeliveries; // webhooks
  webhook_attempts: WebhookAttempts; // webhooks
  idempotency_keys: IdempotencyKeys; // platform/http
  rate_windows: RateWindows; // platform/http
  events: Events; // platform/events
  jobs: Jobs; // platform/jobs
  audit_log: AuditLog; // platform/audit
  totp: Totp; // accounts
  recovery_codes: RecoveryCodes; // accounts
}

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
  /** When it was put into the trash itself, not with a folder above it. */
  deleted_at: number | null;
}

/** One row a user, so that a quota is held by a single guarded update. */
export interface StorageUsage {
  owner_id: number;
  /** Bytes of files that are alive or trashed in effect. */
  stored_bytes: number;
  /** Of these, what is trashed. */
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
  /** Chosen with the reservation, so that after a crash the bytes are found wherever they had got to. */
  blob_key: string;
  status: 'PENDING' | 'UPLOADING' | 'COMPLETE' | 'FAILED';
  /** What it was reserved for, where that module is told of its end; null: for its owner alone. */
  purpose: Generated<'collection' | null>;
  /** Keyed hash of the network of the stranger who reserved it, as long as it is open; null if its owner did. */
  network_hash: Generated<string | null>;
  created_at: number;
  /** The last time bytes came; the expiry counts from here. */
  active_at: number;
}

export interface Shares {
  row_id: Generated<number>;
  token: string;
  owner_id: number;
  /**
   * items.id; the item itself may still be on its way up when its upload asked for autoShare. null: a share of several
   * files, which share_files names.
   */
  item_id: string | null;
  mode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  expires_at: number | null;
  password_hash: string | null;
  /** Counted up with every change of the password: an unlocking is good for the one it was done with. */
  password_version: Generated<number>;
  notify_on_download: Generated<Flag>;
  notify_on_view: Generated<Flag>;
  notify_per_recipient: Generated<Flag>;
  max_downloads: number | null;
  view_count: Generated<number>;
  /** Downloads whose last byte went out. */
  download_count: Generated<number>;
  comments_enabled: Generated<Flag>;
  likes_enabled: Generated<Flag>;
  /** Rows in share_comments and in share_likes, changed with them. */
  comment_count: Generated<number>;
  like_count: Generated<number>;
  /** When its owner was mailed about the first download by a recipient. */
  notified_at: number | null;
  created_at: number;
  revoked_at: number | null;
}

/** Where `/s/{code}` leads: codes that were made with the share, for good, and slugs, as long as they are set. */
export interface ShortLinks {
  code: string;
  share_id: number;
  is_slug: Flag;
}

export interface ShareFiles {
  share_id: number;
  /** items.id */
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
  first_opened_at: number | null;
  download_count: Generated<number>;
  created_at: number;
}

/** Bytes delivered by each signed URL and archive of a share with `max_downloads`. */
export interface ShareTransfers {
  /** The nonce of a signed URL, or `archive` and archives.row_id. */
  key: string;
  share_id: number;
  /** Size of the file or of the ZIP. */
  total_bytes: number;
  /** Of responses that were sent completely. */
  sent_bytes: Generated<number>;
  /** Of responses that were aborted; of those still being sent, all that was asked for. */
  lost_bytes: Generated<number>;
  /** Whether the URL counts in shares.download_count. */
  counted: Generated<Flag>;
  /** When the URL expires. */
  expires_at: number;
}

/** Handed-out addresses whose download has been counted; forgotten once the address has run out. */
export interface CountedDownloads {
  nonce: string;
  expires_at: number;
}

/** Proofs of work that were used, each good for one time; forgotten once the challenge has run out. */
export interface SolvedCaptchas {
  id: string;
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

export interface Webhooks {
  row_id: Generated<number>;
  id: string;
  user_id: number;
  url: string;
  /** Encrypted with a key of the master secret. */
  secret: string;
  secret_masked: string;
  enabled: Flag;
  disabled_reason: string | null;
  consecutive_failures: Generated<number>;
  /** Deliveries up to this row id that still wait were cancelled. */
  cancelled_to: Generated<number>;
  created_at: number;
  /** Gone for its owner; a job takes its rows away. */
  deleted_at: number | null;
}

export interface WebhookDeliveries {
  row_id: Generated<number>;
  id: string;
  webhook_id: number;
  event_id: string;
  type: string;
  /** What is sent and signed. */
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: Generated<number>;
  /** When the next attempt is due; while one runs, when its lease ends; null when it has come to its end. */
  due_at: number | null;
  /** Who attempts it now. */
  claimed_by: string | null;
  /** Of the last attempt. */
  response_body: string | null;
  created_at: number;
}

export interface WebhookAttempts {
  delivery_id: number;
  /** From 1. */
  number: number;
  at: number;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
}

export interface IdempotencyKeys {
  /** Caller and endpoint. */
  scope: string;
  key: string;
  request_hash: string;
  status: number;
  /** null where the answer held a secret that is shown once. */
  response: string | null;
  created_at: number;
}

export interface Events {
  row_id: Generated<number>;
  id: string;
  type: string;
  user_id: number;
  data: string;
  created_at: number;
}

export interface Jobs {
  row_id: Generated<number>;
  id: Generated<string | null>;
  type: string;
  /** At most one unfinished job has a given key. */
  key: string | null;
  payload: string;
  /** When it is due; while it runs, when its lease ends. */
  run_at: number;
  attempts: Generated<number>;
  /** Who runs it now; null while it waits. */
  claimed_by: string | null;
  created_at: number;
  /** Set when it ran out of attempts: kept for people to look at. */
  failed_at: number | null;
  last_error: string | null;
}
