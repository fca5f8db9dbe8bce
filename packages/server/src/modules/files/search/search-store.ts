import type { ItemFilter } from '@drive/contract';
import {
  rankOf,
  type ItemKind,
  type NameQuery,
  type NamesFound,
  type NameSource,
  type SourceName,
} from '@drive/name-index';
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
import { aFile, aFolder, alive } from '../items/item-row.ts';
import { containsAll, rankInSql } from './word-conditions-store.ts';

/** A page of the items of one owner (owners.row_id) whose names contain each of some words. */
export interface OwnerQuery extends Omit<NameQuery, 'order' | 'after'> {
  /** `modifiedAt`: by the client's modification time, or else the upload time. */
  readonly order: FoundOrder | 'relevance' | 'modifiedAt';
  readonly after?: Position | undefined;
  readonly ownerId: number;
  /** users.row_id of the user whose stars the filter means. Default: the owner. */
  readonly userId?: number | undefined;
  readonly filter?: ItemFilter | undefined;
}

/** Trashed folders and every folder below them: items in one of them are not found. */
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

const isItemOf = (ownerId: number, kind?: ItemKind): RawBuilder<unknown> =>
  sql`i.owner_id = ${ownerId} and i.state = ${alive} and ${
    kind === undefined ? sql`i.parent_id is not null` : sql`i.is_folder = ${kind === 'folder' ? aFolder : aFile}`
  }`;

/** A page of the items of one owner from the index in memory. */
export interface IndexQuery extends NameQuery {
  readonly ownerId: number;
}

interface SearchedCounts {
  readonly items: number;
  readonly hiddenFolders: number;
}

/** Number of rows that a search by query would read, counted up to the limits only. */
export async function countUpTo(reader: Reader, ownerId: number, limits: SearchedCounts): Promise<SearchedCounts> {
  const { rows } = await sql<{ items: number; hidden: number }>`${hiddenFolders(ownerId)} select
    (select count(*) from (select 1 from items as i where ${isItemOf(ownerId)} limit ${limits.items}) as some_items) as items,
    (select count(*) from (select 1 from hidden limit ${limits.hiddenFolders}) as some_folders) as hidden
  `.execute(reader);
  return { items: toNumber(rows[0]!.items), hiddenFolders: toNumber(rows[0]!.hidden) };
}

/** Items of the same name in several folders are in the order of their rows. */
const termsOf = (order: FoundOrder): readonly (keyof typeof positionFields)[] => {
  const columns: readonly (keyof typeof positionFields)[] = orders[order];
  return columns.includes('row_id') ? columns : [...columns, 'row_id'];
};

export interface SqlOrder {
  readonly isAfter: RawBuilder<boolean>;
  readonly terms: RawBuilder<unknown>;
}

export function orderInSql(
  dialect: Dialect,
  { words, order, descending, after }: Pick<OwnerQuery, 'words' | 'order' | 'descending' | 'after'>,
): SqlOrder {
  if (order === 'relevance') {
    const rank = rankInSql(dialect, words);
    const keys = after && [-rankOf(after.nameKey, words), after.createdAt, after.rowId];
    return {
      isAfter:
        keys === undefined ? sql<boolean>`true` : sql<boolean>`(-${rank}, created_at, row_id) < (${sql.join(keys)})`,
      terms: sql`${rank}, created_at desc, row_id desc`,
    };
  }
  const direction = descending ? 'desc' : 'asc';
  if (order === 'modifiedAt') {
    const time = sql`coalesce(modified_at, created_at)`;
    const keys = after && sql.join([after.modifiedAt, after.rowId]);
    return {
      isAfter:
        keys === undefined
          ? sql<boolean>`true`
          : sql<boolean>`(${time}, row_id) ${sql.raw(descending ? '<' : '>')} (${keys})`,
      terms: sql`${time} ${sql.raw(direction)}, row_id ${sql.raw(direction)}`,
    };
  }
  const terms = termsOf(order);
  return {
    isAfter: isAfter(after && terms.map((term) => after[positionFields[term]]), terms, direction),
    terms: sql.raw(terms.map((term) => `${term} ${direction}`).join(', ')),
  };
}

/** The rows of `items as i` that a query finds. */
export interface Matching {
  /** Common table expressions that the conditions name. */
  readonly before: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<unknown>[];
}

export function matchingOf(
  dialect: Dialect,
  { ownerId, userId = ownerId, withinRowId, words, kind, filter = {} }: OwnerQuery,
  { hasHidden }: { readonly hasHidden: boolean } = { hasHidden: true },
): Matching {
  const [before, ...isShown] =
    withinRowId !== undefined
      ? [foldersBelow(withinRowId), sql`parent_id in (select row_id from shown)`]
      : hasHidden
        ? [hiddenFolders(ownerId), sql`parent_id not in (select row_id from hidden)`]
        : [sql``];
  return {
    before,
    conditions: [
      isItemOf(ownerId, kind),
      ...isShown,
      ...(words.length === 0 ? [] : [containsAll(dialect, words)]),
      ...filterConditions(dialect, userId, filter),
      ...filterTerms(filter).map(hasTerm),
    ],
  };
}

export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(conditions, sql` and `);

export async function countMatches(reader: Reader, { before, conditions }: Matching): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${before} select count(*) as total from items as i where ${allOf(conditions)}`.execute(reader);
  return toNumber(rows[0]!.total);
}

/** Items of any owners: these (items.row_id), and everything below those of them that are folders. Reads all of their names. */
export async function findBelow(
  reader: Reader,
  dialect: Dialect,
  topRowIds: readonly number[],
  query: Omit<OwnerQuery, 'ownerId' | 'offset'> & { readonly userId: number },
): Promise<number[]> {
  if (topRowIds.length === 0) return [];
  const { userId, words, filter = {}, limit } = query;
  const tops = rowIdList(dialect, topRowIds);
  const { isAfter: isBehind, terms } = orderInSql(dialect, query);
  const conditions = [
    sql`i.state = ${alive}`,
    sql`(i.parent_id in (select row_id from shown) or ${isAmong(dialect, 'i.row_id', tops)})`,
    ...(words.length === 0 ? [] : [containsAll(dialect, words)]),
    ...filterConditions(dialect, userId, filter),
    ...filterTerms(filter).map(hasTerm),
    isBehind,
  ];
  const { rows } = await sql<{ row_id: number }>`
    with recursive shown(row_id) as (
      select row_id from items where ${isAmong(dialect, 'row_id', tops)} and is_folder = 1
      union
      select below.row_id from shown
        join items as below on below.parent_id = shown.row_id and below.is_folder = 1 and below.state = 'alive'
    ) select row_id from items as i where ${allOf(conditions)} order by ${terms} limit ${limit}`.execute(reader);
  return rows.map((row) => row.row_id);
}

/** Reads every name of the owner and, unless the caller excludes them, every folder in the trash. */
export async function findByQuery(
  reader: Reader,
  dialect: Dialect,
  query: OwnerQuery,
  shown?: { readonly hasHidden: boolean },
): Promise<NamesFound> {
  const matching = matchingOf(dialect, query, shown);
  const { offset, limit } = query;
  let total = 0;
  if (query.isCounted !== false) {
    total = await countMatches(reader, matching);
    if (offset >= total) return { total, rowIds: [] };
  }
  const { isAfter: isBehind, terms } = orderInSql(dialect, query);
  const { rows } = await sql<{ row_id: number }>`
    ${matching.before} select row_id from items as i where ${allOf(matching.conditions)} and ${isBehind}
    order by ${terms} limit ${limit} offset ${offset}`.execute(reader);
  return { total, rowIds: rows.map((row) => row.row_id) };
}

type AfterName = SourceName & { readonly ownerId: number; readonly limit: number };

const selectNames = (reader: Reader, { ownerId, limit }: AfterName) =>
  reader
    .selectFrom('items')
    .select(['row_id as rowId', 'name_key as nameKey', 'name'])
    .where('owner_id', '=', ownerId)
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

const factFields = ['row_id as rowId', 'parent_id as parentRowId', 'is_folder', 'created_at as createdAt'] as const;
/** The size of a folder changes with every upload below it, of which the index is not notified. */
const sizeOfFile = sql<number>`case when is_folder = ${aFile} then size else 0 end`;

/** Statements that take a list of row ids, which the dialects write differently. */
const statementsOf = (dialect: Dialect) => ({
  facts: compileOnce((reader: Reader, { list }: { list: string }) =>
    reader
      .selectFrom('items')
      .select([...factFields, sizeOfFile.as('size')])
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
      .select([...factFields, 'name_key as nameKey', 'name', sizeOfFile.as('size'), 'state'])
      .where('owner_id', '=', ownerId)
      .where(isAmong(dialect, 'row_id', list)),
  ),
});
const statements = { sqlite: statementsOf('sqlite'), postgres: statementsOf('postgres') };

/** An owner's items for an index; those whose own state is alive are visible. */
export function createNameSource(reader: Reader, dialect: Dialect, ownerId: number): NameSource {
  const { facts, folders, rows } = statements[dialect];
  return {
    countItems: async () => {
      const usage = reader.selectFrom('storage_usage').select('item_count').where('owner_id', '=', ownerId);
      return (await usage.executeTakeFirst())?.item_count ?? 0;
    },
    listNames: async (last, limit) => {
      const after = { ...(last ?? beforeAll), ownerId, limit };
      // Items of the same name need a separate query: no index has name and row id together, and there may be many.
      const twins = last === undefined ? [] : await selectTwins(reader, after);
      return twins.length === limit ? twins : [...twins, ...(await selectNextNames(reader, after))];
    },
    listFacts: async (rowIds) =>
      (await facts(reader, { list: rowIdList(dialect, rowIds) })).map(({ is_folder, ...fact }) => ({
        ...fact,
        isFolder: is_folder === 1,
      })),
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
