import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** Texts with a link. */
export interface Pastes {
  row_id: Generated<number>;
  id: string;
  token: string;
  owner_id: number;
  mode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  title: string | null;
  language: string | null;
  /** Of the content, in UTF-8; what it counts in its owner's usage as long as it is there. */
  size_bytes: number;
  expires_at: number | null;
  password_hash: string | null;
  /** Given once, and gone then. */
  burns: Flag;
  burned_at: Generated<number | null>;
  created_at: number;
  /** null once it has burned, or has been expired for long enough that a sweep came by. The last column: it is long. */
  content: string | null;
}
