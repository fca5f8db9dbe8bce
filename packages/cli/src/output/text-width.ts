/** Ranges of code points that a terminal shows two columns wide: East Asian scripts and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const ZERO_WIDTH = /\p{Mn}|\p{Me}|\p{Cf}/u;

/** Columns that a terminal needs for a text without control characters. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += ZERO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Cuts the middle out of a text that is wider than it may be: the end of a file's name tells as much as its start. */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width < 2) return text === '' ? '' : '…'.slice(0, width);
  const characters = [...text];
  const tail = takeColumns(characters.toReversed(), Math.floor((width - 1) / 2)).toReversed();
  const head = takeColumns(characters, width - 1 - textWidth(tail.join('')));
  return `${head.join('')}…${tail.join('')}`;
}

function takeColumns(characters: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const character of characters) {
    used += textWidth(character);
    if (used > width) break;
    taken.push(character);
  }
  return taken;
}

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)));
export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - textWidth(text))) + text;
