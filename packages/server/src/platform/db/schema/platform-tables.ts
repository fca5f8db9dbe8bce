import type { Generated } from 'kysely';

export type Flag = 0 | 1;

/** Statistics of an hour. Null: the state was not sampled in this hour. */
export interface StatisticsSamples {
  /** Start of the hour. */
  hour_at: number;
  users: number | null;
  files: number | null;
  stored_bytes: number | null;
  free_bytes: number | null;
  due_jobs: number | null;
  failed_jobs: number | null;
  received_bytes: Generated<number>;
  sent_bytes: Generated<number>;
  delivered_attempts: Generated<number>;
  failed_attempts: Generated<number>;
}

/** An upload in progress in an object storage. */
export interface StagedUploads {
  /** upload_sessions.id, with a suffix for a PUT; or an id of an upload without a session. */
  id: string;
  blob_key: string;
  /** Id of the multipart upload; null as long as it has no part. */
  upload_id: string | null;
  /** JSON: ETag and bytes of each part, in order. */
  parts: string;
  /** Object with the bytes that are too few for a part. */
  tail_key: string | null;
  tail_bytes: number;
  /** Grows with each write, so that a superseded writer changes nothing. */
  turn: number;
  /** upload_sessions.turn of the writer; 0 if the database has one server. */
  lease: Generated<number>;
  modified_at: number;
}

export interface Events {
  row_id: Generated<number>;
  id: string;
  type: string;
  user_id: number;
  data: string;
  created_at: number;
  /** The transaction of Postgres that wrote it; 0 on SQLite. */
  transaction_id: Generated<number>;
  /** items.id of the file or folder; null: none, or written by an older server. */
  item_id: Generated<string | null>;
  /** items.id of the folders above the item, from the root down, which is left out, with spaces in between; null without an item. */
  folder_ids: Generated<string | null>;
  /** The same before the item was moved to another folder; null if it was not. */
  former_folder_ids: Generated<string | null>;
  /** Name of the item at that time; null without an item, in events of files and folders, whose `data` has it, and in those of older servers. */
  item_name: Generated<string | null>;
  /** users.row_id of who caused it; null: a visitor, the server, or written by an older server. */
  actor_id: Generated<number | null>;
  /** Email address of the recipient who downloaded from a share. It is not in `data`, which others get. */
  recipient: Generated<string | null>;
}

export interface AuditLog {
  row_id: Generated<number>;
  id: string;
  action: string;
  actor_kind: 'user' | 'console' | 'server' | 'nobody';
  /** users.id, also of a deleted user. */
  actor_id: string | null;
  via: 'session' | 'key' | null;
  /** users.id of the affected account, also of a deleted one. */
  user_id: string | null;
  target_kind: string | null;
  target_id: string | null;
  /** JSON, as platform/audit/audit-details.ts has it. */
  details: string | null;
  created_at: number;
}

/** A setting that an administrator has saved or, without a value, reset. */
export interface SavedSettings {
  row_id: Generated<number>;
  /** As in the environment, without `DRIVE_`. */
  name: string;
  value: string | null;
  /** The value of a secret, encrypted. */
  sealed: string | null;
  /** Highest of all rows when it was written: servers notice by it that something has changed. */
  revision: number;
}
