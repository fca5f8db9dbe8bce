import type { PageSlice } from '@drive/base';
import { sql } from 'kysely';
import { deleteRows, isAfter, type Reader, type RowBatch, type Tx } from '../../platform/db/index.ts';

/** Columns of the links that one table holds; shares have several. */
export const linkColumns = {
  rowId: 'row_id',
  id: 'id',
  token: 'token',
  ownerId: 'owner_id',
  /** null: never. */
  expiresAt: 'expires_at',
  passwordHash: 'password_hash',
  createdAt: 'created_at',
} as const;

/** Columns of file requests and proofings. */
export const folderLinkColumns = {
  ...linkColumns,
  /** items.id of a folder, which may no longer exist; null for a proofing of single files. */
  folderId: 'folder_id',
  /** users.row_id of who made it; null: not known. */
  createdBy: 'created_by',
  name: 'name',
  message: 'message',
  passwordVersion: 'password_version',
} as const;

type LinkTable = 'collections' | 'proofings' | 'pastes';

interface LinkRowDefinition {
  readonly columns: readonly string[];
  from(selected: never): unknown;
}

export type FindLinkBy = { readonly id: string } | { readonly token: string } | { readonly rowId: number };

export function createLinkStore<Definition extends LinkRowDefinition>(table: LinkTable, row: Definition) {
  type Link = ReturnType<Definition['from']>;
  // Typed as one of the tables. Pastes have no `deleted_at`: their rows are deleted immediately.
  const links = table as 'proofings';
  const from = (reader: Reader) =>
    reader.selectFrom(links).$if(table !== 'pastes', (rows) => rows.where('deleted_at', 'is', null));
  const columns = row.columns as readonly 'row_id'[];
  const toLink = row.from as (selected: object) => Link;

  return {
    find: async (reader: Reader, by: FindLinkBy): Promise<Link | undefined> => {
      // A token from a URL may contain characters that a database can't compare.
      if ('token' in by && !/^[A-Za-z0-9_-]{1,64}$/.test(by.token)) return undefined;
      const rows = from(reader).select(columns);
      const found =
        'id' in by
          ? rows.where('id', '=', by.id)
          : 'token' in by
            ? rows.where('token', '=', by.token)
            : rows.where('row_id', '=', by.rowId);
      const selected = await found.executeTakeFirst();
      return selected && toLink(selected);
    },

    /** Newest first. */
    list: async (reader: Reader, ownerId: number, { offset, limit, after }: PageSlice): Promise<Link[]> => {
      const rows = await from(reader)
        .select(columns)
        .where('owner_id', '=', ownerId)
        .where(isAfter(after, ['row_id'], 'desc'))
        .orderBy('row_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(toLink);
    },

    count: async (reader: Reader, ownerId: number): Promise<number> => {
      const { count } = await from(reader)
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('owner_id', '=', ownerId)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Sets the columns that are not undefined. A change of the password invalidates every grant. */
    update: async (
      tx: Tx,
      rowId: number,
      set: { readonly password_hash?: string | null | undefined },
    ): Promise<void> => {
      const changes = {
        ...set,
        ...(set.password_hash === undefined ? {} : { password_version: sql<number>`password_version + 1` }),
      };
      if (Object.values(changes).every((value) => value === undefined)) return;
      await tx.updateTable(links).set(changes).where('row_id', '=', rowId).execute();
    },

    /** Marks the link as ended; false if it has ended already. */
    end: async (tx: Tx, rowId: number, now: number): Promise<boolean> => {
      const ended = await tx
        .updateTable(links)
        .set({ deleted_at: now })
        .where('row_id', '=', rowId)
        .where('deleted_at', 'is', null)
        .returning('row_id')
        .executeTakeFirst();
      return ended !== undefined;
    },

    deleteEnded: (until: number): RowBatch =>
      deleteRows(links, 'row_id', (rows) => rows.where('deleted_at', '<=', until)),

    deleteOwned: (ownerId: number): RowBatch =>
      deleteRows(links, 'row_id', (rows) => rows.where('owner_id', '=', ownerId)),
  };
}
