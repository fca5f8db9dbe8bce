import * as z from 'zod';
import { limits } from './limits.ts';
import { countCharacters, normalizeText } from './schemas/primitives.ts';

/**
 * The stored form of a name: without control characters, in NFC, trimmed. Control characters go first, because they keep
 * a letter and its mark apart. Cleaning a clean name changes nothing.
 */
export const cleanName = (name: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is stripped
  normalizeText(name.replace(/[\u0000-\u001f\u007f-\u009f]/g, '')).trim();

const tooLong = `must have at most ${limits.itemNameCharacters} characters`;

/**
 * The name of a file or folder, cleaned. Refused: empty after cleaning, `.`, `..`, a path separator, not well-formed
 * Unicode, more than 255 code points.
 */
export const ItemName = z
  .string()
  .max(limits.itemNameCharacters * limits.rawUnitsPerCharacter, { error: tooLong, abort: true })
  .refine((name) => name.isWellFormed(), { error: 'must be well-formed Unicode', abort: true })
  .overwrite(cleanName)
  .refine((name) => name !== '', 'must not be blank')
  .refine((name) => name !== '.' && name !== '..', 'must not be . or ..')
  .refine((name) => !/[/\\]/.test(name), 'must not contain / or \\')
  .refine((name) => countCharacters(name) <= limits.itemNameCharacters, tooLong)
  .meta({ type: 'string', minLength: 1, maxLength: limits.itemNameCharacters });

/**
 * What names are sorted and searched by: the name without regard to case. Down, up and down again, because some letters
 * meet only on the way (`ẞ`, `ß` and `ss`, `ﬁ` and `fi`), and a sigma is the same wherever it stands in a word.
 */
export const foldName = (name: string): string =>
  normalizeText(normalizeText(name).toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'));

/** Text without the marks that turn its direction, with which `photo[RLO]gpj.exe` would pass for an image. */
export const withoutTurns = (text: string): string =>
  text.replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '');

/** Text as one line: without control characters, line breaks and marks that turn its direction. */
export const cleanLine = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is replaced
  withoutTurns(text)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();

/** The stored form of what people call themselves: a clean name in one line, which turns no text around it. */
export const cleanPersonName = (name: string): string => cleanName(cleanLine(name));
