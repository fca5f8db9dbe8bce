import { dayMs } from '@drive/base';
import { sql } from 'kysely';
import type { Database, Tx } from '../database.ts';

/** Partitions are added this long ahead, so that a database which refuses one for a while has others. */
const DAYS_AHEAD = 7;

/**
 * Adds the partitions of the next days, and drops those whose last row is older than `before` (epoch milliseconds). A
 * partitioned table of Postgres, such as `events`, stores its rows in a partition for each day (UTC) of `created_at`, named
 * `events_20260131`, and in `events_rest` if the day has none. Dropping a partition takes milliseconds, whatever its size.
 */
export async function movePartitions(
  database: Pick<Database<any>, 'write'>,
  table: string,
  { now, before }: { readonly now: number; readonly before: number },
): Promise<void> {
  const today = Math.floor(now / dayMs);
  const partitions = new Map(
    (await database.write((tx) => listDays(tx, table))).map((day) => [day, nameOf(table, day)]),
  );
  // Not for tomorrow: its first rows may be written meanwhile.
  for (let day = today + 2; day <= today + DAYS_AHEAD; day += 1)
    if (!partitions.has(day)) await addDay(database, table, day);
  for (const [day, name] of partitions)
    if ((day + 1) * dayMs <= before)
      await database.write(async (tx) => {
        await waitBriefly(tx);
        await sql`drop table ${sql.table(name)}`.execute(tx);
      });
}

/** Rows of the days without a partition, for a sweep. */
export const restOf = (table: string) => sql.table(`${table}_rest`);

const nameOf = (table: string, day: number): string =>
  `${table}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function listDays(tx: Tx<any>, table: string): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = cast(${table} as regclass)`.execute(tx);
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
    return day === undefined ? [] : [Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs];
  });
}

/**
 * Not for a day of which the rest has rows: these would have to move. Another server may have added it meanwhile. To add
 * a partition, Postgres reads all of the rest, while every writer waits, unless a constraint says that the rest has no row
 * of the partition. Checking that constraint reads the rest, too, but writers go on.
 */
async function addDay(database: Pick<Database<any>, 'write'>, table: string, day: number): Promise<void> {
  const [from, to] = [day * dayMs, (day + 1) * dayMs];
  const rest = restOf(table);
  const without = sql.id(`${table}_rest_without`);
  const inTurn = (work: (tx: Tx<any>) => Promise<unknown>) =>
    database.write(async (tx) => {
      await tx.lock(`partitions of ${table}`);
      return work(tx);
    });
  const isFree = await inTurn(async (tx) => {
    await waitBriefly(tx);
    const { rows } = await sql`
      select from ${rest} where created_at >= ${from} and created_at < ${to} limit 1`.execute(tx);
    if (rows.length > 0) return false;
    await sql`alter table ${rest} drop constraint if exists ${without}`.execute(tx);
    await sql`
      alter table ${rest} add constraint ${without}
      check (created_at < ${sql.lit(from)} or created_at >= ${sql.lit(to)}) not valid`.execute(tx);
    return true;
  });
  if (isFree !== true) return;
  await inTurn((tx) => sql`alter table ${rest} validate constraint ${without}`.execute(tx));
  await inTurn(async (tx) => {
    await waitBriefly(tx);
    await sql`
      create table if not exists ${sql.table(nameOf(table, day))} partition of ${sql.table(table)}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
    await sql`alter table ${rest} drop constraint ${without}`.execute(tx);
  });
}

/** Both changes need a lock that all writers of the table would queue behind. A job repeats what fails. */
const waitBriefly = (tx: Tx<any>): Promise<unknown> => sql`set local lock_timeout = '2s'`.execute(tx);
