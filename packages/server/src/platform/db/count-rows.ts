import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from './schema.ts';

/** The number of rows that a query finds. The query must not select columns. */
export async function countRows<Db extends Schema, Table extends keyof Db>(
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
