import type { DriveClient, TreeItem } from '@drive/sdk';
import { retriesOf } from '../connection/retries.ts';
import { timeOf } from '../download/download-source.ts';
import { requireLocalName } from '../download/local-name.ts';
import { CliError } from '../shell/cli-error.ts';
import { nameOf, parentOf, type FoundTree, type ScanOptions, type SyncEntry, type SyncProblem } from './sync-tree.ts';

export type RemoteEntry = SyncEntry & { readonly id: string };

/** Finds everything below a folder of the server; null is the root. One call per 200 items. */
export async function findRemoteTree(
  client: DriveClient,
  folderId: string | null,
  options: ScanOptions,
): Promise<FoundTree<RemoteEntry>> {
  const { filter, isSource, platform, fold, signal } = options;
  const entries = new Map<string, RemoteEntry>();
  const problems: SyncProblem[] = [];
  /** Folders that cannot be stored on this computer, with their content. */
  const impossible = new Set<string>();

  function add(item: TreeItem): void {
    const { path } = item;
    if (impossible.has(parentOf(path))) {
      if (item.type === 'folder') impossible.add(path);
      return;
    }
    const key = fold(path);
    const entry = toEntry(item);
    const other = entries.get(key);
    const problem = entry.kind === 'excluded' ? undefined : findProblem(entry, other);
    if (problem === undefined) entries.set(key, entry);
    else {
      problems.push({ path, error: problem });
      if (item.type === 'folder') impossible.add(path);
    }
  }

  function toEntry(item: TreeItem): RemoteEntry {
    const { id, path } = item;
    const isFolder = item.type === 'folder';
    if (filter.excludes(path, isFolder)) return { kind: 'excluded', path, isFolder, id };
    if (isFolder) return { kind: 'folder', path, id };
    // The time of the upload is never that of the file on this computer, unless a download has set it.
    const isKnown = isSource || item.modifiedAt !== null;
    const modifiedAt = isKnown ? timeOf(item).getTime() : null;
    return { kind: 'file', path, size: item.size ?? 0, modifiedAt, sha256: item.sha256, id };
  }

  /** Why a source can't be on this computer. */
  function findProblem({ path }: RemoteEntry, other: RemoteEntry | undefined): unknown {
    if (!isSource) return undefined;
    // An item that is changed during the listing may occur twice.
    if (other !== undefined && other.path !== path) {
      const message = `${path} and ${other.path} would be the same file on this computer`;
      return new CliError('conflict', message, { hint: 'rename one of them' });
    }
    const name = nameOf(path);
    try {
      if (requireLocalName(name, { platform }) === name) return undefined;
    } catch (error) {
      return error;
    }
    return new CliError('failed', `${path}: no file on this computer can have this name`, {
      hint: 'rename it, or leave it out with --exclude',
    });
  }

  const query = folderId === null ? {} : { folderId };
  for await (const item of client.files.tree(query, { signal, maxRetries: retriesOf(client) })) {
    add(item);
    options.onFound(entries.size);
  }
  return { entries, problems };
}
