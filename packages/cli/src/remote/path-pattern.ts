import { expandBraces, MOST_ALTERNATIVES } from '../glob/braces.ts';
import { findLiteralName, parseNamePattern, type NamePattern } from '../glob/name-pattern.ts';
import { CliError } from '../shell/cli-error.ts';
import { cleanItemName } from './item-name.ts';

/** Help text of commands that accept patterns. */
export const PATTERN_HELP = `
PATH is a remote path, an id, or a pattern: * ? [a-z] [!a-z] {a,b}, and ** for any depth of folders. Quote patterns. A path
that exists exactly as written takes precedence over what it would match; a backslash quotes the next character. As in a
shell, wildcards do not match a leading dot. Names are case-sensitive.`;

/** One segment of a path. */
export type Segment =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'pattern'; readonly pattern: NamePattern }
  /** `**`: any number of folders, none as well. */
  | { readonly kind: 'anywhere' };

export interface PathPattern {
  readonly alternatives: readonly (readonly Segment[])[];
  /** The path has a trailing slash. */
  readonly onlyFolders: boolean;
}

/** Whether something in a path is more than the names it is written with. */
export const hasPattern = (path: string): boolean => /[*?[\\]/.test(path) || expandBraces(path).length > 1;

/**
 * Parses a path from the root. Names with a leading dot are matched only by a literal dot.
 *
 * Keeps the number of alternatives small, because each may be a separate walk.
 */
export function parsePathPattern(path: string): PathPattern {
  // A slash can't be escaped, and a class can't hold one: it always divides.
  const written = path.normalize('NFC').replaceAll('\\/', '/');
  const alternatives = (hasSlashInBraces(written) ? expandBraces(written) : [written]).flatMap((alternative) =>
    combine(
      splitPath(alternative).map((part) => toSegments(part, path)),
      path,
    ),
  );
  return { alternatives, onlyFolders: path.endsWith('/') };
}

const splitPath = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** Splitting a path at a slash inside braces would break them. */
const hasSlashInBraces = (path: string): boolean =>
  splitPath(path).reduce((count, part) => count * expandBraces(part).length, 1) < expandBraces(path).length;

/** Every choice of one from each. */
function combine(choices: readonly (readonly Segment[])[], path: string): Segment[][] {
  const combined = choices.reduce<Segment[][]>(
    (heads, tails) => heads.flatMap((head) => tails.map((tail) => [...head, tail])),
    [[]],
  );
  if (combined.length > MOST_ALTERNATIVES) {
    throw new CliError('usage', `${path} expands to more than ${MOST_ALTERNATIVES} paths`);
  }
  // An empty choice, as in `/a/{,b}`, is the folder itself.
  return combined.map((segments) => segments.filter((segment) => segment.kind !== 'name' || segment.name !== ''));
}

/**
 * A segment with a wildcard is one pattern, including its braces; otherwise each of its alternatives is a name to look
 * up.
 */
function toSegments(part: string, path: string): Segment[] {
  if (part === '**') return [{ kind: 'anywhere' }];
  const literals = expandBraces(part).map(findLiteralName);
  const names = literals.filter((literal) => literal !== undefined).map(cleanItemName);
  if (names.includes('.') || names.includes('..')) {
    throw new CliError('usage', `${path} contains . or ..`, { hint: 'give the path from the root' });
  }
  if (names.length === literals.length) return names.map((name) => ({ kind: 'name', name }));
  return [{ kind: 'pattern', pattern: parseNamePattern(part, { dotsAreHidden: true }) }];
}
