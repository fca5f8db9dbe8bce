import { sql, type RawBuilder } from 'kysely';
import type { SortKeys } from '../paging.ts';

/** True without keys. A row value comparison uses an index on the columns in both databases. */
export const isAfter = (
  keys: SortKeys | undefined,
  columns: readonly string[],
  direction: 'asc' | 'desc',
): RawBuilder<boolean> =>
  keys === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(keys)})`;
