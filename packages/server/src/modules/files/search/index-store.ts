import { sql } from 'kysely';
import { compileOnce } from '../../../platform/db/compile-once.ts';
import type { Dialect, Reader } from '../../../platform/db/database.ts';
import { isAmong, rowIdList } from '../../../platform/db/row-ids.ts';
import type { Flag, ItemState } from '../../../platform/db/schema.ts';
import { aFile, alive } from '../item-store.ts';

/** Where a connection of the index's own reads. */
export interface IndexReader {
  readonly reader: Reader;
  readonly dialect: Dialect;
}

export interface IndexedName {
  readonly rowId: number;
  readonly nameKey: string;
  readonly name: string;
}

type AfterName = IndexedName & { readonly ownerId: number; readonly limit: number };

const selectFiles = (reader: Reader, { ownerId, limit }: AfterName) =>
  reader
    .selectFrom('items')
    .select(['row_id as rowId', 'name_key as nameKey', 'name'])
    .where('owner_id', '=', ownerId)
    .where('is_folder', '=', aFile)
    .where('state', '=', alive)
    .orderBy('name_key')
    .orderBy('name')
    .orderBy('row_id')
    .limit(limit);

const selectTwins = compileOnce((reader: Reader, after: AfterName) =>
  selectFiles(reader, after)
    .where('name_key', '=', after.nameKey)
    .where('name', '=', after.name)
    .where('row_id', '>', after.rowId),
);
const selectNames = compileOnce((reader: Reader, after: AfterName) =>
  selectFiles(reader, after).where(sql<boolean>`(name_key, name) > (${after.nameKey}, ${after.name})`),
);

const beforeAll: IndexedName = { rowId: 0, nameKey: '', name: '' };

/**
 * Files that are alive by themselves, in the order of folded name, name and row id, from an index alone; none where there
 * are no more. What has the same name as the last one is asked for first: no index finds its place by name and row id
 * together, and there may be very many.
 */
export async function listNames(
  { reader }: IndexReader,
  ownerId: number,
  last: IndexedName | undefined,
  limit: number,
): Promise<IndexedName[]> {
  const after = { ...(last ?? beforeAll), ownerId, limit };
  const twins = last === undefined ? [] : await selectTwins(reader, after);
  return twins.length === limit ? twins : [...twins, ...(await selectNames(reader, after))];
}

export interface FileFacts {
  readonly rowId: number;
  readonly id: string;
  /** null for a root folder. */
  readonly parentRowId: number | null;
  readonly sizeBytes: number;
  readonly createdAt: number;
}

/** One for each dialect: they spell a list of row ids differently. */
const ofDialect = <T>(make: (dialect: Dialect) => T): Record<Dialect, T> => ({
  sqlite: make('sqlite'),
  postgres: make('postgres'),
});

const selectFacts = ofDialect((dialect) =>
  compileOnce((reader: Reader, { list }: { list: string }) =>
    reader
      .selectFrom('items')
      .select(['row_id as rowId', 'id', 'parent_id as parentRowId', 'size as sizeBytes', 'created_at as createdAt'])
      .where('is_folder', '=', aFile)
      .where('state', '=', alive)
      .where(isAmong(dialect, 'row_id', list))
      .orderBy('row_id'),
  ),
);

/** Of those that are alive files, in the order of their rows. */
export const listFacts = ({ reader, dialect }: IndexReader, rowIds: readonly number[]): Promise<FileFacts[]> =>
  selectFacts[dialect](reader, { list: rowIdList(dialect, rowIds) });

export interface FolderFacts {
  readonly rowId: number;
  readonly parentRowId: number | null;
  readonly state: ItemState;
}

const selectFolders = ofDialect((dialect) =>
  compileOnce((reader: Reader, { list }: { list: string }) =>
    reader
      .selectFrom('items')
      .select(['row_id as rowId', 'parent_id as parentRowId', 'state'])
      .where(isAmong(dialect, 'row_id', list)),
  ),
);

export const listFolders = ({ reader, dialect }: IndexReader, rowIds: readonly number[]): Promise<FolderFacts[]> =>
  selectFolders[dialect](reader, { list: rowIdList(dialect, rowIds) });

export type ChangedRow = FileFacts & FolderFacts & IndexedName & { readonly isFolder: Flag };

const selectRows = ofDialect((dialect) =>
  compileOnce((reader: Reader, { list, ownerId }: { list: string; ownerId: number }) =>
    reader
      .selectFrom('items')
      .select([
        'row_id as rowId',
        'id',
        'parent_id as parentRowId',
        'is_folder as isFolder',
        'name_key as nameKey',
        'name',
        'size as sizeBytes',
        'created_at as createdAt',
        'state',
      ])
      .where('owner_id', '=', ownerId)
      .where(isAmong(dialect, 'row_id', list)),
  ),
);

/** Whatever their state. */
export const listRows = (
  { reader, dialect }: IndexReader,
  ownerId: number,
  rowIds: readonly number[],
): Promise<ChangedRow[]> => selectRows[dialect](reader, { list: rowIdList(dialect, rowIds), ownerId });
