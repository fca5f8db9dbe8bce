import { CliError } from '../shell/cli-error.ts';
import { isRecord } from '../config/is-record.ts';

/** A list as the server gives it: one array, and how many pages there are. */
interface ListPage {
  readonly name: string;
  readonly items: readonly unknown[];
  readonly currentPage: number;
  readonly totalPages: number;
  readonly document: Record<string, unknown>;
}

/** All pages of a list as one document, in the shape of a single page. `first` is what came without asking for a page. */
export async function joinPages(first: unknown, ask: (page: number) => Promise<unknown>): Promise<unknown> {
  const start = readPage(first);
  if (start === undefined) return first;
  const items = [...start.items];
  for (let page = start.currentPage + 1, last = start.totalPages; page <= last; page++) {
    const next = readPage(await ask(page));
    if (next === undefined) throw new CliError('failed', `page ${page} is no list`);
    items.push(...next.items);
    last = next.totalPages;
  }
  const pagination = { currentPage: 1, totalItems: items.length, totalPages: 1 };
  return { ...start.document, [start.name]: items, pagination };
}

/** undefined for what has no pages. */
function readPage(document: unknown): ListPage | undefined {
  if (!isRecord(document) || !isRecord(document['pagination'])) return undefined;
  const { currentPage, totalPages } = document['pagination'];
  const lists = Object.entries(document).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const [list, ...others] = lists;
  if (list === undefined || others.length > 0) return undefined;
  if (typeof currentPage !== 'number' || typeof totalPages !== 'number') return undefined;
  return { name: list[0], items: list[1], currentPage, totalPages, document };
}
