import type { Pagination } from '@drive/sdk';
import { keepPreviousData, useQueries, useQuery, type QueryFunctionContext } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

/** The server may be configured for fewer. */
export const pageRows = 200;

interface Page<Row> {
  readonly items: readonly Row[];
  readonly pagination: Pagination;
}

interface PageQuery<Row> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<Page<Row>>;
}

/** A list of any length, of which the pages in view are loaded. */
export interface PagedRows<Row> {
  /** undefined until the first page is loaded. */
  readonly total: number | undefined;
  readonly pageSize: number;
  readonly error: Error | null;
  /** The row at a position; undefined while its page is loading. */
  at(index: number): Row | undefined;
  /** Loads what is shown from one position to another. */
  show(first: number, last: number): void;
  refetch(): void;
}

/** The rows that are loaded, with their positions. */
export function* loadedRows<Row>(rows: Omit<PagedRows<Row>, 'error'>): Generator<readonly [number, Row]> {
  const { at, total = 0, pageSize } = rows;
  for (let index = 0; index < total; index += 1) {
    const row = at(index);
    if (row !== undefined) yield [index, row];
    // The end of its page.
    else index += pageSize - 1 - (index % pageSize);
  }
}

/** Loads the pages of a list that are in view, in any order. */
export function usePagedRows<Row>(pageQuery: (page: number) => PageQuery<Row>): PagedRows<Row> {
  const [range, setRange] = useState<readonly [number, number]>([1, 1]);
  const first = useQuery(pageQuery(1));
  const { totalItems, totalPages } = first.data?.pagination ?? {};
  const pageSize = (totalPages ?? 1) > 1 ? (first.data?.items.length ?? pageRows) : pageRows;
  const last = Math.min(range[1], totalPages ?? 1);
  const wanted = Array.from({ length: Math.max(0, last - range[0] + 1) }, (_, index) => range[0] + index);
  const pages = useQueries({
    queries: wanted
      .filter((page) => page > 1)
      .map((page) => ({ ...pageQuery(page), placeholderData: keepPreviousData })),
    combine: (results) => results.map(({ data, isPlaceholderData }) => (isPlaceholderData ? undefined : data?.items)),
  });
  const key = JSON.stringify(wanted);

  return useMemo(() => {
    const byPage = new Map<number, readonly Row[] | undefined>([[1, first.data?.items]]);
    const others = (JSON.parse(key) as number[]).filter((page) => page > 1);
    for (const [index, page] of others.entries()) byPage.set(page, pages[index]);
    return {
      total: totalItems,
      pageSize,
      error: first.error,
      at: (index) => byPage.get(Math.floor(index / pageSize) + 1)?.[index % pageSize],
      show: (from, to) => {
        const next = [Math.floor(from / pageSize) + 1, Math.floor(to / pageSize) + 1] as const;
        setRange((current) => (current[0] === next[0] && current[1] === next[1] ? current : next));
      },
      refetch: () => void first.refetch(),
    };
  }, [first.data, first.error, first.refetch, key, pages, pageSize, totalItems]);
}
