import type { ActivityType } from '@drive/contract';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/index.ts';

/** Where something happened. */
export interface PlaceRow {
  /** events.row_id */
  readonly rowId: number;
  /** items.id */
  readonly itemId: string | null;
  /** items.id of the folders above the item, with spaces in between. */
  readonly folderIds: string | null;
  /** The same before the item was moved to another folder. */
  readonly formerFolderIds: string | null;
  /** The facts as JSON, if they were asked for. */
  readonly data?: string;
}

interface PlacesQuery {
  /** owners.row_id of the tree. */
  readonly ownerId: number;
  /** items.id; null: everything in the tree. */
  readonly itemId: string | null;
  readonly types: readonly ActivityType[];
  /** events.row_id; undefined: from the newest on. */
  readonly before: number | undefined;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly limit: number;
  readonly withData: boolean;
}

const placeColumns = [
  'row_id as rowId',
  'item_id as itemId',
  'folder_ids as folderIds',
  'former_folder_ids as formerFolderIds',
] as const;

/** The newest first. */
export async function listPlaces(
  reader: Reader,
  { ownerId, itemId, types, before, since, limit, withData }: PlacesQuery,
): Promise<readonly PlaceRow[]> {
  return (
    reader
      .selectFrom('events')
      .select(placeColumns)
      .$if(withData, (events) => events.select('data'))
      .$if(itemId === null, (events) => events.where('user_id', '=', ownerId))
      // The sign lets SQLite take the index of the item instead of that of the owner.
      .$if(itemId !== null, (events) => events.where('item_id', '=', itemId).where(sql<boolean>`+user_id = ${ownerId}`))
      .where('type', 'in', types)
      .where('created_at', '>=', since)
      .$if(before !== undefined, (events) => events.where('row_id', '<', before ?? 0))
      .orderBy('row_id', 'desc')
      .limit(limit)
      .execute()
  );
}

export type ActivityRow = Awaited<ReturnType<typeof listActivityRows>>[number];

/** By events.row_id, the newest first. */
export function listActivityRows(reader: Reader, rowIds: readonly number[], since: number) {
  return (
    reader
      .selectFrom('events')
      .leftJoin('users', 'users.row_id', 'events.actor_id')
      .select([
        'events.row_id as rowId',
        'events.id',
        'events.type',
        'events.data',
        'events.created_at as createdAt',
        'events.item_id as itemId',
        'events.folder_ids as folderIds',
        'events.former_folder_ids as formerFolderIds',
        'events.recipient',
        'users.id as actorId',
        'users.name as actorName',
        'users.deleted_at as actorDeletedAt',
        'events.item_name as itemName',
      ])
      .where('events.row_id', 'in', rowIds)
      // Partitions of other days are not searched.
      .where('events.created_at', '>=', since)
      .orderBy('events.row_id', 'desc')
      .execute()
  );
}

/** items.id by items.row_id; `hasRoot`: whether the root of a tree is among them. */
export async function findTops(
  reader: Reader,
  rowIds: readonly number[],
): Promise<{ readonly ids: readonly string[]; readonly hasRoot: boolean }> {
  const rows = await reader.selectFrom('items').select(['id', 'parent_id']).where('row_id', 'in', rowIds).execute();
  return { ids: rows.map(({ id }) => id), hasRoot: rows.some((row) => row.parent_id === null) };
}

/** items.id of the root of a team drive, by owners.id. */
export async function findDriveRoot(reader: Reader, driveId: string): Promise<string | undefined> {
  const root = await reader
    .selectFrom('owners')
    .innerJoin('items', 'items.owner_id', 'owners.row_id')
    .select('items.id')
    .where('owners.id', '=', driveId)
    .where('owners.kind', '=', 'drive')
    .where('items.parent_id', 'is', null)
    .executeTakeFirst();
  return root?.id;
}
