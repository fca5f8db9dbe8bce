import type { ItemFilter } from '@drive/contract';
import type { NameQuery, NamesFound, NameSource, SourceName } from '@drive/name-index';
import { sql, type RawBuilder } from 'kysely';
import {
  compileOnce,
  type Dialect,
  isAfter,
  isAmong,
  type Reader,
  rowIdList,
  toNumber,
} from '../../../platform/db/index.ts';
import { filterConditions, filterTerms, hasTerm } from '../items/item-filter-store.ts';
import { orders, positionFields, type FoundOrder, type Position } from '../items/item-orders.ts';
import { aFile, alive } from '../items/item-row.ts';

/** A page of the files of one owner (owners.row_id) whose names contain a text. */
export interface OwnerQuery extends Omit<NameQuery, 'order' | 'after'> {
  readonly order: FoundOrder;
  readonly after?: Position | undefined;
  readonly ownerId: number;
  /** Finds only files below this folder (items.row_id). */
  readonly folderRowId?: number;
  readonly filter?: ItemFilter | undefined;
}

/** Trashed folders and every folder below them: files in one of them are not found. */
const hiddenFolders = (ownerId: number): RawBuilder<unknown> => sql`
  with recursive hidden(row_id) as (
    select row_id from items where owner_id = ${ownerId} and is_folder = 1 and state in ('trashed', 'purging')
    union all
    select below.row_id from hidden
      join items as below on below.parent_id = hidden.row_id and below.is_folder = 1 and below.state = 'alive'
  )`;

const foldersBelow = (folderRowId: number): RawBuilder<unknown> => sql`
  with recursive shown(row_id) as (
    select row_id from items where row_id = ${folderRowId}
    union all
    select below.row_id from shown
      join items as below on below.parent_id = shown.row_id and below.is_folder = 1 and below.state = 'alive'
  )`;

const files = (ownerId: number): RawBuilder<unknown> =>
  sql`from items as i where owner_id = ${ownerId} and is_folder = ${aFile} and state = ${alive}`;

/** A page of the files of one owner from the index in memory. */
export interface IndexQuery extends NameQuery {
  readonly ownerId: number;
}

interface SearchedCounts {
  readonly files: number;
  readonly hiddenFolders: number;
}

/** Number of rows that a search by query would read, counted up to the limits only. */
export async function countUpTo(reader: Reader, ownerId: number, limits: SearchedCounts): Promise<SearchedCounts> {
  const { rows } = await sql<{ files: number; hidden: number }>`${hiddenFolders(ownerId)} select
    (select count(*) from (select 1 ${files(ownerId)} limit ${limits.files}) as some_files) as files,
    (select count(*) from (select 1 from hidden limit ${limits.hiddenFolders}) as some_folders) as hidden
  `.execute(reader);
  return { files: toNumber(rows[0]!.files), hiddenFolders: toNumber(rows[0]!.hidden) };
}

/** Files of the same name in several folders are in the order of their ids. */
const termsOf = (order: FoundOrder): readonly (keyof typeof positionFields)[] => {
  const columns: readonly (keyof typeof positionFields)[] = orders[order];
  return columns.includes('row_id') ? columns : [...columns, 'id'];
};

/** Reads every name of the owner and, unless the caller excludes them, every folder in the trash. */
export async function findByQuery(
  reader: Reader,
  dialect: Dialect,
  { ownerId, folderRowId, text, filter = {}, order, descending, offset, after, limit }: OwnerQuery,
  { hasHidden }: { readonly hasHidden: boolean } = { hasHidden: true },
): Promise<NamesFound> {
  const position = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
  const [before, isShown] =
    folderRowId !== undefined
      ? [foldersBelow(folderRowId), sql`and parent_id in (select row_id from shown)`]
      : hasHidden
        ? [hiddenFolders(ownerId), sql`and parent_id not in (select row_id from hidden)`]
        : [sql``, sql``];
  const conditions = [...filterConditions(dialect, ownerId, filter), ...filterTerms(filter).map(hasTerm)];
  const matching = sql`${files(ownerId)} and ${position}(name_key, ${text}) > 0 ${isShown}
    ${sql.join(
      conditions.map((condition) => sql`and ${condition}`),
      sql` `,
    )}`;

  const counted = await sql<{ total: number }>`${before} select count(*) as total ${matching}`.execute(reader);
  const total = toNumber(counted.rows[0]!.total);
  if (offset >= total) return { total, rowIds: [] };

  const direction = descending ? 'desc' : 'asc';
  const terms = termsOf(order);
  const sorted = sql.raw(terms.map((term) => `${term} ${direction}`).join(', '));
  const keys = after && terms.map((term) => after[positionFields[term]]);
  const page = await sql<{ row_id: number }>`
    ${before} select row_id ${matching} and ${isAfter(keys, terms, direction)} order by ${sorted} limit ${limit} offset ${offset}`.execute(
    reader,
  );
  return { total, rowIds: page.rows.map((row) => row.row_id) };
}

type AfterName = SourceName & { readonly ownerId: number; readonly limit: number };

const selectNames = (reader: Reader, { ownerId, limit }: AfterName) =>
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
  selectNames(reader, after)
    .where('name_key', '=', after.nameKey)
    .where('name', '=', after.name)
    .where('row_id', '>', after.rowId),
);
const selectNextNames = compileOnce((reader: Reader, after: AfterName) =>
  selectNames(reader, after).where(sql<boolean>`(name_key, name) > (${after.nameKey}, ${after.name})`),
);

const beforeAll: SourceName = { rowId: 0, nameKey: '', name: '' };

/** Statements that take a list of row ids, which the dialects write differently. */
const statementsOf = (dialect: Dialect) => ({
  facts: compileOnce((reader: Reader, { list }: { list: string }) =>
    reader
      .selectFrom('items')
      .select(['row_id as rowId', 'id', 'parent_id as parentRowId', 'size', 'created_at as createdAt'])
      .where('is_folder', '=', aFile)
      .where('state', '=', alive)
      .where(isAmong(dialect, 'row_id', list))
      .orderBy('row_id'),
  ),
  folders: compileOnce((reader: Reader, { list }: { list: string }) =>
    reader
      .selectFrom('items')
      .select(['row_id as rowId', 'parent_id as parentRowId', 'state'])
      .where(isAmong(dialect, 'row_id', list)),
  ),
  rows: compileOnce((reader: Reader, { list, ownerId }: { list: string; ownerId: number }) =>
    reader
      .selectFrom('items')
      .select([
        'row_id as rowId',
        'id',
        'parent_id as parentRowId',
        'is_folder',
        'name_key as nameKey',
        'name',
        'size',
        'created_at as createdAt',
        'state',
      ])
      .where('owner_id', '=', ownerId)
      .where(isAmong(dialect, 'row_id', list)),
  ),
});
const statements = { sqlite: statementsOf('sqlite'), postgres: statementsOf('postgres') };

/** An owner's files for an index; those whose own state is alive are visible. */
export function createNameSource(reader: Reader, dialect: Dialect, ownerId: number): NameSource {
  const { facts, folders, rows } = statements[dialect];
  return {
    listNames: async (last, limit) => {
      const after = { ...(last ?? beforeAll), ownerId, limit };
      // Files of the same name need a separate query: no index has name and row id together, and there may be many.
      const twins = last === undefined ? [] : await selectTwins(reader, after);
      return twins.length === limit ? twins : [...twins, ...(await selectNextNames(reader, after))];
    },
    listFacts: (rowIds) => facts(reader, { list: rowIdList(dialect, rowIds) }),
    listFolders: async (rowIds) =>
      (await folders(reader, { list: rowIdList(dialect, rowIds) })).map(({ state, ...folder }) => ({
        ...folder,
        isVisible: state === 'alive',
      })),
    listRows: async (rowIds) =>
      (await rows(reader, { list: rowIdList(dialect, rowIds), ownerId })).map(({ state, is_folder, ...row }) => ({
        ...row,
        isFolder: is_folder === 1,
        isVisible: state === 'alive',
      })),
  };
}
