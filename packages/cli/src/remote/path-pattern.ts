import { cleanItemName } from './item-name.ts';
import { CliError } from '../shell/cli-error.ts';
import { expandBraces } from '../glob/braces.ts';
import { findLiteralName, parseNamePattern, type NamePattern } from '../glob/name-pattern.ts';

/** One part of a path. */
export type Segment =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'pattern'; readonly pattern: NamePattern }
  /** `**`: any number of folders, none as well. */
  | { readonly kind: 'anywhere' };

export interface PathPattern {
  readonly alternatives: readonly (readonly Segment[])[];
  /** It ended with a slash. */
  readonly onlyFolders: boolean;
}

/** Whether something in a path is more than the names it is written with. */
export const hasPattern = (path: string): boolean => /[*?[\\]/.test(path) || expandBraces(path).length > 1;

/** Reads a path from the root. In folders whose name starts with a dot nothing is found unless the dot is written out. */
export function parsePathPattern(path: string): PathPattern {
  // A slash can't be escaped, and a class can't hold one: it always divides.
  const alternatives = expandBraces(path.normalize('NFC').replaceAll('\\/', '/')).map((alternative) =>
    alternative
      .split('/')
      .filter((part) => part !== '')
      .map((part) => toSegment(part, path)),
  );
  return { alternatives, onlyFolders: path.endsWith('/') };
}

function toSegment(part: string, path: string): Segment {
  if (part === '**') return { kind: 'anywhere' };
  const literal = findLiteralName(part);
  if (literal === undefined) return { kind: 'pattern', pattern: parseNamePattern(part, { dotsAreHidden: true }) };
  const name = cleanItemName(literal);
  if (name === '.' || name === '..') {
    throw new CliError('usage', `${path} contains . or ..`, { hint: 'give the path from the root' });
  }
  return { kind: 'name', name };
}
