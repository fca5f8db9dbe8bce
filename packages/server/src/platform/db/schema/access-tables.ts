import type { GroupMemberSource, LinkRole, MemberRole, NotificationType } from '@drive/contract';
import type { Generated } from 'kysely';
import type { Flag } from './platform-tables.ts';

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

/** A role that is given to who uses an invitation. */
export interface AccessInvites {
  /** invites.id, which says for whom and until when. */
  invite_id: string;
  /** items.row_id */
  item_id: number;
  /** `emailKey` of the invited address. */
  email_key: string;
  role: MemberRole;
}

/** What a user is told of. */
export interface Notifications {
  row_id: Generated<number>;
  id: string;
  user_id: number;
  type: NotificationType;
  /** Unique for the user: what happens again counts in the row, or is not told again. Null: each is told. */
  about: string | null;
  /** items.id */
  item_id: string | null;
  item_name: string | null;
  /** users.row_id of who did it; null: a visitor, or the server. */
  actor_id: number | null;
  /** JSON, as the contract has it. */
  details: string;
  /** How often it happened since it was read. */
  happened: number;
  unread: Flag;
  /** When it happened, the last time. */
  created_at: number;
  read_at: number | null;
  /** When an email told of it, or was not to; null: one is to come. */
  mailed_at: number | null;
}

/** Team drives. The quota is that of the owner; members have grants on the root folder. */
export interface Drives {
  /** owners.row_id, which is that of a hidden user. */
  owner_id: number;
  name: string;
  /** `foldName(name)`, unique among those that are not deleted. */
  name_key: string;
  link_role: LinkRole;
  created_at: number;
  /** Set: nobody reaches the drive, and administrators may restore it. */
  deleted_at: number | null;
}
