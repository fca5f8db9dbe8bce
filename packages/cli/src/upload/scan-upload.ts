import { lstatSync, type Dirent, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { loadPathFilter, type FilterPatterns, type PathFilter } from '../glob/path-filter.ts';
import { cleanItemName, findNameProblem, sameName } from '../remote/item-name.ts';
import { joinRemote } from '../remote/remote-target.ts';
import { CliError, explainUnreadable } from '../shell/cli-error.ts';

/** A file on this machine that is to be uploaded. */
export interface LocalFile {
  /** Absolute. */
  readonly path: string;
  /** The path for messages. */
  readonly shownAs: string;
  /** Path of the folder on the server. */
  readonly folder: string;
  /** The name on the server. */
  readonly name: string;
  readonly size: number;
  /** Milliseconds, with a fraction. */
  readonly modifiedAt: number;
}

export interface Problem {
  readonly shownAs: string;
  readonly error: CliError;
}

export interface Scan {
  readonly files: LocalFile[];
  /** Paths of required folders on the server, parents first. */
  readonly folders: string[];
  /** Entries that cannot be uploaded. */
  readonly problems: Problem[];
  /** Inside folders, links are not followed: they may lead in circles or out of the folder. */
  readonly skippedLinks: string[];
  /** Sockets, pipes, devices. */
  readonly skippedSpecial: string[];
  /** Files and folders whose name is another one on the server. */
  readonly cleaned: { readonly shownAs: string; readonly remotePath: string }[];
  /** Names of folders that tools fill and can fill again. */
  readonly heavy: Set<string>;
  /** The remote paths of the arguments that can be uploaded. */
  readonly roots: UploadRoot[];
}

export interface UploadRoot {
  readonly shownAs: string;
  readonly remotePath: string;
  /** undefined for a folder. */
  readonly file: LocalFile | undefined;
}

export interface ScanOptions {
  readonly cwd: string;
  /** Path of the folder on the server that takes it all. */
  readonly to: string;
  readonly recursive: boolean;
  /** Excluded paths in folders. */
  readonly patterns: FilterPatterns;
  /** Another name for a single file. */
  readonly name?: string | undefined;
  readonly signal: AbortSignal;
}

/** What tools have made or downloaded: often more files than all others together. */
const heavyFolders: ReadonlySet<string> = new Set(
  [
    '.git',
    '.hg',
    '.svn',
    'node_modules',
    '.pnpm-store',
    '.venv',
    '__pycache__',
    '.tox',
    '.mypy_cache',
    '.pytest_cache',
  ].concat(['.gradle', '.terraform', '.next', '.nuxt', '.turbo', '.cache']),
);

export interface NamedPath {
  /** Relative to the current folder, or absolute. */
  readonly path: string;
  readonly shownAs: string;
}

/** Lists all files to upload, before the first byte is sent. */
export async function scan(named: readonly NamedPath[], options: ScanOptions): Promise<Scan> {
  const found: Scan = {
    files: [],
    folders: [],
    problems: [],
    skippedLinks: [],
    skippedSpecial: [],
    cleaned: [],
    heavy: new Set(),
    roots: [],
  };
  for (const { shownAs, ...at } of named) {
    options.signal.throwIfAborted();
    const path = resolve(options.cwd, at.path);
    try {
      if (at.path === '') throw new CliError('usage', 'an empty argument is not a file name');
      // A link in the arguments is followed: its target is uploaded under the link's name.
      const stats = await stat(path);
      if (stats.isDirectory()) await scanRoot(path, shownAs, options, found);
      else if (stats.isFile()) addRootFile(path, shownAs, stats, options, found);
      else throw new CliError('failed', `${shownAs} is neither a file nor a folder`);
    } catch (error) {
      options.signal.throwIfAborted();
      found.problems.push({ shownAs, error: explainUnreadable(error, shownAs) });
    }
  }
  return found;
}

function addRootFile(path: string, shownAs: string, stats: Stats, options: ScanOptions, found: Scan): void {
  const name = requireItemName(options.name ?? basename(path), { shownAs, folder: options.to }, found);
  const file = addFile({ path, shownAs, folder: options.to, name }, stats, found);
  found.roots.push({ shownAs, remotePath: joinRemote(options.to, name), file });
}

async function scanRoot(path: string, shownAs: string, options: ScanOptions, found: Scan): Promise<void> {
  if (!options.recursive) throw new CliError('usage', `${shownAs} is a folder`, { hint: 'add -r to upload it' });
  if (options.name !== undefined) throw new CliError('usage', '--name needs a single file');
  const name = requireItemName(basename(path), { shownAs, folder: options.to }, found);
  const remotePath = joinRemote(options.to, name);
  found.roots.push({ shownAs, remotePath, file: undefined });
  const at = { path, shownAs: shownAs.replace(/(?<![/\\])[/\\]+$/, ''), remotePath };
  const top = { ...at, below: '', isExcluded: false, add: once(remotePath, found) };
  await scanFolder(top, { ...options, filter: await loadPathFilter(path, options.patterns) }, found);
}

/** Moves all but the first of the files that have the same name on the server to the problems. */
export function refuseEqualNames(found: Scan): void {
  const firstOf = new Map<string, LocalFile>();
  for (const file of found.files.splice(0)) {
    const remotePath = joinRemote(file.folder, file.name);
    const first = firstOf.get(remotePath);
    if (first === undefined) {
      firstOf.set(remotePath, file);
      found.files.push(file);
      continue;
    }
    const error = new CliError('conflict', sameName(file.shownAs, first.shownAs), { hint: 'rename one of them' });
    found.problems.push({ shownAs: file.shownAs, error });
  }
}

interface FolderAt {
  readonly path: string;
  readonly shownAs: string;
  readonly remotePath: string;
  /** Path below the folder that the user named. */
  readonly below: string;
  readonly isExcluded: boolean;
  /** Adds the folder and those above it to the folders that must be there. */
  readonly add: () => void;
}

function once(remotePath: string, found: Scan, addParent?: () => void): () => void {
  let isAdded = false;
  return () => {
    if (isAdded) return;
    isAdded = true;
    addParent?.();
    found.folders.push(remotePath);
  };
}

async function scanFolder(
  top: FolderAt,
  options: ScanOptions & { readonly filter: PathFilter },
  found: Scan,
): Promise<void> {
  const { filter, signal } = options;
  const waiting = [top];
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    signal.throwIfAborted();
    let entries: Dirent[];
    try {
      entries = await readdir(folder.path, { withFileTypes: true });
    } catch (error) {
      found.problems.push({ shownAs: folder.shownAs, error: explainUnreadable(error, folder.shownAs) });
      continue;
    }
    if (!folder.isExcluded) folder.add();
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const shownAs = join(folder.shownAs, entry.name);
      const isFolder = entry.isDirectory();
      const below = `${folder.below === '' ? '' : `${folder.below}/`}${cleanItemName(entry.name)}`;
      const isExcluded = filter.excludes(below, isFolder);
      if (isExcluded && !(isFolder && filter.entersExcluded)) continue;
      if (entry.isSymbolicLink()) found.skippedLinks.push(shownAs);
      else if (!isFolder && !entry.isFile()) found.skippedSpecial.push(shownAs);
      else {
        try {
          const path = join(folder.path, entry.name);
          const name = requireItemName(entry.name, { shownAs, folder: folder.remotePath }, found);
          if (isFolder) {
            const remotePath = joinRemote(folder.remotePath, name);
            const add = once(remotePath, found, folder.add);
            if (!isExcluded && heavyFolders.has(entry.name)) found.heavy.add(entry.name);
            waiting.push({ path, shownAs, remotePath, below, isExcluded, add });
            continue;
          }
          // Ten times cheaper than asking asynchronously, and folders may hold many thousand files.
          addFile({ path, shownAs, folder: folder.remotePath, name }, lstatSync(path), found);
          folder.add();
        } catch (error) {
          found.problems.push({ shownAs, error: explainUnreadable(error, shownAs) });
        }
      }
    }
  }
}

type Found = Omit<LocalFile, 'size' | 'modifiedAt'>;

function requireItemName(name: string, { shownAs, folder }: Pick<Found, 'shownAs' | 'folder'>, found: Scan): string {
  const cleaned = cleanItemName(name);
  const problem = findNameProblem(cleaned);
  // Some file systems decompose every name: that is no other name.
  if (cleaned !== name.normalize('NFC')) found.cleaned.push({ shownAs, remotePath: joinRemote(folder, cleaned) });
  if (problem === undefined) return cleaned;
  throw new CliError('failed', `${shownAs}: invalid name: it ${problem}`);
}

function addFile(at: Found, stats: Stats, found: Scan): LocalFile {
  const file = { ...at, size: stats.size, modifiedAt: stats.mtimeMs };
  found.files.push(file);
  return file;
}
