import { limits } from '@drive/contract';

/** The extension includes a preceding `.tar`. A leading dot begins none, nor does a dot before a space (`Mr. Smith`). */
export function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const extension = /(?<=.)(?:\.tar)?\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

/** `name (n).ext`, with a shortened stem if the name would be too long. */
export function numberedName(name: string, n: number): string {
  const { stem, extension } = splitName(name);
  const ending = ` (${n})${extension}`;
  return shorten(stem, limits.itemNameCharacters - [...ending].length) + ending;
}

/** Cuts between graphemes, so that no half of an emoji remains. */
function shorten(text: string, maxCharacters: number): string {
  if ([...text].length <= maxCharacters) return text;
  let kept = '';
  let characters = 0;
  for (const { segment } of graphemes.segment(text)) {
    characters += [...segment].length;
    if (characters > maxCharacters) break;
    kept += segment;
  }
  // A single grapheme longer than the limit is cut.
  return (kept === '' ? [...text].slice(0, maxCharacters).join('') : kept).trimEnd();
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const PROBES = 16;

/** The lowest free `name (n).ext` if there are no gaps, by a few queries of sixteen names. */
export async function findFreeName(
  name: string,
  listTaken: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<string> {
  let taken = 0;
  let free = Infinity;
  const ask = async (numbers: readonly number[]): Promise<void> => {
    const names = new Map(numbers.map((n) => [n, numberedName(name, n)]));
    const found = new Set(await listTaken([...names.values()]));
    for (const [n, numbered] of names) {
      if (found.has(numbered)) {
        taken = n;
      } else {
        free = n;
        return;
      }
    }
  };
  for (let first = 1; free === Infinity; first *= 2 ** PROBES)
    await ask(Array.from({ length: PROBES }, (_, index) => first * 2 ** index));
  while (free - taken > 1) {
    const step = (free - taken) / (PROBES + 1);
    const between = Array.from({ length: PROBES }, (_, index) => taken + Math.round(step * (index + 1)));
    await ask([...new Set(between)].filter((n) => n > taken && n < free));
  }
  return numberedName(name, free);
}
