import type { NamesFound } from '@drive/name-index';
import { sql } from 'kysely';
import { toNumber, type Dialect, type Reader } from '../../../platform/db/index.ts';
import { countTerm, filterTerms } from '../items/item-filter-store.ts';
import { allOf, matchingOf, orderInSql, type OwnerQuery } from './search-store.ts';

/** A term that more items have is no shorter way than the others. */
const mostItems = 5000;
/** At this number no other term is counted. */
const fewItems = 200;

/** The page among the items that have the rarest term of the filter; undefined if it has none, or only frequent ones. */
export async function findByTerm(reader: Reader, dialect: Dialect, query: OwnerQuery): Promise<NamesFound | undefined> {
  const term = await rarestTerm(reader, query);
  if (term === undefined) return undefined;
  const { before, conditions } = matchingOf(dialect, query);
  const { isAfter, terms } = orderInSql(dialect, query);
  const { limit, offset, ownerId } = query;
  const found = sql`${before}, found as materialized (
    select i.* from item_terms as t cross join items as i
    where t.owner_id = ${ownerId} and t.term = ${term} and i.row_id = t.item_id and ${allOf(conditions)})`;
  let total = 0;
  if (query.isCounted !== false) {
    const { rows } = await sql<{ total: number }>`${found} select count(*) as total from found`.execute(reader);
    total = toNumber(rows[0]!.total);
    if (offset >= total) return { total, rowIds: [] };
  }
  const { rows } = await sql<{ row_id: number }>`${found} select row_id from found where ${isAfter}
    order by ${terms} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(reader);
  return { total, rowIds: rows.map((row) => row.row_id) };
}

async function rarestTerm(reader: Reader, { ownerId, filter = {} }: OwnerQuery): Promise<string | undefined> {
  let rarest: string | undefined;
  let least = mostItems + 1;
  for (const term of filterTerms(filter)) {
    if (least <= fewItems) break;
    const count = await countTerm(reader, { column: 'owner_id', rowId: ownerId }, term, least);
    if (count < least) [rarest, least] = [term, count];
  }
  return rarest;
}
