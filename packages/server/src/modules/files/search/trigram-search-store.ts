import { beginsAnywhere, rankOf, ranks, wholeName, type NamesFound } from '@drive/name-index';
import { sql, type RawBuilder } from 'kysely';
import { toNumber, type Reader } from '../../../platform/db/index.ts';
import { alive } from '../items/item-row.ts';
import { hasPairsOf, wordsForPairs } from './name-pairs-store.ts';
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

/** The words that the name indexes of a Postgres database can find. */
export interface Trigrams {
  /** Whether the locale of the database tells letters of all scripts from other characters. */
  readonly knowsLetters: boolean;
  /** Whether words without trigrams are found, too. */
  readonly hasPairs: boolean;
}

const searchIndexes = ['items_trigrams', 'items_pairs'] as const;

/** The indexes of names that the database lacks, or has not finished. */
export async function missingSearchIndexes(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(cast(${`{${searchIndexes.join(',')}}`} as text[])) as name
    where not exists (select from pg_index where indexrelid = to_regclass(name) and indisvalid)`.execute(reader);
  return rows.map(({ name }) => name);
}

/** undefined without the index of trigrams. */
export async function findTrigrams(reader: Reader): Promise<Trigrams | undefined> {
  const missing = new Set(await missingSearchIndexes(reader));
  if (missing.has('items_trigrams')) return undefined;
  // Escaped, because one letter beyond Latin-1 doubles the memory of the text of a bundled program.
  const known = await sql<{ count: number }>`select cardinality(show_trgm('\u0436\u0443\u043a')) as count`.execute(
    reader,
  );
  return { knowsLetters: toNumber(known.rows[0]!.count) > 0, hasPairs: !missing.has('items_pairs') };
}

export interface TrigramSteps {
  /** The newest items are looked at first: they tell which ranks are frequent. */
  readonly sampled: number;
  /** The newest of a frequent rank are found by a walk of so many from the newest item on. */
  readonly walked: number;
}
export const trigramSteps: TrigramSteps = { sampled: 4000, walked: 60_000 };

/** A row that an index finds costs as much as so many rows of a walk, which lie side by side. */
const costOfFound = 4;

/** The newest items of an owner. */
interface Sample {
  /** Number of matches of each rank among them. */
  readonly counts: readonly number[];
  readonly sampled: number;
  /** Number of all items of the owner. */
  readonly items: number;
}

/** Whether a walk meets as many matches as wanted sooner than an index finds all, if matches are as frequent as in the sample. */
const isMetSoon = ({ sampled, items }: Sample, count: number, wanted: number): boolean =>
  count * count * items * costOfFound >= wanted * sampled * sampled;

/**
 * A page by the indexes of names, in a bounded number of steps for each frequency of the words: frequent ones are met soon
 * on a walk in the order of the page, rare ones are found by an index and sorted. Reads every name of the owner only for
 * rare words without trigrams, if the database has no index of pairs.
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
  const sample = await sampleRanks(reader, query, matching, steps.sampled);
  const indexed = indexConditions(trigrams, words);
  const isRare = !isMetSoon(
    sample,
    sample.counts.reduce((sum, count) => sum + count, 0),
    offset + limit,
  );
  let total = 0;
  if (query.isCounted !== false) {
    total = await countMatches(reader, isRare ? also(matching, ...indexed) : matching);
    if (offset >= total) return { total, rowIds: [] };
  }
  if (isRare) return { total, rowIds: await readAll(reader, query, also(matching, ...indexed), indexed.length === 0) };
  // No index has this order.
  if (query.order === 'modifiedAt')
    return { total, rowIds: await readAll(reader, query, also(matching, ...indexed), indexed.length === 0) };
  if (query.order !== 'relevance')
    return { total, rowIds: await walkSorted(reader, query, matching, { indexed, walked: steps.walked }) };

  const page: number[] = [];
  const from = query.after === undefined ? 0 : rankOf(query.after.nameKey, words);
  for (let rank = from; rank < sample.counts.length && page.length < offset + limit; rank += 1) {
    const wanted = offset + limit - page.length;
    const of = { ...query, after: rank === from ? query.after : undefined, limit: wanted };
    page.push(
      ...(await findRank(reader, of, matching, {
        rank,
        isFrequent: isMetSoon(sample, sample.counts[rank]!, wanted),
        indexed,
        startsIndexed: words.every((word) => beginsWithLetter(trigrams, word)),
        walked: steps.walked,
      })),
    );
  }
  return { total, rowIds: page.slice(offset) };
}

/** Conditions by which an index finds the names that contain the words, and maybe others. */
function indexConditions({ knowsLetters, hasPairs }: Trigrams, words: readonly string[]): RawBuilder<boolean>[] {
  const hasTrigram = (word: string): boolean => (knowsLetters ? /[\p{L}\p{N}]{3}/u : /[a-z0-9]{3}/).test(word);
  const conditions = words.filter(hasTrigram).map(isLike);
  if (!hasPairs) return conditions;
  const paired = wordsForPairs(
    words.filter((word) => !hasTrigram(word)),
    conditions.length > 0,
  );
  return paired.length === 0 ? conditions : [...conditions, hasPairsOf(paired)];
}

const beginsWithLetter = ({ knowsLetters }: Trigrams, word: string): boolean =>
  (knowsLetters ? /^[\p{L}\p{N}]/u : /^[a-z0-9]/).test(word);

const isLike = (word: string): RawBuilder<boolean> =>
  sql<boolean>`name_key like ${`%${word.replaceAll(/[%_\\]/g, '\\$&')}%`}`;

const also = (matching: Matching, ...conditions: readonly RawBuilder<unknown>[]): Matching => ({
  ...matching,
  conditions: [...matching.conditions, ...conditions],
});

/** Counts the matches of each rank among the newest items. */
async function sampleRanks(
  reader: Reader,
  { words, ownerId }: OwnerQuery,
  matching: Matching,
  most: number,
): Promise<Sample> {
  const { rows } = await sql<{ rank: number | null; count: number }>`${matching.before}
    select ${rankInSql('postgres', words)} as rank, count(*) as count from (
      select * from items where owner_id = ${ownerId} and state = ${alive}
      order by created_at desc, row_id desc limit ${sql.lit(most)}
    ) as i where ${allOf(matching.conditions)} group by 1
    union all select null, item_count from storage_usage where owner_id = ${ownerId}`.execute(reader);
  const counts = Object.values(ranks).map(() => 0);
  let items = 0;
  for (const { rank, count } of rows)
    if (rank === null) items = toNumber(count);
    else counts[rank] = toNumber(count);
  return { counts, items, sampled: Math.min(most, Math.max(items, 1)) };
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
    : readAll(reader, query, also(matching, ...indexed), indexed.length === 0);
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
  readonly indexed: readonly RawBuilder<boolean>[];
  /** Whether the index of trigrams finds names by the beginning of each word: it has a trigram of even one letter there. */
  readonly startsIndexed: boolean;
  readonly walked: number;
}

/** The newest items of a rank. */
async function findRank(
  reader: Reader,
  query: OwnerQuery,
  matching: Matching,
  { rank, isFrequent, indexed, startsIndexed, walked }: RankSearch,
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
    const found = startsIndexed ? starts : [...starts, ...indexed];
    return readAll(reader, newest, also(ofRank, ...found), found.length === 0);
  }
  return readAll(reader, newest, also(ofRank, ...indexed), indexed.length === 0);
}
