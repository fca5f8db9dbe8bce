import type { SortKeys } from '@drive/base';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Dialect } from '../database.ts';

/** True without keys. A row value comparison uses an index on the columns in both databases. */
export const isAfter = (
  keys: SortKeys | undefined,
  columns: readonly string[],
  direction: 'asc' | 'desc',
): RawBuilder<boolean> =>
  keys === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(keys)})`;

/** Many row ids as one bound value, so that the statement does not depend on their number. */
export const rowIdList = (dialect: Dialect, rowIds: readonly number[]): string =>
  dialect === 'sqlite' ? `[${rowIds.join()}]` : `{${rowIds.join()}}`;

export const isAmong = (dialect: Dialect, column: string, list: string): RawBuilder<boolean> =>
  dialect === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql<boolean>`${sql.ref(column)} = any(cast(${list} as bigint[]))`;

/**
 * Objects, bound as one JSON value, as a table for `from`: the statement does not depend on their number. `columns` maps
 * each name in the objects, which is also the column's name, to its type.
 */
export function jsonRows(
  dialect: Dialect,
  json: string,
  alias: string,
  columns: Readonly<Record<string, 'bigint' | 'text'>>,
): RawBuilder<unknown> {
  const entries = Object.entries(columns);
  return dialect === 'sqlite'
    ? sql`(select ${sql.join(entries.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))}
        from json_each(${json})) as ${sql.ref(alias)}`
    : sql`json_to_recordset(cast(${json} as json)) as ${sql.ref(alias)} (${sql.join(
        entries.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
      )})`;
}

/** The number of rows that a query finds. The query must not select columns. */
export async function countRows<Db, Table extends keyof Db>(
  rows: SelectQueryBuilder<Db, Table, object>,
): Promise<number> {
  const row = await rows.select((of) => of.fn.countAll().as('count')).executeTakeFirstOrThrow();
  return toNumber((row as { readonly count: Parameters<typeof toNumber>[0] }).count);
}

/** A count or a sum of any driver as a number; 0 for the sum of no rows. */
export function toNumber(value: string | number | bigint | null): number {
  const number = Number(value ?? 0);
  if (!Number.isSafeInteger(number)) throw new RangeError('A count or a sum is not a safe integer');
  return number;
}
