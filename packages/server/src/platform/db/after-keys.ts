import { sql, type RawBuilder } from 'kysely';
import type { SortKeys } from '../paging.ts';

/**
 * Whether a row comes after these sort keys in a list that is sorted by the columns, all in one direction; always true without
 * keys. Comparing rows of values uses an index on the columns in both databases.
 */
export const isAfter = (
  keys: SortKeys | undefined,
  columns: readonly string[],
  direction: 'asc' | 'desc',
): RawBuilder<boolean> =>
  keys === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(keys)})`;
