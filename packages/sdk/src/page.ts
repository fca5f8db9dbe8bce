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
export interface PagedList<T> extends ApiPromise<Page<T>>, AsyncIterable<T> {
  /**
   * Page by page instead of item by item.
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

/** `fetchPage` gets the page's number, from 1. Nothing is fetched before somebody waits for it. */
export function pagedList<T>(firstPage: number, fetchPage: (page: number) => ApiPromise<Page<T>>): PagedList<T> {
  return new LazyList(firstPage, fetchPage);
}

/** The same of an endpoint that calls its items something else. */
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
