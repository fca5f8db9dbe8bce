import type { ItemFilter } from '@drive/contract';
import { sql, type RawBuilder } from 'kysely';
import { toNumber, type Dialect, type Reader } from '../../../platform/db/index.ts';
import { termOfMetadata, termOfTag } from './annotations.ts';
import { contentKindSql } from './content-kind-store.ts';
import { aFile, aFolder } from './item-row.ts';

/** The terms that an item must have, without repetitions. Those of an owner's items are in `item_terms`. */
export const filterTerms = ({ tag = [], meta = {} }: ItemFilter): string[] => [
  ...new Set([...tag.map(termOfTag), ...Object.entries(meta).map(([key, value]) => termOfMetadata(key, value))]),
];

export const hasTerm = (term: string): RawBuilder<boolean> =>
  sql`exists (select 1 from item_terms where item_terms.item_id = i.row_id and item_terms.term = ${term})`;

/** The number of items in a folder, or of an owner, that have the term, counted up to `most` only. */
export async function countTerm(
  reader: Reader,
  place: { readonly column: 'folder_id' | 'owner_id'; readonly rowId: number },
  term: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from item_terms where ${sql.ref(place.column)} = ${place.rowId} and term = ${term} limit ${sql.lit(most)}
  ) as counted`.execute(reader);
  return toNumber(rows[0]!.count);
}

const isShared = sql<boolean>`(exists (select 1 from shares where shares.item_id = i.id and shares.revoked_at is null
    and shares.mode <> 'PRIVATE')
  or exists (select 1 from share_files join shares on shares.row_id = share_files.share_id
    where share_files.item_id = i.id and shares.revoked_at is null and shares.mode <> 'PRIVATE'))`;

const isStarredBy = (userId: number): RawBuilder<boolean> =>
  sql`exists (select 1 from item_stars where item_stars.item_id = i.row_id and item_stars.user_id = ${userId})`;

/**
 * The conditions on rows of `items as i` that a filter means, without those on terms (`hasTerm`). This is the only place that
 * knows them: every list that takes the filter adds them to its query.
 */
export function filterConditions(dialect: Dialect, userId: number, filter: ItemFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  const compare = (column: string, operator: '>=' | '<=', bound: number | undefined): void => {
    if (bound !== undefined) conditions.push(sql`${sql.ref(column)} ${sql.raw(operator)} ${bound}`);
  };
  const require = (condition: RawBuilder<boolean>, wanted: boolean | undefined): void => {
    if (wanted !== undefined) conditions.push(wanted ? condition : sql`not ${condition}`);
  };
  if (filter.type !== undefined) conditions.push(sql`i.is_folder = ${filter.type === 'folder' ? aFolder : aFile}`);
  if (filter.contentKind !== undefined)
    conditions.push(sql`(${contentKindSql(dialect)}) = ${sql.lit(filter.contentKind)}`);
  // Sizes of folders do not count.
  if (filter.minSize !== undefined || filter.maxSize !== undefined) conditions.push(sql`i.is_folder = ${aFile}`);
  compare('i.size', '>=', filter.minSize);
  compare('i.size', '<=', filter.maxSize);
  compare('i.created_at', '>=', filter.uploadedAfter);
  compare('i.created_at', '<=', filter.uploadedBefore);
  compare('i.modified_at', '>=', filter.modifiedAfter);
  compare('i.modified_at', '<=', filter.modifiedBefore);
  require(isStarredBy(userId), filter.starred);
  require(isShared, filter.shared);
  return conditions;
}
