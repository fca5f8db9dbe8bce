import type { DriveClient, Item } from '@drive/sdk';
import type { NamePattern } from '../glob/name-pattern.ts';
import { listFolder, PATIENT_RETRIES } from './folder-pages.ts';
import { compareNames } from './item-order.ts';
import { searchNames } from './search.ts';

/** Pages that are read without looking for a shorter way. */
const FEW_PAGES = 5;

export interface ListMatching {
  readonly folderId: string | null;
  readonly pattern: NamePattern;
  readonly onlyFolders: boolean;
  readonly signal: AbortSignal;
}

/**
 * What in a folder a pattern matches, in the order of a listing. Of the files in a very large folder it asks the server's
 * search, where that takes fewer requests than to read the folder to its end.
 */
export async function* listMatching(
  client: DriveClient,
  { folderId, pattern, onlyFolders, signal }: ListMatching,
): AsyncGenerator<Item> {
  const matches = ({ name }: Item): boolean => pattern.matches(name);
  let searched = false;
  const pages = listFolder(client, folderId, signal, { maxRetries: PATIENT_RETRIES }).pages();
  for await (const { items, pagination } of pages) {
    const folders = items.filter(({ type }) => type === 'folder');
    yield* folders.filter(matches);
    // Folders come first: no other follows.
    const files = items.slice(folders.length);
    if (files.length > 0 && onlyFolders) return;
    const pagesLeft = pagination.totalPages - pagination.currentPage;
    if (files.length > 0 && !searched && pagesLeft > FEW_PAGES) {
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
