import * as z from 'zod';
import { limits } from './limits.ts';
import { countCharacters, normalizeText } from './schemas/primitives.ts';
import { cleanLine } from './text-direction.ts';

/** Printable ASCII, of which most names consist, is in every normal form. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/**
 * The stored form of a name: without control characters, in NFC, trimmed. Control characters are removed first, because
 * they can separate a letter from its combining mark. Idempotent.
 */
export const cleanName = (name: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is stripped
  (isAscii(name) ? name : normalizeText(name.replace(/[\u0000-\u001f\u007f-\u009f]/g, ''))).trim();

const tooLong = `must have at most ${limits.itemNameCharacters} characters`;

/**
 * The name of a file or folder, cleaned. Refuses names that are empty after cleaning, `.`, `..`, names with a path
 * separator, text that is not well-formed Unicode, and more than 255 code points.
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
 * The case-folded form of a name, by which names are sorted and searched. Converts to lower, upper and lower case again,
 * because some letters become equal only on the way (`ẞ`, `ß` and `ss`, `ﬁ` and `fi`), treats a final sigma as a sigma,
 * and drops the dot above an `i`, which the Turkish `İ` keeps in lower case.
 */
export const foldName = (name: string): string => (isAscii(name) ? name.toLowerCase() : foldLetters(name));

const foldLetters = (name: string): string =>
  normalizeText(
    normalizeText(name)
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replaceAll(/i\u0307+/g, 'i'),
  );

/** The stored form of a user's or visitor's name: a clean name in one line without marks that change the text direction. */
export const cleanPersonName = (name: string): string => cleanName(cleanLine(name));
