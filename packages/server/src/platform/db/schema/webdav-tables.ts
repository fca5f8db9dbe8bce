import type { Generated } from 'kysely';
import type { Flag } from './platform-tables.ts';

export interface DavLocks {
  row_id: Generated<number>;
  /** `urn:uuid:…` */
  token: string;
  owner_id: number;
  /** Relative to the owner's root: `/a/b`, and `/` for the root. Names do not contain slashes. */
  path: string;
  is_deep: Flag;
  is_exclusive: Flag;
  /** The client's description of itself, as XML. */
  owner_xml: string | null;
  timeout_seconds: number;
  expires_at: number;
  /** users.row_id of the member who made it; null: the owner. */
  created_by: number | null;
  /** items.row_id of what a member locked; null: the owner locked it. */
  item_id: number | null;
}

/** Properties that WebDAV clients set on items; the server does not interpret them. */
export interface DavProperties {
  row_id: Generated<number>;
  /** items.row_id; the root folder may have some, too. */
  item_id: number;
  namespace: string;
  name: string;
  xml: string;
}
