import type { Pagination } from './api.gen.ts';

/**
 * One page of a list.
 *
 * @example
 * ```ts
 * import { DriveClient, type Item, type Page } from '@drive/sdk';
 *
 * const page: Page<Item> = await new DriveClient().files.list({ limit: 50 });
 * console.log(page.items.length, 'of', page.pagination.totalItems);
 * ```
 */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/**
 * A list as it comes back from a call: awaited it is the page asked for, iterated it is every item from that page on,
 * fetched page by page as they are needed.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 *
 * for await (const item of new DriveClient().files.list({ sort: '-createdAt' })) console.log(item.name);
 * ```
 */
export interface PagedList<T> extends PromiseLike<Page<T>>, AsyncIterable<T> {
  /** Page by page instead of item by item. */
  pages(): AsyncIterable<Page<T>>;
}

/** `fetchPage` gets the page's number, from 1. */
export function pagedList<T>(firstPage: number, fetchPage: (page: number) => Promise<Page<T>>): PagedList<T> {
  let first: Promise<Page<T>> | undefined;
  const getFirst = (): Promise<Page<T>> => (first ??= fetchPage(firstPage));

  async function* pages(): AsyncGenerator<Page<T>> {
    for (let number = firstPage; ; number++) {
      const page = number === firstPage ? await getFirst() : await fetchPage(number);
      yield page;
      if (number >= page.pagination.totalPages || page.items.length === 0) return;
    }
  }
  return {
    then: (onPage, onError) => getFirst().then(onPage, onError),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.items;
    },
  };
}
