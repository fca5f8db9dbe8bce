import { sql, type RawBuilder } from 'kysely';

/** The entries of a name in the Postgres index `items_pairs`: every pair of neighboring characters, and the last character. */
const pairsOfName = sql.raw(`array_to_tsvector(array_remove(
  string_to_array(regexp_replace(name_key, '(..)', E'\\\\1\\n', 'g'), E'\\n')
  || string_to_array(regexp_replace(substr(name_key, 2), '(..)', E'\\\\1\\n', 'g'), E'\\n'), ''))`);

/** Whether `name_key` has the pairs of all words: every name that contains the words, and some others. */
export const hasPairsOf = (words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${pairsOfName} @@ cast(${[...new Set(words.flatMap(lexemesOf))].join(' & ')} as tsquery)`;

/** The pairs of a word; of a single character everything that begins with it. */
function lexemesOf(word: string): string[] {
  const [first = '', ...others] = word;
  if (others.length === 0) return [`${quoted(first)}:*`];
  return others.map((character, at) => quoted(`${at === 0 ? first : others[at - 1]!}${character}`));
}

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '$&$&')}'`;

/** Words whose pairs are worth looking for: a single character, of which there are many pairs, only beside no others. */
export function wordsForPairs(words: readonly string[], hasOthers: boolean): readonly string[] {
  const longer = words.filter((word) => [...word].length > 1);
  return longer.length > 0 || hasOthers ? longer : words;
}
