import { sql } from 'kysely';
import { dayMs } from '../clock.ts';
import type { Database, Tx } from './database.ts';
import type { Schema } from './schema.ts';

/** Partitions are added this long ahead, so that a database which refuses one for a while has others. */
const DAYS_AHEAD = 7;

/**
 * Tables of Postgres whose rows are stored in a partition for each day (UTC) of `created_at`, named `events_20260131`,
 * and in `events_rest` if the day has none. Dropping a partition takes milliseconds, whatever its size.
 */
export type PartitionedTable = keyof Schema & 'events';

/** Adds the partitions of the next days, and drops those whose last row is older than `before` (epoch milliseconds). */
export async function movePartitions(
  database: Pick<Database, 'write'>,
  table: PartitionedTable,
  { now, before }: { readonly now: number; readonly before: number },
): Promise<void> {
  const today = Math.floor(now / dayMs);
  const partitions = new Map(
    (await database.write((tx) => listDays(tx, table))).map((day) => [day, nameOf(table, day)]),
  );
  for (let day = today + 1; day <= today + DAYS_AHEAD; day += 1)
    if (!partitions.has(day)) await database.write((tx) => addDay(tx, table, day));
  for (const [day, name] of partitions)
    if ((day + 1) * dayMs <= before)
      await database.write(async (tx) => {
        await waitBriefly(tx);
        await sql`drop table ${sql.table(name)}`.execute(tx);
      });
}

/** Rows of the days without a partition, for a sweep. */
export const restOf = (table: PartitionedTable) => sql.table(`${table}_rest`);

const nameOf = (table: string, day: number): string =>
  `${table}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function listDays(tx: Tx, table: string): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = cast(${table} as regclass)`.execute(tx);
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
    return day === undefined ? [] : [Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs];
  });
}

/** Not for a day of which the rest has rows: these would have to move. Another server may have added it meanwhile. */
async function addDay(tx: Tx, table: PartitionedTable, day: number): Promise<void> {
  await tx.lock(`partitions of ${table}`);
  await waitBriefly(tx);
  const [from, to] = [day * dayMs, (day + 1) * dayMs];
  const { rows } = await sql`
    select from ${restOf(table)} where created_at >= ${from} and created_at < ${to} limit 1`.execute(tx);
  if (rows.length > 0) return;
  await sql`
    create table if not exists ${sql.table(nameOf(table, day))} partition of ${sql.table(table)}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
}

/** Both changes need a lock that all writers of the table would queue behind. A job repeats what fails. */
const waitBriefly = (tx: Tx): Promise<unknown> => sql`set local lock_timeout = '2s'`.execute(tx);
