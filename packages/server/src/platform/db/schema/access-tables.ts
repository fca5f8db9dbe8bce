import type { GroupMemberSource } from '@drive/contract';
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
