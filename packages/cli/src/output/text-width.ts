import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();

/** Columns that a terminal needs for a text without control characters. */
export const textWidth = (text: string): number => stringWidth(text);

/**
 * Cuts the middle out of a text that is wider than `width` columns, because the end of a file name is as useful as its
 * start.
 */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width < 2) return text === '' ? '' : '…'.slice(0, width);
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const tail = fitting(characters.toReversed(), Math.floor((width - 1) / 2)).toReversed();
  const head = fitting(characters, width - 1 - textWidth(tail.join('')));
  return `${head.join('')}…${tail.join('')}`;
}

/** The longest run of characters from the start that fits into `width` columns. */
function fitting(characters: readonly string[], width: number): string[] {
  let used = 0;
  const end = characters.findIndex((character) => (used += textWidth(character)) > width);
  return characters.slice(0, end < 0 ? undefined : end);
}

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)));
export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - textWidth(text))) + text;
