/** Sort keys of a row. They may contain row ids: encrypt them before clients see them. */
export type SortKeys = readonly (string | number)[];

export interface PageRequest {
  /** Starts at 1. With a cursor, only returned as `currentPage`. */
  readonly page: number;
  readonly limit: number;
  /** Position before the page, as returned by `readPage`. */
  readonly cursor?: string | undefined;
}

export interface PageSlice {
  /** 0 with `after`. */
  readonly offset: number;
  readonly limit: number;
  /** Sort keys of the row before the first. */
  readonly after: SortKeys | undefined;
}

export const toCursor = (keys: SortKeys): string => JSON.stringify(keys);
export const keysOfCursor = (cursor: string): SortKeys => JSON.parse(cursor) as SortKeys;

/** Reads one row more than the page. `keysOf` returns a row's sort keys, which are unique, in the order of the list. */
export async function readPage<Row>(
  { page, limit, cursor }: PageRequest,
  read: (slice: PageSlice) => Promise<readonly Row[]>,
  keysOf: (row: Row) => SortKeys,
): Promise<{ readonly rows: Row[]; readonly nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : keysOfCursor(cursor);
  const found = await read({ offset: after === undefined ? (page - 1) * limit : 0, limit: limit + 1, after });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: last === undefined || found.length <= limit ? null : toCursor(keysOf(last)) };
}

/** All rows of a list, `limit` at a time, read and keyed as by `readPage`. */
export async function* readAll<Row>(
  limit: number,
  read: (slice: PageSlice) => Promise<readonly Row[]>,
  keysOf: (row: Row) => SortKeys,
): AsyncGenerator<readonly Row[]> {
  let after: SortKeys | undefined;
  do {
    const rows = await read({ offset: 0, limit, after });
    yield rows;
    const last = rows.length < limit ? undefined : rows.at(-1);
    after = last && keysOf(last);
  } while (after !== undefined);
}

/** Position of a page in its list, as responses describe it. */
export interface Pagination {
  readonly currentPage: number;
  readonly totalItems: number;
  readonly totalPages: number;
  readonly nextCursor: string | null;
}

/** Position of a page in its list. `nextCursor` as `readPage` returned it. */
export const paginationOf = (
  { page, limit }: PageRequest,
  totalItems: number,
  nextCursor: string | null,
): Pagination => ({
  currentPage: page,
  totalItems,
  totalPages: Math.ceil(totalItems / limit),
  nextCursor,
});
