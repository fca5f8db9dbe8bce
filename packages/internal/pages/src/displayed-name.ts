import { withoutTurns } from '@drive/contract';

/** A file's name without characters that change the direction of text: with them `photo[RLO]gpj.exe` looks like an image. */
export function displayedName(name: string): string {
  const shown = withoutTurns(name);
  return /[^\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u.test(shown) ? shown : 'Without a name';
}

/** Shortens a text to at most `most` bytes of markup. */
export function shortText(text: string, most: number): string {
  const characters = [...text];
  const length = countFitting(characters, most);
  return length === characters.length ? text : `${characters.slice(0, length).join('').trimEnd()}…`;
}

const mostBytes = 120;
const tailBytes = 35;

/** Shortens a name to `most` bytes of markup, 120 by default; keeps its beginning and its end with the extension. */
export function shortName(name: string, most = mostBytes): string {
  const characters = [...displayedName(name)];
  const headLength = countFitting(characters, most);
  if (headLength === characters.length) return characters.join('');
  const tailLength = countFitting(characters.toReversed(), tailBytes);
  const ellipsis = '…';
  const head = characters.slice(0, countFitting(characters, most - tailBytes - bytesOf(ellipsis)));
  return `${head.join('')}${ellipsis}${characters.slice(-tailLength).join('')}`;
}

/** How many of the first characters fit into `most` bytes of markup. */
function countFitting(characters: readonly string[], most: number): number {
  let bytes = 0;
  const end = characters.findIndex((character) => (bytes += bytesOf(character)) > most);
  return end === -1 ? characters.length : end;
}

const escapedBytes: Readonly<Record<string, number>> = { '&': 5, '<': 4, '>': 4, '"': 6, "'": 5 };
const bytesOf = (character: string): number => escapedBytes[character] ?? Buffer.byteLength(character);
