import { BoundedMap, type Secrets } from '@drive/base';
import type { EndpointShape, Pagination } from '@drive/contract';
import { validationFailed } from './validation.ts';

interface PagedQuery {
  page: number;
  limit: number;
  cursor?: string | undefined;
}

/** Lists without `page` do not count their pages. */
type AnyPagination = Pick<Pagination, 'nextCursor'> & Partial<Pagination>;

/** The user and the list of a cursor. It continues no other list. */
export interface CursorScope {
  readonly endpoint: EndpointShape;
  /** users.row_id; null for lists that visitors may read. */
  readonly userId: number | null;
  readonly params: unknown;
  readonly query: unknown;
}

/** Whether the endpoint answers with `pagination`, and takes the cursor in it. */
export const isPaged = ({ query, hidesCursor }: EndpointShape): boolean =>
  query !== undefined && ('page' in query.shape || hidesCursor === true);

/** Number of cursors and characters of each to cache: a list that is read again has the cursor of the last time. */
const maxSealed = 1000;
const maxSealedCharacters = 1000;

/**
 * Cursors for clients: encrypted, because sort keys contain row ids, and bound to their list, so that a cursor of
 * another folder, filter or order is refused.
 */
export function createCursors(secrets: Secrets<'cursor'>) {
  const ownerOf = ({ endpoint, userId, params, query }: CursorScope): string => {
    const { page: _page, limit: _limit, cursor: _cursor, ...rest } = query as PagedQuery;
    return JSON.stringify([endpoint.id, userId, params, rest]);
  };
  const sealed = new BoundedMap<string>(maxSealed);
  const seal = (owner: string, text: string): string => {
    const plain = `${owner}\n${text}`;
    const known = sealed.get(plain);
    if (known !== undefined) return known;
    const cursor = secrets.encrypt('cursor', owner, text);
    if (plain.length <= maxSealedCharacters) sealed.set(plain, cursor);
    return cursor;
  };
  return {
    /** The query with the sort keys in `cursor` and the number of the page. Throws `validation_failed` for any other text. */
    open: (scope: CursorScope): unknown => {
      const query = scope.query as PagedQuery;
      if (query.cursor === undefined) return query;
      const [page, cursor] = decrypt(() => secrets.decrypt('cursor', ownerOf(scope), query.cursor ?? ''));
      return { ...query, page, cursor };
    },
    /** The pagination of an answer for clients. */
    seal: (scope: CursorScope, { nextCursor, ...pagination }: AnyPagination): AnyPagination => ({
      ...pagination,
      nextCursor:
        nextCursor === null
          ? null
          : seal(ownerOf(scope), JSON.stringify([(pagination.currentPage ?? 1) + 1, nextCursor])),
    }),
  };
}

export type Cursors = ReturnType<typeof createCursors>;

function decrypt(read: () => string): [page: number, cursor: string] {
  try {
    return JSON.parse(read()) as [number, string];
  } catch {
    const message =
      'must be the nextCursor of the previous page of this list with the same parameters; omit it to start over';
    throw validationFailed([{ field: 'cursor', message, code: 'invalid' }]);
  }
}
