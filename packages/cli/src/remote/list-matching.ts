import type { DriveClient, Item } from '@drive/sdk';
import { retriesOf } from '../connection/retries.ts';
import type { NamePattern } from '../glob/name-pattern.ts';
import { listFolder } from './folder-pages.ts';
import { compareNames } from './item-order.ts';
import { searchNames } from './search.ts';

/** Pages to read before a search is considered. */
const FEW_PAGES = 5;

export interface ListMatching {
  readonly folderId: string | null;
  readonly pattern: NamePattern;
  readonly onlyFolders: boolean;
  readonly signal: AbortSignal;
}

/**
 * The matches of a pattern in a folder, in the order of a listing. For the files of a very large folder it uses the
 * server's search if that takes fewer requests than reading the folder.
 */
export async function* listMatching(
  client: DriveClient,
  { folderId, pattern, onlyFolders, signal }: ListMatching,
): AsyncGenerator<Item> {
  const matches = ({ name }: Item): boolean => pattern.matches(name);
  // The search looks in the tree of the caller only.
  const isOwn = ({ role }: Item): boolean => role === 'owner';
  let searched = false;
  const pages = listFolder(client, folderId, signal, { maxRetries: retriesOf(client) }).pages();
  for await (const { items, pagination } of pages) {
    const folders = items.filter(({ type }) => type === 'folder');
    yield* folders.filter(matches);
    // Folders come first: no others follow.
    const files = items.slice(folders.length);
    if (files.length > 0 && onlyFolders) return;
    const pagesLeft = pagination.totalPages - pagination.currentPage;
    if (files.length > 0 && files.every(isOwn) && !searched && pagesLeft > FEW_PAGES) {
      searched = true;
      const isHere = (item: Item): boolean => item.parentId === folderId && matches(item);
      const mostFound = (pagesLeft / 2) * items.length;
      const found = await searchNames(client, pattern.literals, isHere, { mostFound, signal });
      if (found !== undefined) {
        yield* found.toSorted((a, b) => compareNames(a.name, b.name));
        return;
      }
    }
    yield* files.filter(matches);
  }
}
