import { isoTime } from '@drive/base';
import type { Activity, ActivityType, Actor, MemberRole, Origin } from '@drive/contract';
import type { ActivityRow, PlaceRow } from './activity-store.ts';

/** What of a tree somebody sees. */
export interface Sight {
  /** items.id of the topmost items that they reach; null: the complete tree. */
  readonly tops: readonly string[] | null;
  /** Whether they see links, visitors and roles. */
  readonly seesLinks: boolean;
}

/** The fields of the data of events that an activity shows. */
interface Facts {
  readonly file_name?: string | null;
  readonly folder_name?: string;
  readonly item_name?: string;
  readonly name?: string;
  readonly kind?: Activity['details']['linkKind'];
  readonly mode?: string | null;
  readonly share_name?: string;
  readonly collection_name?: string;
  readonly proofing_name?: string;
  readonly uploader_name?: string | null;
  readonly client_name?: string | null;
  readonly author_name?: string | null;
  readonly changed?: Activity['details']['changed'];
  readonly previous?: { readonly name?: string; readonly path?: string };
  readonly principal_type?: 'user' | 'group';
  readonly principal_id?: string;
  readonly principal_name?: string | null;
  readonly role?: MemberRole;
  readonly country?: string;
  readonly origin?: Origin;
}

const isAmongFolders = (ids: string | null, folderId: string): boolean => ids?.split(' ').includes(folderId) ?? false;

/** Whether it happened in the tree that begins with the item, or moved something out of it. */
export const happenedIn = ({ itemId, folderIds, formerFolderIds }: PlaceRow, topId: string): boolean =>
  itemId === topId || isAmongFolders(folderIds, topId) || isAmongFolders(formerFolderIds, topId);

export const isSeen = ({ tops }: Sight, place: PlaceRow): boolean =>
  tops === null || tops.some((topId) => happenedIn(place, topId));

/** Whether what is in these folders is outside of what they reach. */
const isOutside = ({ tops }: Sight, { itemId }: PlaceRow, folderIds: string | null): boolean =>
  tops !== null && !tops.some((topId) => itemId === topId || isAmongFolders(folderIds, topId));

const deletedUser = 'deleted user';

const actorOf = ({ actorId, actorName, actorDeletedAt }: ActivityRow): Actor | null => {
  if (actorId === null) return null;
  const deleted = actorDeletedAt !== null;
  return { id: actorId, name: deleted ? deletedUser : actorName, deleted };
};

/** undefined: another entry tells the same. */
export function toActivity(row: ActivityRow, sight: Sight): Activity | undefined {
  const type = row.type as ActivityType;
  const facts = JSON.parse(row.data) as Facts;
  // The file request is told with its sender.
  if (sight.seesLinks && type === 'file.created' && facts.origin?.kind === 'request') return undefined;
  return {
    id: row.id,
    type,
    actor: actorOf(row),
    item: row.itemId === null ? null : { id: row.itemId, name: nameOf(row, facts, sight) },
    at: isoTime(row.createdAt),
    details: detailsOf(type, facts, row, sight),
  };
}

function nameOf(row: ActivityRow, facts: Facts, sight: Sight): string {
  // What is outside now had another name when it was seen last.
  const former = isOutside(sight, row, row.folderIds) ? facts.previous?.name : undefined;
  const then = former ?? facts.file_name ?? facts.folder_name ?? facts.item_name;
  // The root of a tree has no name, and older servers stored none.
  return then ?? ((row.itemName ?? '') || (facts.share_name ?? facts.name ?? ''));
}

function detailsOf(type: ActivityType, facts: Facts, row: ActivityRow, sight: Sight): Activity['details'] {
  const { tops } = sight;
  // What comes from outside, or goes there, had or gets a name that they do not see.
  const wasSeen = ![row.folderIds, row.formerFolderIds ?? row.folderIds].some((ids) => isOutside(sight, row, ids));
  const { changed, previous, role, principal_type: principalType, principal_id: principalId } = facts;
  if (type.startsWith('file.') || type.startsWith('folder.'))
    return {
      ...(changed === undefined ? {} : { changed }),
      ...(previous?.name === undefined || !wasSeen ? {} : { previousName: previous.name }),
      ...(tops !== null || previous?.path === undefined ? {} : { previousPath: previous.path }),
    };
  if (principalType !== undefined && principalId !== undefined)
    return {
      principal: { type: principalType, id: principalId, name: facts.principal_name ?? null },
      ...(role === undefined ? {} : { role }),
    };
  const linkName = facts.share_name ?? facts.collection_name ?? facts.proofing_name ?? facts.name;
  return {
    ...(linkName === undefined ? {} : { linkName }),
    ...(facts.kind === undefined ? {} : { linkKind: facts.kind }),
    ...(facts.mode === undefined ? {} : { mode: facts.mode }),
    ...(type.startsWith('share.download') ? { recipient: row.recipient } : {}),
    ...(facts.country === undefined ? {} : { country: facts.country }),
    ...visitorOf(facts),
  };
}

function visitorOf({ uploader_name: uploader, client_name: client, author_name: author }: Facts): {
  visitor?: string | null;
} {
  const visitor = uploader ?? client ?? author;
  const isOfVisitor = uploader !== undefined || client !== undefined || author !== undefined;
  return isOfVisitor ? { visitor: visitor ?? null } : {};
}
