import { mapAnswer, type Answered, type ApiPromise } from './api-promise.ts';
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
 * A list. `await` returns the requested page; iteration yields every item from that page on and fetches further pages
 * as needed.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 *
 * for await (const item of new DriveClient().files.list({ sort: '-createdAt' })) console.log(item.name);
 * ```
 */
export interface PagedList<T> extends ApiPromise<Page<T>>, AsyncIterable<T> {
  /**
   * Iterates over pages instead of items.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { items, pagination } of new DriveClient().files.list({ limit: 100 }).pages())
   *   console.log(pagination.currentPage, items.length);
   * ```
   */
  pages(): AsyncIterable<Page<T>>;
}

/**
 * Creates a list. `fetchPage` gets the page number, from 1. Nothing is fetched until the list is awaited or iterated.
 */
export function pagedList<T>(firstPage: number, fetchPage: (page: number) => ApiPromise<Page<T>>): PagedList<T> {
  return new LazyList(firstPage, fetchPage);
}

/** Creates a list from responses with another name for the items. */
export function pagedListOf<A extends { readonly pagination: Pagination }, T>(
  firstPage: number | undefined,
  fetchPage: (page: number) => ApiPromise<A>,
  itemsOf: (answer: A) => readonly T[],
): PagedList<T> {
  return pagedList(firstPage ?? 1, (page) =>
    mapAnswer(fetchPage(page), (answer) => ({ items: itemsOf(answer), pagination: answer.pagination })),
  );
}

class LazyList<T> implements PagedList<T> {
  readonly [Symbol.toStringTag] = 'PagedList';
  readonly #firstPage: number;
  readonly #fetchPage: (page: number) => ApiPromise<Page<T>>;
  #first: ApiPromise<Page<T>> | undefined;

  constructor(firstPage: number, fetchPage: (page: number) => ApiPromise<Page<T>>) {
    this.#firstPage = firstPage;
    this.#fetchPage = fetchPage;
  }

  #getFirst(): ApiPromise<Page<T>> {
    return (this.#first ??= this.#fetchPage(this.#firstPage));
  }

  // eslint-disable-next-line unicorn/no-thenable -- a promise is what it is
  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#getFirst().then(onPage, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Page<T> | B> {
    return this.#getFirst().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Page<T>> {
    return this.#getFirst().finally(onEnd);
  }

  withResponse(): Promise<Answered<Page<T>>> {
    return this.#getFirst().withResponse();
  }

  async *pages(): AsyncGenerator<Page<T>> {
    for (let number = this.#firstPage; ; number++) {
      const page = number === this.#firstPage ? await this.#getFirst() : await this.#fetchPage(number);
      yield page;
      if (number >= page.pagination.totalPages || page.items.length === 0) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const page of this.pages()) yield* page.items;
  }
}
