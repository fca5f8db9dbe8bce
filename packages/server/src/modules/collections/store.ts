import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { collectionRow, type CollectionRow } from './collection-row.ts';

/** What is undefined stays. */
export type CollectionChanges = {
  readonly [
    Column in
      | 'folderId'
      | 'name'
      | 'message'
      | 'expiresAt'
      | 'passwordHash'
      | 'maxFiles'
      | 'maxFileBytes'
      | 'allowedTypes'
      | 'requireName'
  ]?: CollectionRow[Column] | undefined;
};

export type NewCollectionRow = CollectionChanges &
  Pick<CollectionRow, 'id' | 'token' | 'ownerId' | 'folderId' | 'name' | 'createdAt'>;

const columnsOf = (wanted: CollectionChanges) => ({
  ...(wanted.folderId === undefined ? {} : { folder_id: wanted.folderId }),
  ...(wanted.name === undefined ? {} : { name: wanted.name }),
  ...(wanted.message === undefined ? {} : { message: wanted.message }),
  ...(wanted.expiresAt === undefined ? {} : { expires_at: wanted.expiresAt }),
  ...(wanted.maxFiles === undefined ? {} : { max_files: wanted.maxFiles }),
  ...(wanted.maxFileBytes === undefined ? {} : { max_file_bytes: wanted.maxFileBytes }),
  ...(wanted.allowedTypes === undefined
    ? {}
    : { allowed_types: wanted.allowedTypes === null ? null : JSON.stringify(wanted.allowedTypes) }),
  ...(wanted.requireName === undefined ? {} : { require_name: wanted.requireName ? (1 as const) : (0 as const) }),
});

export async function insertCollection(tx: Tx, row: NewCollectionRow): Promise<void> {
  await tx
    .insertInto('collections')
    .values({
      max_files: null,
      max_file_bytes: null,
      allowed_types: null,
      require_name: 0,
      message: null,
      expires_at: null,
      ...columnsOf(row),
      folder_id: row.folderId,
      name: row.name,
      id: row.id,
      token: row.token,
      owner_id: row.ownerId,
      password_hash: row.passwordHash ?? null,
      created_at: row.createdAt,
    })
    .execute();
}

/** What is undefined stays; a change of the password ends every unlocking. */
export async function changeCollection(tx: Tx, rowId: number, changes: CollectionChanges): Promise<void> {
  const columns = {
    ...columnsOf(changes),
    ...(changes.passwordHash === undefined
      ? {}
      : { password_hash: changes.passwordHash, password_version: sql<number>`password_version + 1` }),
  };
  if (Object.keys(columns).length === 0) return;
  await tx.updateTable('collections').set(columns).where('row_id', '=', rowId).execute();
}

/** False where it was closed already. */
export async function closeCollection(tx: Tx, rowId: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('collections')
    .set({ deleted_at: now })
    .where('row_id', '=', rowId)
    .where('deleted_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Those that were closed by then, with what is known of their uploads; returns how many. */
export async function deleteClosedCollections(tx: Tx, closedUntil: number, limit: number): Promise<number> {
  const deleted = await tx
    .deleteFrom('collections')
    .where('row_id', 'in', (db) =>
      db.selectFrom('collections').select('row_id').where('deleted_at', '<=', closedUntil).limit(limit),
    )
    .returning('row_id')
    .execute();
  return deleted.length;
}

/** Takes so many of the places that are left; false, and nothing is changed, where there are not so many, or it is over. */
export async function takePlaces(tx: Tx, rowId: number, places: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('collections')
    .set({ pending_count: sql<number>`pending_count + ${places}` })
    .where('row_id', '=', rowId)
    .where('deleted_at', 'is', null)
    .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', now)]))
    .where((of) =>
      of.or([of('max_files', 'is', null), of('max_files', '>=', sql<number>`pending_count + file_count + ${places}`)]),
    )
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** One that was pending is there, or will never be. */
export async function settlePlace(tx: Tx, rowId: number, hasCome: boolean): Promise<void> {
  await tx
    .updateTable('collections')
    .set({
      pending_count: sql<number>`pending_count - 1`,
      ...(hasCome ? { file_count: sql<number>`file_count + 1` } : {}),
    })
    .where('row_id', '=', rowId)
    .execute();
}

/** At most `limit` of one owner's, with all that is known of them; returns how many. */
export async function deleteCollectionsOf(tx: Tx, ownerId: number, limit: number): Promise<number> {
  const deleted = await tx
    .deleteFrom('collections')
    .where('row_id', 'in', (db) =>
      db.selectFrom('collections').select('row_id').where('owner_id', '=', ownerId).limit(limit),
    )
    .returning('row_id')
    .execute();
  return deleted.length;
}

export type FindCollectionBy = { readonly id: string } | { readonly token: string } | { readonly rowId: number };

export async function findCollection(reader: Reader, by: FindCollectionBy): Promise<CollectionRow | undefined> {
  // What comes in an address may hold anything, also what a database can't compare.
  if ('token' in by && !/^[A-Za-z0-9_-]{1,64}$/.test(by.token)) return undefined;
  const [column, value] =
    'id' in by
      ? (['id', by.id] as const)
      : 'token' in by
        ? (['token', by.token] as const)
        : (['row_id', by.rowId] as const);
  const row = await select(reader).where(column, '=', value).where('deleted_at', 'is', null).executeTakeFirst();
  return row === undefined ? undefined : collectionRow.from(row);
}

/** Also one that was closed: what was under way when it was is told of. */
export async function findEvenClosed(reader: Reader, rowId: number): Promise<CollectionRow | undefined> {
  const row = await select(reader).where('row_id', '=', rowId).executeTakeFirst();
  return row === undefined ? undefined : collectionRow.from(row);
}

/** The newest first. */
export async function listCollections(
  reader: Reader,
  ownerId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<CollectionRow[]> {
  const rows = await select(reader)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(collectionRow.from);
}

export async function countCollections(reader: Reader, ownerId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('collections')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

const select = (reader: Reader) => reader.selectFrom('collections').selectAll();
