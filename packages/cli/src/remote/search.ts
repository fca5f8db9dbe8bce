import type { DriveClient, Item } from '@drive/sdk';
import { retriesOf } from '../connection/retries.ts';
import { inParallel } from '../shell/parallel.ts';
import { PAGE_ITEMS } from './folder-pages.ts';
import { compareFilePaths } from './item-order.ts';
import { createItemPaths } from './item-paths.ts';

/** Shorter texts are in too many names. */
const LEAST_CHARACTERS = 2;
const MOST_SEARCHES = 8;
/** More than this is better walked to: a walk holds nothing in memory. */
const MOST_FOUND = 20_000;
const AT_ONCE = 4;

export interface FoundFile {
  readonly path: string;
  readonly item: Item;
}

/**
 * Files of the complete drive that pass the test, by the server's search: every name that passes must contain one of
 * the texts. undefined if a text is too short, or more than `mostFound` are found.
 */
export async function searchNames(
  client: DriveClient,
  literals: readonly string[],
  passes: (item: Item) => boolean,
  { mostFound, signal }: { mostFound: number; signal: AbortSignal },
): Promise<Item[] | undefined> {
  const texts = [...new Set(literals)];
  if (texts.length > MOST_SEARCHES || texts.some((text) => !isSearchable(text))) return undefined;
  const found = new Map<string, Item>();
  let expected = 0;
  for (const q of texts) {
    const list = client.files.list({ q, limit: PAGE_ITEMS }, { signal, maxRetries: retriesOf(client) });
    expected += (await list).pagination.totalItems;
    if (expected > mostFound) return undefined;
    for await (const item of list) if (passes(item)) found.set(item.id, item);
  }
  return [...found.values()];
}

/**
 * Like {@link searchNames}, with paths and in the order of a walk. undefined if a walk is faster.
 *
 * A search never costs many more requests than a walk, and usually far fewer: one for 200 names found, and at most one for
 * each folder that contains one of them.
 */
export async function searchFiles(
  client: DriveClient,
  literals: readonly string[],
  passes: (item: Item) => boolean,
  signal: AbortSignal,
): Promise<FoundFile[] | undefined> {
  const found = await searchNames(client, literals, passes, { mostFound: MOST_FOUND, signal });
  if (found === undefined) return undefined;
  const paths = createItemPaths(client, signal);
  const located: FoundFile[] = [];
  await inParallel(found, AT_ONCE, signal, async (item) => {
    const path = await paths.find(item);
    // A folder above it may have been trashed meanwhile.
    if (path !== undefined) located.push({ path, item });
  });
  signal.throwIfAborted();
  return located.toSorted((a, b) => compareFilePaths(a.path, b.path));
}

const isSearchable = (text: string): boolean =>
  [...text].length >= LEAST_CHARACTERS && text.trim() !== '' && text.isWellFormed() && !text.includes('\0');
