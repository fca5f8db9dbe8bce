import type { DriveClient, Item } from '@drive/sdk';
import { CliError } from '../shell/cli-error.ts';
import { findByPath } from './by-path.ts';
import { rootPathFor, rootPathOf, splitDrive } from './drive-path.ts';
import { findChain } from './item-paths.ts';
import { listMatching } from './list-matching.ts';
import { hasPattern, parsePathPattern, type PathPattern, type Segment } from './path-pattern.ts';
import { isRemotePath, joinRemote, normalizeRemotePath, parseOwnTarget } from './remote-target.ts';
import { isSharedRoot } from './shared-path.ts';
import { walk } from './walk.ts';

/** An item on the server and its path. */
export interface Located {
  readonly path: string;
  /** null is the root, which has no item. */
  readonly item: Item | null;
}

/** The parsed argument, before any request. */
export type Named = { readonly argument: string } & (
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'id'; readonly id: string }
  /** `root`: `/`, or that of a team drive. */
  | { readonly kind: 'pattern'; readonly pattern: PathPattern; readonly root: string }
);

/** Reads a path, an id, or a pattern for paths; anything else is wrong usage. */
export function parseNamed(argument: string): Named {
  const { drive, path } = splitDrive(argument);
  if (!isRemotePath(argument) || !hasPattern(path)) return { argument, ...parseOwnTarget(argument) };
  const pattern = parsePathPattern(path);
  if (isSharedRoot(drive) && pattern.alternatives.some((segments) => segments.slice(0, 2).some(isNoName)))
    throw new CliError('usage', `${argument} has a pattern instead of an owner, or of what they share`, {
      hint: 'list what is shared with: drive-cli ls Shared:/',
    });
  return { argument, kind: 'pattern', pattern, root: rootPathOf(drive) };
}

const isNoName = ({ kind }: Segment): boolean => kind !== 'name';

/**
 * One item by its path or id, or all matches of a pattern, each once. An existing path wins over its meaning as a
 * pattern. No match is `not_found`.
 */
export async function locate(client: DriveClient, named: Named, signal: AbortSignal): Promise<Located[]> {
  const { argument } = named;
  if (named.kind === 'pattern') return locateMatching(client, named, signal);
  if (named.kind === 'id') {
    const chain = await findChain(client, named.id, signal);
    const item = chain?.at(-1);
    if (chain === undefined || item === undefined) throw notFound(argument);
    const root = await rootPathFor(client, item, signal);
    return [{ path: chain.reduce((path, { name }) => joinRemote(path, name), root), item }];
  }
  const found = await findLocated(client, named.path, signal);
  if (found === undefined) throw notFound(named.path);
  if (argument.endsWith('/') && found.item?.type === 'file') throw notFolder(found.path);
  return [found];
}

/** The item at a literal path; undefined if there is none. */
export async function findLocated(
  client: DriveClient,
  path: string,
  signal: AbortSignal,
): Promise<Located | undefined> {
  if (path === '/') return { path, item: null };
  const item = await findByPath(client, path, signal);
  return item && { path, item };
}

export const isFolder = ({ item }: Located): boolean => item === null || item.type === 'folder';

const notFound = (named: string): CliError =>
  new CliError('not_found', `${named}: no such file or folder on the server`, {
    hint: 'list items with: drive-cli ls',
  });

export const notFolder = (path: string): CliError => new CliError('conflict', `${path} is a file, not a folder`);

async function locateMatching(
  client: DriveClient,
  { argument, pattern: { alternatives, onlyFolders }, root }: Extract<Named, { kind: 'pattern' }>,
  signal: AbortSignal,
): Promise<Located[]> {
  // No name contains a backslash.
  if (!argument.includes('\\')) {
    const exact = await findLocated(client, normalizeRemotePath(argument), signal);
    if (exact !== undefined && !(argument.endsWith('/') && !isFolder(exact))) return [exact];
  }
  // Above what others share is no item; the pattern begins below one.
  const top = isSharedRoot(splitDrive(root).drive) ? undefined : await findLocated(client, root, signal);
  const found = new Map<string | null, Located>();
  for (const segments of alternatives) {
    for await (const match of expand(client, top ?? { path: root, item: null }, segments, signal)) {
      if (!onlyFolders || isFolder(match)) found.set(match.item?.id ?? null, match);
    }
  }
  if (found.size > 0) return [...found.values()];
  throw new CliError('not_found', `${argument}: nothing on the server matches`, {
    hint: 'list items with: drive-cli ls',
  });
}

/** The matches of the segments below a folder. */
async function* expand(
  client: DriveClient,
  here: Located,
  segments: readonly Segment[],
  signal: AbortSignal,
): AsyncGenerator<Located> {
  const [segment, ...rest] = segments;
  if (segment === undefined) yield here;
  else if (!isFolder(here)) return;
  else if (segment.kind === 'name') yield* expandNames(client, here, segments, signal);
  else if (segment.kind === 'anywhere') yield* expandAnywhere(client, here, rest, signal);
  else {
    const { pattern } = segment;
    const matching = { folderId: idOf(here), pattern, onlyFolders: rest.length > 0, signal };
    for await (const item of listMatching(client, matching)) {
      yield* expand(client, { path: joinRemote(here.path, item.name), item }, rest, signal);
    }
  }
}

/** All names up to the next pattern are one question. */
async function* expandNames(
  client: DriveClient,
  here: Located,
  segments: readonly Segment[],
  signal: AbortSignal,
): AsyncGenerator<Located> {
  let { path } = here;
  let count = 0;
  for (const segment of segments) {
    if (segment.kind !== 'name') break;
    path = joinRemote(path, segment.name);
    count++;
  }
  const found = await findLocated(client, path, signal);
  if (found !== undefined) yield* expand(client, found, segments.slice(count), signal);
}

async function* expandAnywhere(
  client: DriveClient,
  here: Located,
  rest: readonly Segment[],
  signal: AbortSignal,
): AsyncGenerator<Located> {
  const [next, ...others] = rest;
  const top = { id: idOf(here), path: here.path };
  const skips = ({ name }: Item): boolean => name.startsWith('.');
  if (next === undefined || (others.length === 0 && next.kind !== 'anywhere')) {
    // One walk through the tree, instead of another listing for each folder.
    for await (const { path, item } of walk(client, top, { signal, skips })) {
      if (matchesLast(next, item.name)) yield { path, item };
    }
    return;
  }
  yield* expand(client, here, rest, signal);
  for await (const { path, item } of walk(client, top, { signal, skips, onlyFolders: true })) {
    if (!skips(item)) yield* expand(client, { path, item }, rest, signal);
  }
}

function matchesLast(segment: Exclude<Segment, { kind: 'anywhere' }> | undefined, name: string): boolean {
  if (segment === undefined) return !name.startsWith('.');
  return segment.kind === 'name' ? segment.name === name : segment.pattern.matches(name);
}

const idOf = ({ item }: Located): string | null => item?.id ?? null;
