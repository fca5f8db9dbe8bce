import { beginsAnywhere, ranks, separatorRanges, wholeName } from '@drive/name-index';
import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from '../../../platform/db/index.ts';

/** Whether `name_key` contains each word, by a comparison of every name. */
export const containsAll = (dialect: Dialect, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map((word) => sql`${sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos')}(name_key, ${word}) > 0`),
    sql` and `,
  )})`;

/** `rankOf` of @drive/name-index, of a `name_key` that contains all words. */
export const rankInSql = (dialect: Dialect, words: readonly string[]): RawBuilder<number> => {
  const start = dialect === 'sqlite' ? sql`instr(name_key, ${words[0]}) = 1` : sql`starts_with(name_key, ${words[0]})`;
  return sql<number>`(case when name_key = ${wholeName(words)} then ${sql.lit(ranks.whole)}
    when ${start} then ${sql.lit(ranks.start)}
    when ${wordStarts(dialect, words)} then ${sql.lit(ranks.wordStarts)}
    else ${sql.lit(ranks.anywhere)} end)`;
};

/** Whether each word stands where a word of the name begins. */
const wordStarts = (dialect: Dialect, words: readonly string[]): RawBuilder<boolean> => {
  const conditions = words
    .filter((word) => !beginsAnywhere(word))
    .map((word) => (dialect === 'sqlite' ? beginsInGlob(word) : beginsInRegex(word)));
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
};

const beginsInGlob = (word: string): RawBuilder<unknown> =>
  sql`(instr(name_key, ${word}) = 1 or name_key glob ${`*[${rangesOf('')}]${word.replaceAll(/[*?[]/g, '[$&]')}*`})`;

/** For Postgres, whose index of trigrams finds it. */
export const beginsInRegex = (word: string): RawBuilder<boolean> =>
  sql<boolean>`name_key ~ ${`(^|[${rangesOf('\\')}])${word.replaceAll(/[.*+?()[\]{}|^$\\]/g, '\\$&')}`}`;

/** `escape` stands before the bracket, which opens a class within a class. */
const rangesOf = (escape: string): string =>
  separatorRanges.map(([first, last]) => `${first === '[' ? escape : ''}${first}-${last}`).join('');
