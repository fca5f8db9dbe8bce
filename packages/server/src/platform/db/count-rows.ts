import type { SelectQueryBuilder } from 'kysely';
import { toNumber } from './numbers.ts';
import type { Schema } from './schema.ts';

/** The number of rows that a query finds. The query must not select columns. */
export async function countRows<Db extends Schema, Table extends keyof Db>(
  rows: SelectQueryBuilder<Db, Table, object>,
): Promise<number> {
  const row = await rows.select((of) => of.fn.countAll().as('count')).executeTakeFirstOrThrow();
  return toNumber((row as { readonly count: Parameters<typeof toNumber>[0] }).count);
}
