import { sql } from 'kysely';
import {
  converted,
  defineKeptCounts,
  defineRow,
  flag,
  type Reader,
  type RowOf,
  type Tx,
} from '../../platform/db/index.ts';
import { createLinkStore, folderLinkColumns, type NewLink } from '../links/index.ts';

/** A file request. */
const collectionRow = defineRow('collections', {
  ...folderLinkColumns,
  maxFiles: 'max_files',
  maxFileBytes: 'max_file_bytes',
  /** null: all. */
  allowedTypes: converted('allowed_types', (json: string | null): readonly string[] | null =>
    json === null ? null : (JSON.parse(json) as string[]),
  ),
  requireName: flag('require_name'),
  /** Uploads that are reserved and have not arrived. */
  pendingCount: 'pending_count',
  /** Files that have arrived, whether or not they still exist. */
  fileCount: 'file_count',
});
export type CollectionRow = RowOf<typeof collectionRow>;

export const isFull = ({ maxFiles, pendingCount, fileCount }: CollectionRow): boolean =>
  maxFiles !== null && pendingCount + fileCount >= maxFiles;

export const collectionCounts = defineKeptCounts(
  'collections',
  {
    pending_count: sql`(select count(*) from collection_uploads as u where u.collection_id = s.row_id and u.completed_at is null)`,
    file_count: sql`(select count(*) from collection_uploads as u where u.collection_id = s.row_id and u.completed_at is not null)`,
  },
  sql`s.deleted_at is null`,
);

/** undefined means unchanged. */
export type CollectionOptions = {
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

const columnsOf = (options: CollectionOptions) => ({
  folder_id: options.folderId,
  name: options.name,
  message: options.message,
  expires_at: options.expiresAt,
  password_hash: options.passwordHash,
  max_files: options.maxFiles,
  max_file_bytes: options.maxFileBytes,
  allowed_types: options.allowedTypes && JSON.stringify(options.allowedTypes),
  require_name: options.requireName === undefined ? undefined : options.requireName ? (1 as const) : (0 as const),
});

const links = createLinkStore('collections', collectionRow);

export const collectionStore = {
  ...links,

  insert: async (
    tx: Tx,
    { id, token, ownerId, createdBy, createdAt }: NewLink & { readonly ownerId: number },
    options: CollectionOptions & { readonly folderId: string; readonly name: string },
  ): Promise<void> => {
    const columns = columnsOf(options);
    const { folderId: folder_id, name } = options;
    const require_name = columns.require_name ?? 0;
    const link = { id, token, owner_id: ownerId, created_by: createdBy, created_at: createdAt };
    await tx
      .insertInto('collections')
      .values({ ...columns, folder_id, name, require_name, ...link })
      .execute();
  },

  change: (tx: Tx, rowId: number, options: CollectionOptions): Promise<void> =>
    links.update(tx, rowId, columnsOf(options)),

  /** Also finds a file request that is closed: uploads that began before still count. */
  findEvenClosed: async (reader: Reader, rowId: number): Promise<CollectionRow | undefined> => {
    const row = await reader
      .selectFrom('collections')
      .select(collectionRow.columns)
      .where('row_id', '=', rowId)
      .executeTakeFirst();
    return row && collectionRow.from(row);
  },

  /** Counts `places` more pending uploads. False, without a change, if it is closed, expired or has fewer places left. */
  reservePlaces: async (tx: Tx, rowId: number, places: number, now: number): Promise<boolean> => {
    const row = await tx
      .updateTable('collections')
      .set({ pending_count: sql<number>`pending_count + ${places}` })
      .where('row_id', '=', rowId)
      .where('deleted_at', 'is', null)
      .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', now)]))
      .where((of) =>
        of.or([
          of('max_files', 'is', null),
          of('max_files', '>=', sql<number>`pending_count + file_count + ${places}`),
        ]),
      )
      .returning('row_id')
      .executeTakeFirst();
    return row !== undefined;
  },

  settlePlace: async (tx: Tx, rowId: number, hasArrived: boolean): Promise<void> => {
    await tx
      .updateTable('collections')
      .set({
        pending_count: sql<number>`pending_count - 1`,
        ...(hasArrived ? { file_count: sql<number>`file_count + 1` } : {}),
      })
      .where('row_id', '=', rowId)
      .execute();
  },
};
