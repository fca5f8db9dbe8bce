import { limits } from '@drive/contract';

/**
 * Where a number goes into a name: before the extension, of which a `.tar` is part. A leading dot begins no extension,
 * and what follows a dot in a sentence (`Mr. Smith`) is none either.
 */
export function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const extension = /(?<=.)(?:\.tar)?\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

/** `name (n).ext`, its stem shortened where the whole would be too long for a name. */
export function numberedName(name: string, n: number): string {
  const { stem, extension } = splitName(name);
  const ending = ` (${n})${extension}`;
  return shorten(stem, limits.itemNameCharacters - [...ending].length) + ending;
}

/** Cuts between what people see as characters, so that no accent or half an emoji is left over. */
function shorten(text: string, maxCharacters: number): string {
  if ([...text].length <= maxCharacters) return text;
  let kept = '';
  let characters = 0;
  for (const { segment } of graphemes.segment(text)) {
    characters += [...segment].length;
    if (characters > maxCharacters) break;
    kept += segment;
  }
  // A single character of more marks than fit is cut all the same.
  return (kept === '' ? [...text].slice(0, maxCharacters).join('') : kept).trimEnd();
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const PROBES = 16;

/**
 * A free `name (n).ext` whose predecessor is taken, so without gaps the lowest. A few questions of sixteen names each, however
 * many siblings of the name there are.
 */
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
