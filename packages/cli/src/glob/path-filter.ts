import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { collect } from '../shell/argument-parsers.ts';
import { CliError, explainUnreadable } from '../shell/cli-error.ts';
import { expandBraces } from './braces.ts';
import { parseNamePattern, type NamePattern } from './name-pattern.ts';

/** Help text of commands that accept --exclude and --include. */
export const FILTER_HELP = `
A pattern without a slash matches names at any depth. A pattern with a slash matches paths from the top of the folder. A slash
at the end limits it to folders. * ? [a-z] {a,b} are wildcards, ** stands for any number of folders. What is in a matching
folder matches too. --include takes precedence over --exclude; alone, it leaves out everything else.`;

/** Help text of commands that read {@link IGNORE_FILE}. */
export const IGNORE_FILE_HELP = `
A file .driveignore at the top of the folder lists such patterns to exclude, one per line; a line that begins with ! includes
again, a line that begins with # is a comment.`;

export const IGNORE_FILE = '.driveignore';

/** Adds --exclude and --include. */
export const addFilterOptions = (command: Command): Command =>
  command
    .option('--exclude <pattern>', 'Exclude matches; can be repeated', collect)
    .option('--include <pattern>', 'Include matches despite --exclude; can be repeated', collect);

/** Decides which paths below a folder a command leaves out. Paths are relative, with slashes. */
export interface PathFilter {
  excludes(path: string, isFolder: boolean): boolean;
  /** Whether paths inside an excluded folder may still be included. */
  readonly entersExcluded: boolean;
}

export interface FilterPatterns {
  readonly exclude?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
}

export function createPathFilter({ exclude = [], include = [] }: FilterPatterns): PathFilter {
  const excluding = exclude.flatMap(parsePattern);
  const including = include.flatMap(parsePattern);
  return {
    excludes(path, isFolder) {
      if (excluding.length === 0 && including.length === 0) return false;
      const names = path.split('/');
      const isExcluded = excluding.length === 0 || excluding.some((pattern) => matches(pattern, names, isFolder));
      return isExcluded && !including.some((pattern) => matches(pattern, names, isFolder));
    },
    entersExcluded: including.length > 0,
  };
}

/** Begins the names of folders in which `sync` completes what is to replace a file or folder beside them. 32 hex digits follow. */
export const STAGING_PREFIX = '.drive-new-';
const staging = /(?:^|\/)\.drive-new-[0-9a-f]{32}(?:\/|$)/;

/** The filter of the flags and of the .driveignore in a folder of this computer. Excludes what an interrupted `sync` has left. */
export async function loadPathFilter(root: string, flags: FilterPatterns): Promise<PathFilter> {
  const path = join(root, IGNORE_FILE);
  const filter = createIgnoringFilter({ path, text: await readIfThere(path) }, flags);
  return { ...filter, excludes: (name, isFolder) => staging.test(name) || filter.excludes(name, isFolder) };
}

/** A list that cannot be read is no empty list: what it excludes would be transferred, and removed from a target. */
async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw explainUnreadable(error, path);
  }
}

/** The filter of the flags and of the text of a .driveignore. `--include` overrides both. `path` is for messages. */
export function createIgnoringFilter(
  { path, text }: { path: string; text: string },
  flags: FilterPatterns,
): PathFilter {
  const byFlags = createPathFilter(flags);
  const lines = text.split('\n').map((line) => line.trim());
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const exclude = patterns.filter((line) => !line.startsWith('!'));
  if (exclude.length === 0) return byFlags;
  const included = patterns.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  try {
    const byFile = createPathFilter({ exclude, include: [...included, ...(flags.include ?? [])] });
    return {
      excludes: (name, isFolder) => byFlags.excludes(name, isFolder) || byFile.excludes(name, isFolder),
      entersExcluded: byFlags.entersExcluded || byFile.entersExcluded,
    };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError('usage', `${path}: ${error.message}`, { cause: error, ...(error.hint && { hint: error.hint }) });
  }
}

/** Any number of folders. */
const anywhere = '**';
type Segment = NamePattern | typeof anywhere;

interface FilterPattern {
  readonly segments: readonly Segment[];
  readonly onlyFolders: boolean;
}

function parsePattern(pattern: string): FilterPattern[] {
  return expandBraces(pattern).map((one) => {
    const parts = one.split('/').filter((part) => part !== '');
    if (parts.length === 0 || parts.includes('.') || parts.includes('..')) {
      throw new CliError('usage', `${pattern === '' ? 'an empty pattern' : pattern} matches nothing`, {
        hint: 'give names or paths from the top of the folder',
      });
    }
    const onlyFolders = one.endsWith('/');
    const segments = parts.map((part): Segment => (part === anywhere ? anywhere : parseNamePattern(part)));
    // `a/**` matches the content of a, not a itself.
    if (segments.at(-1) === anywhere) segments.push(parseNamePattern('*'));
    const isAnchored = one.slice(0, onlyFolders ? -1 : undefined).includes('/');
    return { segments: isAnchored ? segments : [anywhere, ...segments], onlyFolders };
  });
}

/** Whether the pattern matches the path or a folder above it. */
function matches({ segments, onlyFolders }: FilterPattern, names: readonly string[], isFolder: boolean): boolean {
  const longest = onlyFolders && !isFolder ? names.length - 1 : names.length;
  for (let length = 1; length <= longest; length++) if (matchesAll(segments, names.slice(0, length))) return true;
  return false;
}

/** Backtracks to the last `**` only, so the time is at most the number of segments times that of names. */
function matchesAll(segments: readonly Segment[], names: readonly string[]): boolean {
  let segment = 0;
  let at = 0;
  let lastAnywhere = -1;
  let resumeAt = 0;
  while (at < names.length) {
    const current = segments[segment];
    if (current === anywhere) {
      lastAnywhere = segment++;
      resumeAt = at;
    } else if (current?.matches(names[at]!) === true) {
      segment++;
      at++;
    } else if (lastAnywhere !== -1) {
      segment = lastAnywhere + 1;
      at = ++resumeAt;
    } else return false;
  }
  while (segments[segment] === anywhere) segment++;
  return segment === segments.length;
}
