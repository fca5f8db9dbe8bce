import type { PathFilter } from '../../glob/path-filter.ts';
import { cleanItemName, findNameProblem, sameName } from '../../remote/item-name.ts';
import { CliError } from '../../shell/cli-error.ts';
import { joinPath, type SyncProblem } from '../../sync/sync-tree.ts';
import type { LocalNode } from '../engine/states.ts';
import type { Disk, DiskEntry } from './disk.ts';
import { isPrivateFolder } from './private-folder.ts';

export interface LocalTree {
  /** What is directly in the folder, by folded name. */
  readonly tops: ReadonlyMap<string, LocalNode>;
  /** What the server can't hold or this computer can't read. */
  readonly problems: readonly SyncProblem[];
  /** Links, special files and other disks, which are skipped without an error. */
  readonly skipped: readonly { readonly path: string; readonly what: string }[];
}

export interface ScanOptions {
  readonly filter: PathFilter;
  readonly fold: (name: string) => string;
  readonly signal: AbortSignal;
  readonly onFound: (count: number) => void;
}

const LEFT_ALONE = { link: 'a symbolic link', special: 'a special file', mount: 'another disk' } as const;

interface FoundFolder {
  readonly node: LocalNode | undefined;
  readonly path: string;
  /** With the names of the server. */
  readonly cleanPath: string;
  readonly children: Map<string, LocalNode>;
}

/** Finds everything in the folder. Links are not followed. Throws if the folder itself can't be read. */
export async function scanDisk(disk: Disk, options: ScanOptions): Promise<LocalTree> {
  const problems: SyncProblem[] = [];
  const skipped: { path: string; what: string }[] = [];
  const tops = new Map<string, LocalNode>();
  const excludedFolders: LocalNode[] = [];
  const waiting: FoundFolder[] = [{ node: undefined, path: '', cleanPath: '', children: tops }];
  let count = 0;

  function add(folder: FoundFolder, entry: DiskEntry): void {
    const path = joinPath(folder.path, entry.name);
    const name = cleanItemName(entry.name);
    const nameProblem = findNameProblem(name);
    const cleanPath = joinPath(folder.cleanPath, nameProblem === undefined ? name : entry.name);
    const key = options.fold(nameProblem === undefined ? name : entry.name);
    const other = folder.children.get(key);
    if (other !== undefined) {
      const error = new CliError('conflict', sameName(path, other.path), { hint: 'rename one of them' });
      problems.push({ path, error });
      return;
    }
    const isFolder = entry.kind === 'folder';
    const isExcluded = options.filter.excludes(cleanPath, isFolder || entry.kind === 'mount');
    const children = isFolder ? new Map<string, LocalNode>() : undefined;
    let stays: string | undefined;
    if (isExcluded) stays = 'excluded';
    else if (nameProblem !== undefined) {
      stays = 'invalid name';
      problems.push({
        path,
        error: new CliError('failed', `${path}: the server takes no such name: it ${nameProblem}`),
      });
    } else if (entry.kind !== 'file' && entry.kind !== 'folder') {
      stays = LEFT_ALONE[entry.kind];
      skipped.push({ path, what: stays });
    }
    const kind = isFolder ? 'folder' : 'file';
    const node: LocalNode = {
      kind,
      parent: folder.node,
      realName: entry.name,
      name,
      path,
      stamp: entry.stamp,
      stays,
      children,
      key: '',
      isUncertain: false,
    };
    folder.children.set(key, node);
    count++;
    const isEntered = stays === undefined || (isExcluded && options.filter.entersExcluded);
    if (children !== undefined && isEntered) waiting.push({ node, path, cleanPath, children });
    if (children !== undefined && isExcluded && isEntered) excludedFolders.push(node);
  }

  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    options.signal.throwIfAborted();
    try {
      const entries = await disk.list(folder.path);
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
        if (folder.path !== '' || !isPrivateFolder(entry.name)) add(folder, entry);
    } catch (error) {
      if (folder.node === undefined) throw error;
      folder.node.isUncertain = true;
      const message = `${folder.path} can't be read: ${(error as Error).message}`;
      problems.push({ path: folder.path, error: new CliError('failed', message, { cause: error }) });
    }
    options.onFound(count);
  }
  // An excluded folder in which something is included is a folder like others.
  for (const node of excludedFolders.toReversed())
    if ([...(node.children?.values() ?? [])].some(({ stays }) => stays === undefined))
      (node as { stays: string | undefined }).stays = undefined;
  return { tops, problems, skipped };
}
