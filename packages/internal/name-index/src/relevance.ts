/** How well a name matches the words of a query; the best is the least. Names of the same rank are ordered newest first. */
export const ranks = { whole: 0, start: 1, wordStarts: 2, anywhere: 3 } as const;
export const rankCount = 4;

/** The name that matches a query best. */
export const wholeName = (words: readonly string[]): string => words.join(' ');

/**
 * Characters after which a word begins, as the ranges of a character class: those of ASCII that are neither letters nor
 * digits. Letters of other scripts begin no word, so that every database can decide it in the same way.
 */
export const separatorRanges = [
  [' ', '/'],
  [':', '@'],
  ['[', '`'],
  ['{', '~'],
] as const;

const separators: ReadonlySet<number> = new Set(
  separatorRanges.flatMap(([first, last]) => {
    const from = first.charCodeAt(0);
    return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, at) => from + at);
  }),
);

export const isSeparator = (code: number): boolean => separators.has(code);

/** The rank of a folded name that contains all words. */
export function rankOf(nameKey: string, words: readonly string[]): number {
  if (nameKey === wholeName(words)) return ranks.whole;
  if (nameKey.startsWith(words[0] ?? '')) return ranks.start;
  return words.every((word) => beginsAWord(nameKey, word)) ? ranks.wordStarts : ranks.anywhere;
}

/** Whether the word begins a word wherever it is in a name: one that begins with a separator does. */
export const beginsAnywhere = (word: string): boolean => isSeparator(word.charCodeAt(0));

function beginsAWord(nameKey: string, word: string): boolean {
  if (beginsAnywhere(word)) return true;
  for (let at = nameKey.indexOf(word); at !== -1; at = nameKey.indexOf(word, at + 1))
    if (at === 0 || isSeparator(nameKey.charCodeAt(at - 1))) return true;
  return false;
}
