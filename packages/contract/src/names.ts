import * as z from 'zod';
import { limits } from './limits.ts';
import { countCharacters } from './schemas/primitives.ts';

/** NFC, without control characters, trimmed: how a name is kept. */
export const cleanName = (name: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is stripped
  name
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    .trim();

/**
 * The name of a file or folder, cleaned. Refused: empty after cleaning, `.`, `..`, a path separator, not well-formed
 * Unicode, more than 255 code points.
 */
export const ItemName = z
  .string()
  .refine((name) => name.isWellFormed(), 'must be well-formed Unicode')
  .transform(cleanName)
  .refine((name) => name !== '', 'must not be blank')
  .refine((name) => name !== '.' && name !== '..', 'must not be . or ..')
  .refine((name) => !/[/\\]/.test(name), 'must not contain / or \\')
  .refine(
    (name) => countCharacters(name) <= limits.itemNameCharacters,
    `must have at most ${limits.itemNameCharacters} characters`,
  )
  .meta({ type: 'string', minLength: 1, maxLength: limits.itemNameCharacters });

/**
 * What names are sorted and searched by: the name without regard to case. Down, up and down again, because some letters
 * meet only on the way (`ẞ`, `ß` and `ss`, `ﬁ` and `fi`), and a sigma is the same wherever it stands in a word.
 */
export const foldName = (name: string): string =>
  name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

/** Text without the marks that turn its direction, with which `photo[RLO]gpj.exe` would pass for an image. */
export const withoutTurns = (text: string): string =>
  text.replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '');

/** Text as one line: without control characters, line breaks and marks that turn its direction. */
export const cleanLine = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is replaced
  withoutTurns(text)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();
