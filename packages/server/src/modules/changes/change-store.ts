import { sql } from 'kysely';
import { compileOnce, type Reader } from '../../platform/db/index.ts';
import type { LastChange } from './change-cursor.ts';

export interface ChangeRow extends LastChange {
  /** As `file.created`. */
  readonly type: string;
  readonly itemId: string;
  /** items.id of the folders above the item, from the root down, separated by spaces. */
  readonly folderIds: string;
  /** The same before the change, if it moved the item to another folder. */
  readonly formerFolderIds: string | null;
}

/** Events of links name their item, too. */
const isChange = sql<boolean>`item_id is not null and (type like 'file.%' or type like 'folder.%')`;

const selectChanges = compileOnce(
  (reader: Reader, query: { userId: number; from: number; since: number; limit: number }) =>
    reader
      .selectFrom('events')
      .select([
        'row_id as rowId',
        'id',
        'created_at as createdAt',
        'type',
        'item_id as itemId',
        'folder_ids as folderIds',
        'former_folder_ids as formerFolderIds',
      ])
      .where('user_id', '=', query.userId)
      .where(isChange)
      .where('row_id', '>=', query.from)
      .where('created_at', '>=', query.since)
      .orderBy('row_id')
      .limit(query.limit),
);

/**
 * Changes of a user's items from a row id on. They are published in the tree lock of their owner, which is held until the commit:
 * their row ids are in the order of their commits, and none is committed later before one that was read.
 */
export async function listChanges(
  reader: Reader,
  query: { readonly userId: number; readonly from: number; readonly since: number; readonly limit: number },
): Promise<readonly ChangeRow[]> {
  return (await selectChanges(reader, query)) as readonly ChangeRow[];
}

const selectLast = compileOnce((reader: Reader, { userId, since }: { userId: number; since: number }) =>
  reader
    .selectFrom('events')
    .select(['row_id as rowId', 'id', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where(isChange)
    .where('created_at', '>=', since)
    .orderBy('row_id', 'desc')
    .limit(1),
);

export async function findLastChange(reader: Reader, userId: number, since: number): Promise<LastChange | undefined> {
  const [row] = await selectLast(reader, { userId, since });
  return row;
}
