import type { Generated } from 'kysely';
import type { Flag } from './platform-tables.ts';

interface OwnLink {
  row_id: Generated<number>;
  id: string;
  token: string;
  owner_id: number;
  folder_id: string | null;
  name: string;
  message: string | null;
  expires_at: number | null;
  password_hash: string | null;
  /** Incremented with every change of the password, which ends all unlock grants. */
  password_version: Generated<number>;
  created_at: number;
  /** Set when it is closed; the row stays for a while, for uploads in progress. */
  deleted_at: Generated<number | null>;
}

export interface Collections extends OwnLink {
  /** users.row_id of who made it; null: not known. */
  created_by: Generated<number | null>;
  folder_id: string;
  max_files: number | null;
  max_file_bytes: number | null;
  /** JSON: a list; null: all. */
  allowed_types: string | null;
  require_name: Flag;
  /** Reserved files that have not arrived; one guarded update limits them and file_count to max_files. */
  pending_count: Generated<number>;
  /** Received files, also deleted ones. */
  file_count: Generated<number>;
}

/** Deleted if the upload fails. */
export interface CollectionUploads {
  row_id: Generated<number>;
  /** upload_sessions.id, which may be forgotten before. */
  session_id: string;
  collection_id: number;
  uploader_name: string | null;
  uploader_email: string | null;
  /** items.id; null until the file has arrived. */
  file_id: string | null;
  /** null until the file has arrived. */
  file_name: string | null;
  size_bytes: number;
  created_at: number;
  completed_at: number | null;
  mailed_at: number | null;
}

export interface Proofings extends OwnLink {
  /** users.row_id of who made it; null: not known. */
  created_by: Generated<number | null>;
  max_selections: number | null;
  round_count: Generated<number>;
}

/** The files of a proofing that is not one of a folder. */
export interface ProofingFiles {
  proofing_id: number;
  item_id: string;
  position: number;
}

export interface ProofingSubmissions {
  row_id: Generated<number>;
  id: string;
  proofing_id: number;
  /** 1 for the first. */
  round: number;
  client_name: string | null;
  client_email: string | null;
  comment: string | null;
  /** JSON: items.id of the selected files, in the given order. */
  file_ids: string;
  created_at: number;
}

export interface Pastes {
  row_id: Generated<number>;
  id: string;
  token: string;
  owner_id: number;
  mode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  title: string | null;
  language: string | null;
  /** Size of the content in UTF-8, which counts in its owner's usage while it exists. */
  size_bytes: number;
  expires_at: number | null;
  password_hash: string | null;
  /** Returned once, then deleted. */
  burns: Flag;
  burned_at: Generated<number | null>;
  created_at: number;
  /** null once it has burned, or was deleted by a sweep after its expiry. The last column, because it is long. */
  content: string | null;
}

/** A permission to upload files without a credential of the account. */
export interface UploadGrants {
  row_id: Generated<number>;
  /** users.row_id of who made it; null: not known. */
  created_by: Generated<number | null>;
  id: string;
  owner_id: number;
  /** api_keys.row_id of the key that created it, with which it ends; null: a session did. */
  key_id: number | null;
  /** items.id of the folder of that key; null: its user's root. */
  root_id: string | null;
  token_hash: string;
  /** Id of the master secret of the hash; null: unknown. */
  secret_id: Generated<string | null>;
  /** The first characters of the token. */
  prefix: string;
  /** items.id of the folder that receives the files, which may no longer exist; null: the root. */
  folder_id: string | null;
  expires_at: number;
  max_files: number;
  /** Uploads that are open or complete; one guarded update limits them and `used_bytes`. */
  used_files: Generated<number>;
  max_file_bytes: number | null;
  max_total_bytes: number | null;
  used_bytes: Generated<number>;
  /** JSON: a list; null: all. */
  allowed_types: string | null;
  /** JSON: a list; null: all. */
  allowed_origins: string | null;
  on_conflict: 'rename' | 'replace' | 'fail';
  /** JSON of the metadata and tags of each file; null: none. */
  annotations: string | null;
  /** Text of the application. */
  data: string | null;
  /** 1: each file is shared. */
  is_shared: Flag;
  revoked_at: Generated<number | null>;
  created_at: number;
}
