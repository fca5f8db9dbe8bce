/**
 * The name that the server stores for a given name: without control characters, in NFC, without blanks around it.
 *
 * @example
 * ```ts
 * import { cleanItemName } from '@drive/sdk';
 *
 * console.log(cleanItemName(' notes.txt\n') === 'notes.txt');
 * ```
 */
export const cleanItemName = (name: string): string =>
  name
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '')
    .normalize('NFC')
    .trim();

/** The end that stays if a name gets a number. */
const extensionOf = (name: string): string => /(?<=.)(?:\.tar)?\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? '';

/** The name that the server would choose if `original` and all smaller numbers are taken: `name (2).ext`. */
export function numberedName(original: string, number: number): string {
  const extension = extensionOf(original);
  const end = ` (${number})${extension}`;
  const stem = original.slice(0, original.length - extension.length);
  return [...stem].slice(0, longestName - [...end].length).join('') + end;
}

/** Characters of the longest name of the server. */
const longestName = 255;
/** Longest name of the server without the longest number. */
const neverShortened = 235;

/**
 * Whether the server may have chosen `name` for an upload as `original` because that name was taken: `name (2).ext`.
 *
 * @example
 * ```ts
 * import { isNumberedName } from '@drive/sdk';
 *
 * console.log(isNumberedName('report (2).txt', 'report.txt'));
 * ```
 */
export function isNumberedName(name: string, original: string): boolean {
  const extension = extensionOf(original);
  const stem = original.slice(0, original.length - extension.length);
  if (!name.endsWith(extension)) return false;
  const [, kept] = /^(.*) \([1-9]\d*\)$/s.exec(name.slice(0, name.length - extension.length)) ?? [];
  if (kept === undefined) return false;
  // The server shortens a stem that leaves no room for the number.
  return kept === stem || ([...original].length > neverShortened && stem.startsWith(kept));
}
