/** Most changes of a letter between a word and what was meant: a third of its letters. */
const changedShare = 3;

/** The word that was probably meant: the one with the fewest changes, if these are few. */
export function findSimilar<Word extends string>(typed: string, words: readonly Word[]): Word | undefined {
  const near = words
    .map((word) => ({ word, changes: changesBetween(typed, word) }))
    .filter(
      ({ word, changes }) => changes <= Math.max(1, Math.floor(Math.max(typed.length, word.length) / changedShare)),
    )
    .toSorted((a, b) => a.changes - b.changes);
  return near[0]?.word;
}

/** Letters that are added, removed, replaced or swapped with their neighbor (Damerau and Levenshtein, optimal alignment). */
function changesBetween(a: string, b: string): number {
  let previous: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? previous[j - 2]! + 1 : Infinity;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced, swapped));
    }
    previous = row;
    row = next;
  }
  return row[b.length]!;
}
