import { sql, type RawBuilder } from 'kysely';
import type { SortKeys } from '../paging.ts';

/**
 * Whether a row comes after these sort keys in a list sorted by the columns, all in one direction; always true without
 * keys. A row value comparison uses an index on the columns in both databases.
 */
export const isAfter = (
  keys: SortKeys | undefined,
  columns: readonly string[],
  direction: 'asc' | 'desc',
): RawBuilder<boolean> =>
  keys === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(keys)})`;
