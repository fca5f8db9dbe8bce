import type { GroupMemberSource, MemberRole } from '@drive/contract';
import type { Generated } from 'kysely';

/** Groups of users, which administrators or an identity provider manage. */
export interface UserGroups {
  row_id: Generated<number>;
  id: string;
  name: string;
  /** `foldName(name)`, unique. */
  name_key: string;
  /** Id of the group at an identity provider; null: it has none. */
  external_id: Generated<string | null>;
  created_at: number;
}

export interface GroupMembers {
  group_id: number;
  user_id: number;
  /** What added the member: only members of its own does a provider remove. */
  source: GroupMemberSource;
  added_at: number;
}

/** A role on an item and on everything below it, of a user or of a group. */
export interface AccessGrants {
  row_id: Generated<number>;
  id: string;
  item_id: number;
  /** Either this or `group_id`. */
  user_id: number | null;
  group_id: number | null;
  role: MemberRole;
  /** users.row_id of who gave it; null: the server. */
  created_by: number | null;
  created_at: number;
}
