import { mapAnswer, type Answered, type ApiPromise } from './api-promise.ts';
import type { OperationId, Pagination } from './api.gen.ts';
import type { RequestOptions } from './request-options.ts';
import type { AnswerOf, InputOf, Transport } from './transport.ts';

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
export interface Page<T, P extends NextPage = Pagination> {
  /** The items of the page. */
  readonly items: readonly T[];
  /** Position of the page in the complete list. */
  readonly pagination: P;
}

/**
 * A list. `await` returns the requested page. Iteration yields every item from that page on, and fetches pages of 200
 * items (or `limit`) as needed: it neither skips nor repeats items that stay while others are added and removed.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 *
 * for await (const item of new DriveClient().files.list({ sort: '-createdAt' })) console.log(item.name);
 * ```
 */
export interface PagedList<T, P extends NextPage = Pagination> extends ApiPromise<Page<T, P>>, AsyncIterable<T> {
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
  pages(): AsyncIterable<Page<T, P>>;
}

/**
 * Position of a page of a list that is not counted.
 *
 * @example
 * ```ts
 * import { DriveClient, type NextPage } from '@drive/sdk';
 *
 * const { pagination } = await new DriveClient().search({ q: 'report' });
 * const { nextCursor }: NextPage = pagination;
 * console.log(nextCursor === null ? 'that is all' : 'there are more');
 * ```
 */
export interface NextPage {
  /** `cursor` of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

interface PageQuery {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The server may be configured for fewer. */
const iteratedPageSize = 200;

interface Listing {
  readonly pagination: NextPage;
}

type ItemOf<A, Field extends keyof A> = A[Field] extends readonly (infer T)[] ? T : never;

type AnsweredList<Id extends OperationId> = Extract<AnswerOf<Id>, Listing>;

/**
 * The list of an operation whose answers have the items in a field. Nothing is fetched until it is awaited or iterated. A function is
 * asked for the options of each page.
 */
export function pagedListOf<Id extends OperationId, Field extends keyof AnsweredList<Id>>(
  transport: Transport,
  id: Id,
  field: Field,
  input: InputOf<Id> & { readonly query?: PageQuery | undefined },
  options?: RequestOptions | (() => RequestOptions),
): PagedList<ItemOf<AnsweredList<Id>, Field>, AnsweredList<Id>['pagination']> {
  const fetchItems = (query: PageQuery): ApiPromise<Page<ItemOf<AnsweredList<Id>, Field>>> => {
    const answer = transport.call(id, { ...input, query }, typeof options === 'function' ? options() : options);
    return mapAnswer(
      answer as ApiPromise<AnsweredList<Id>>,
      ({ [field]: items, pagination }) => ({ items, pagination }) as never,
    );
  };
  return new LazyList(input.query ?? {}, fetchItems);
}

class LazyList<Q extends PageQuery, T, P extends NextPage> implements PagedList<T, P> {
  readonly [Symbol.toStringTag] = 'PagedList';
  readonly #query: Q;
  readonly #fetchPage: (query: Q) => ApiPromise<Page<T, P>>;
  #first: ApiPromise<Page<T, P>> | undefined;

  constructor(query: Q, fetchPage: (query: Q) => ApiPromise<Page<T, P>>) {
    this.#query = query;
    this.#fetchPage = fetchPage;
  }

  #getFirst(): ApiPromise<Page<T, P>> {
    return (this.#first ??= this.#fetchPage(this.#query));
  }

  // eslint-disable-next-line unicorn/no-thenable -- a promise is what it is
  then<A = Page<T, P>, B = never>(
    onPage?: ((page: Page<T, P>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#getFirst().then(onPage, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Page<T, P> | B> {
    return this.#getFirst().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Page<T, P>> {
    return this.#getFirst().finally(onEnd);
  }

  withResponse(): Promise<Answered<Page<T, P>>> {
    return this.#getFirst().withResponse();
  }

  async *pages(): AsyncGenerator<Page<T, P>> {
    const { page: _page, limit = iteratedPageSize, ...query } = this.#query;
    let page = await (this.#query.limit === undefined ? this.#fetchPage({ ...this.#query, limit }) : this.#getFirst());
    for (;;) {
      yield page;
      const { nextCursor } = page.pagination;
      if (typeof nextCursor !== 'string') return;
      page = await this.#fetchPage({ ...query, limit, cursor: nextCursor } as Q);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const page of this.pages()) yield* page.items;
  }
}
