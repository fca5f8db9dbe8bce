import { beginsAnywhere, rankOf, ranks, wholeName, type NamesFound } from '@drive/name-index';
import { sql, type RawBuilder } from 'kysely';
import { toNumber, type Reader } from '../../../platform/db/index.ts';
import { alive } from '../items/item-row.ts';
import {
  allOf,
  countMatches,
  findByQuery,
  matchingOf,
  orderInSql,
  type Matching,
  type OwnerQuery,
} from './search-store.ts';
import { beginsInRegex, containsAll, rankInSql } from './word-conditions-store.ts';

/** What the index of trigrams of a Postgres database can find; undefined without the index. */
export interface Trigrams {
  /** Whether the locale of the database tells letters of all scripts from other characters. */
  readonly knowsLetters: boolean;
}

export async function findTrigrams(reader: Reader): Promise<Trigrams | undefined> {
  const { rows } = await sql<{ is_valid: boolean }>`select indisvalid as is_valid from pg_index
    where indexrelid = to_regclass('items_trigrams')`.execute(reader);
  if (rows[0]?.is_valid !== true) return undefined;
  const known = await sql<{ count: number }>`select cardinality(show_trgm('жук')) as count`.execute(reader);
  return { knowsLetters: toNumber(known.rows[0]!.count) > 0 };
}

export interface TrigramSteps {
  /** The newest items are looked at first: they tell which ranks are frequent. */
  readonly sampled: number;
  /** At least so many among them: then the newest of the rank are found by a walk from the newest item on. */
  readonly frequent: number;
  readonly walked: number;
}
export const trigramSteps: TrigramSteps = { sampled: 4000, frequent: 40, walked: 60_000 };

/**
 * A page by the index of trigrams, in a bounded number of steps for each frequency of the words: frequent ones are met soon
 * on a walk in the order of the page, rare ones are found by the index and sorted. Reads every name of the owner only for words without three
 * letters or digits in a row that are rare.
 */
export async function findByTrigrams(
  reader: Reader,
  { steps, ...trigrams }: Trigrams & { readonly steps: TrigramSteps },
  query: OwnerQuery,
): Promise<NamesFound> {
  const { words, limit, offset } = query;
  if (words.length === 0 || query.order === 'size' || query.order === 'downloadCount')
    return findByQuery(reader, 'postgres', query);
  const matching = matchingOf('postgres', query);
  const counts = await sampleRanks(reader, query, matching, steps.sampled);
  const sampled = counts.reduce((sum, count) => sum + count, 0);
  const indexed = indexedWords(trigrams, words);
  const isRare = sampled < steps.frequent;
  let total = 0;
  if (query.isCounted !== false) {
    total = await countMatches(reader, isRare ? withIndex(matching, indexed) : matching);
    if (offset >= total) return { total, rowIds: [] };
  }
  if (isRare)
    return { total, rowIds: await readAll(reader, query, withIndex(matching, indexed), indexed.length === 0) };
  if (query.order !== 'relevance')
    return { total, rowIds: await walkSorted(reader, query, matching, { indexed, walked: steps.walked }) };

  const page: number[] = [];
  const from = query.after === undefined ? 0 : rankOf(query.after.nameKey, words);
  for (let rank = from; rank < counts.length && page.length < offset + limit; rank += 1) {
    const of = { ...query, after: rank === from ? query.after : undefined, limit: offset + limit - page.length };
    page.push(
      ...(await findRank(reader, of, matching, {
        rank,
        isFrequent: counts[rank]! >= steps.frequent,
        indexed,
        walked: steps.walked,
      })),
    );
  }
  return { total, rowIds: page.slice(offset) };
}

/** Words of which the index has trigrams wherever they are in a name. */
const indexedWords = ({ knowsLetters }: Trigrams, words: readonly string[]): readonly string[] =>
  words.filter((word) => (knowsLetters ? /[\p{L}\p{N}]{3}/u : /[a-z0-9]{3}/).test(word));

const isLike = (word: string): RawBuilder<boolean> =>
  sql<boolean>`name_key like ${`%${word.replaceAll(/[%_\\]/g, '\\$&')}%`}`;

const also = (matching: Matching, ...conditions: readonly RawBuilder<unknown>[]): Matching => ({
  ...matching,
  conditions: [...matching.conditions, ...conditions],
});
const withIndex = (matching: Matching, indexed: readonly string[]): Matching => also(matching, ...indexed.map(isLike));

/** The number of matches of each rank among the newest items. */
async function sampleRanks(
  reader: Reader,
  { words, ownerId }: OwnerQuery,
  matching: Matching,
  sampled: number,
): Promise<number[]> {
  const { rows } = await sql<{ rank: number; count: number }>`${matching.before}
    select ${rankInSql('postgres', words)} as rank, count(*) as count from (
      select * from items where owner_id = ${ownerId} and state = ${alive}
      order by created_at desc, row_id desc limit ${sql.lit(sampled)}
    ) as i where ${allOf(matching.conditions)} group by 1`.execute(reader);
  const counts = Object.values(ranks).map(() => 0);
  for (const { rank, count } of rows) counts[rank] = toNumber(count);
  return counts;
}

/** Reads everything that matches; `byNames`: finds it in the index of names, which takes less than reading rows. */
async function readAll(reader: Reader, query: OwnerQuery, matching: Matching, byNames = false): Promise<number[]> {
  const { isAfter, terms } = orderInSql('postgres', query);
  const { limit, offset, ownerId, words } = query;
  const named = !byNames
    ? sql`items as i`
    : sql`(select i.* from (select row_id from items where owner_id = ${ownerId} and state = ${alive}
          and ${containsAll('postgres', words)} offset 0) as named join items as i on i.row_id = named.row_id) as i`;
  // `offset 0`: else Postgres may walk an index in this order to its end.
  const { rows } = await sql<{ row_id: number }>`${matching.before}
    select row_id from (select i.* from ${named} where ${allOf(matching.conditions)} offset 0) as found
    where ${isAfter} order by ${terms} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(reader);
  return rows.map((row) => row.row_id);
}

/** Walks in the order of the page; if that does not fill it, reads everything. */
async function walkSorted(
  reader: Reader,
  query: OwnerQuery,
  matching: Matching,
  { indexed, walked }: Pick<RankSearch, 'indexed' | 'walked'>,
): Promise<number[]> {
  const { limit, offset } = query;
  const rowIds = await walk(reader, { ...query, limit: offset + limit }, matching, walked);
  return rowIds.length === offset + limit
    ? rowIds.slice(offset)
    : readAll(reader, query, withIndex(matching, indexed), indexed.length === 0);
}

async function walk(reader: Reader, query: OwnerQuery, matching: Matching, walked: number): Promise<number[]> {
  const { ownerId, limit } = query;
  const { isAfter, terms } = orderInSql('postgres', query);
  const { rows } = await sql<{ row_id: number }>`${matching.before}
    select row_id from (
      select * from items where owner_id = ${ownerId} and state = ${alive} and ${isAfter}
      order by ${terms} limit ${sql.lit(walked)}
    ) as i where ${allOf(matching.conditions)} limit ${sql.lit(limit)}`.execute(reader);
  return rows.map((row) => row.row_id);
}

interface RankSearch {
  readonly rank: number;
  readonly isFrequent: boolean;
  readonly indexed: readonly string[];
  readonly walked: number;
}

/** The newest items of a rank. */
async function findRank(
  reader: Reader,
  query: OwnerQuery,
  matching: Matching,
  { rank, isFrequent, indexed, walked }: RankSearch,
): Promise<number[]> {
  const { words } = query;
  const newest = { ...query, order: 'createdAt', descending: true, offset: 0 } as const;
  const ofRank = also(matching, sql`${rankInSql('postgres', words)} = ${sql.lit(rank)}`);
  if (isFrequent) {
    const rowIds = await walk(reader, newest, ofRank, walked);
    if (rowIds.length === query.limit) return rowIds;
  }
  const [first = ''] = words;
  if (rank === ranks.whole) return readAll(reader, newest, also(ofRank, sql`name_key = ${wholeName(words)}`));
  if (rank === ranks.start)
    return readAll(reader, newest, also(ofRank, sql`name_key >= ${first} and name_key < ${`${first}\u{10ffff}`}`));
  if (rank === ranks.wordStarts) {
    const starts = words.filter((word) => !beginsAnywhere(word)).map(beginsInRegex);
    return readAll(
      reader,
      newest,
      withIndex(also(ofRank, ...starts), indexed),
      starts.length === 0 && indexed.length === 0,
    );
  }
  return readAll(reader, newest, withIndex(ofRank, indexed), indexed.length === 0);
}
