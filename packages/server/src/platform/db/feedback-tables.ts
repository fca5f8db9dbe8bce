import type { Generated } from 'kysely';

export interface ShareComments {
  row_id: Generated<number>;
  id: string;
  share_id: number;
  /** `u` and users.row_id, or `v` and the id that a visitor without an account brings along, signed. */
  author_key: string;
  /** As it was when it was written. */
  author_name: string | null;
  body: string;
  /** What a repeat of the same request is known by. */
  once_key: string | null;
  created_at: number;
}

export interface ShareLikes {
  share_id: number;
  /** As in share_comments. */
  author_key: string;
  created_at: number;
}
