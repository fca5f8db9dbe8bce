import { lstatSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanItemName, findNameProblem, sameName } from '../remote/item-name.ts';
import { CliError } from '../shell/cli-error.ts';
import { joinPath, type FoundTree, type ScanOptions, type SyncEntry, type SyncProblem } from './sync-tree.ts';

export type LocalEntry = SyncEntry & {
  /** Absolute. */
  readonly localPath: string;
  /** Time of the last change of the file or its metadata in epoch milliseconds, for files. */
  readonly changedAt: number;
};

interface FolderAt {
  readonly localPath: string;
  /** Relative, with the names on this computer. */
  readonly realPath: string;
  /** Relative, with the names normalized as by the server. */
  readonly cleanPath: string;
}

/** Finds everything below a folder of this computer. Symbolic links are not followed. */
export async function findLocalTree(root: string, options: ScanOptions): Promise<FoundTree<LocalEntry>> {
  const { filter, isSource, signal } = options;
  const entries = new Map<string, LocalEntry>();
  const problems: SyncProblem[] = [];
  const waiting: FolderAt[] = [{ localPath: root, realPath: '', cleanPath: '' }];
  const addProblem = (path: string, error: unknown): void => void problems.push({ path, error });

  function add(folder: FolderAt, dirent: Dirent): void {
    const realPath = joinPath(folder.realPath, dirent.name);
    const localPath = join(folder.localPath, dirent.name);
    const cleaned = cleanItemName(dirent.name);
    const nameProblem = findNameProblem(cleaned);
    const cleanPath = joinPath(folder.cleanPath, nameProblem === undefined ? cleaned : dirent.name);
    const path = isSource ? cleanPath : realPath;
    const isFolder = dirent.isDirectory();
    if (filter.excludes(cleanPath, isFolder)) {
      put(cleanPath, { kind: 'excluded', path, isFolder, localPath, changedAt: 0 });
      if (isFolder && filter.entersExcluded) waiting.push({ localPath, realPath, cleanPath });
      return;
    }
    if (isSource && nameProblem !== undefined) {
      return addProblem(
        realPath,
        new CliError('failed', `${realPath}: the server takes no such name: it ${nameProblem}`),
      );
    }
    if (isFolder) {
      if (put(cleanPath, { kind: 'folder', path, localPath, changedAt: 0 }))
        waiting.push({ localPath, realPath, cleanPath });
      return;
    }
    if (!dirent.isFile()) {
      const what = dirent.isSymbolicLink() ? 'a symbolic link' : 'a special file';
      put(cleanPath, { kind: 'opaque', path, what, localPath, changedAt: 0 });
      return;
    }
    // Ten times cheaper than asking asynchronously, and folders may hold many thousand files.
    const { size, mtimeMs: modifiedAt, ctimeMs: changedAt } = lstatSync(localPath);
    put(cleanPath, { kind: 'file', path, size, modifiedAt, sha256: null, localPath, changedAt });
  }

  /** Returns false if another entry has the key. */
  function put(cleanPath: string, entry: LocalEntry): boolean {
    const key = options.fold(cleanPath);
    const other = entries.get(key);
    if (other === undefined) {
      entries.set(key, entry);
      return true;
    }
    const error = new CliError('conflict', sameName(entry.localPath, other.localPath), { hint: 'rename one of them' });
    addProblem(entry.path, error);
    return false;
  }

  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted();
    const shownAs = folder.realPath === '' ? root : folder.realPath;
    try {
      const dirents = await readdir(folder.localPath, { withFileTypes: true });
      for (const dirent of dirents.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        try {
          add(folder, dirent);
        } catch (error) {
          addProblem(joinPath(folder.realPath, dirent.name), unreadable(joinPath(folder.realPath, dirent.name), error));
        }
      }
    } catch (error) {
      addProblem(shownAs, unreadable(shownAs, error));
    }
    options.onFound(entries.size);
  }
  return { entries, problems };
}

const unreadable = (path: string, error: unknown): CliError =>
  new CliError('failed', `${path} can't be read: ${(error as Error).message}`, { cause: error });
