/** Texts from callers are cut to this many characters, so that the comparison stays short. */
const comparedCharacters = 64;

/** The known word that takes the fewest edits to type instead of `word`; undefined if none takes at most a third of its characters. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const given = word.slice(0, comparedCharacters).toLowerCase();
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const each of known) {
    const edits = countEdits(given, each.toLowerCase());
    if (edits <= Math.max(1, Math.floor(each.length / 3)) && edits < fewest) [nearest, fewest] = [each, edits];
  }
  return nearest;
}

/** Characters to insert, delete or replace (Levenshtein). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
