import { type RawBuilder, sql } from 'kysely';
import { type Database, type Reader, type TalliedPiece, toNumber } from '../../platform/db/index.ts';

/** Sums over rows with a key, from the first after `after` on. Each column is a term of a row. */
async function sumPiece<Name extends string>(
  reader: Reader,
  {
    from,
    key,
    columns,
    after,
    limit,
  }: {
    readonly from: RawBuilder<unknown>;
    readonly key: string;
    readonly columns: Readonly<Record<Name, RawBuilder<unknown>>>;
    readonly after: number;
    readonly limit: number;
  },
): Promise<TalliedPiece<Record<Name, number>>> {
  const names = Object.keys(columns) as Name[];
  const each = names.map((name) => sql`${columns[name]} as ${sql.ref(name)}`);
  const sums = names.map((name) => sql`cast(coalesce(sum(${sql.ref(name)}), 0) as bigint) as ${sql.ref(name)}`);
  const { rows } = await sql<Record<Name | 'rows' | 'last', number>>`
    select count(*) as rows, max(key) as last, ${sql.join(sums)} from (
      select ${sql.ref(key)} as key, ${sql.join(each)} from ${from}
      where ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${limit}) as piece`.execute(reader);
  const row = rows[0]!;
  return {
    rows: toNumber(row.rows),
    last: row.last === null ? null : toNumber(row.last),
    sums: Object.fromEntries(names.map((name) => [name, toNumber(row[name])])) as Record<Name, number>,
  };
}

const isSo = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`case when ${condition} then 1 else 0 end`;
const where = (condition: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${condition} then coalesce(${value}, 0) else 0 end`;

const isPerson = sql`o.kind = 'user' and u.deleted_at is null`;
const isFree = sql`${isPerson} and u.plan = 'free'`;
const isPaid = sql`${isPerson} and u.plan = 'paid'`;
const isNobody = sql`o.kind = 'anonymous'`;

const userColumns = {
  users: isSo(isPerson),
  admins: isSo(sql`${isPerson} and u.is_admin = 1`),
  disabled: isSo(sql`${isPerson} and u.disabled_at is not null`),
  freeUsers: isSo(isFree),
  freeFiles: where(isFree, sql`s.file_count`),
  freeBytes: where(isFree, sql`s.stored_bytes`),
  paidUsers: isSo(isPaid),
  paidFiles: where(isPaid, sql`s.file_count`),
  paidBytes: where(isPaid, sql`s.stored_bytes`),
  anonymousFiles: where(isNobody, sql`s.file_count`),
  anonymousBytes: where(isNobody, sql`s.stored_bytes`),
  files: sql`coalesce(s.file_count, 0)`,
  items: sql`coalesce(s.item_count, 0)`,
  storedBytes: sql`coalesce(s.stored_bytes, 0)`,
  trashBytes: sql`coalesce(s.trash_bytes, 0)`,
  reservedBytes: sql`coalesce(s.reserved_bytes, 0)`,
};
export type UserTotals = Record<keyof typeof userColumns, number>;

export const sumUsers = (reader: Reader, after: number, limit: number): Promise<TalliedPiece<UserTotals>> =>
  sumPiece(reader, {
    from: sql`owners as o left join users as u on u.row_id = o.row_id left join storage_usage as s on s.owner_id = o.row_id`,
    key: 'o.row_id',
    columns: userColumns,
    after,
    limit,
  });

export const sumShares = (reader: Reader, after: number, limit: number) => {
  const isActive = sql`revoked_at is null`;
  return sumPiece(reader, {
    from: sql`shares`,
    key: 'row_id',
    columns: {
      active: isSo(isActive),
      public: isSo(sql`${isActive} and mode = 'PUBLIC'`),
      protected: isSo(sql`${isActive} and password_hash is not null`),
    },
    after,
    limit,
  });
};

export const sumSessions = (reader: Reader, now: number, after: number, limit: number) =>
  sumPiece(reader, {
    from: sql`sessions`,
    key: 'row_id',
    columns: { open: isSo(sql`expires_at > ${now}`) },
    after,
    limit,
  });

export const sumApiKeys = (reader: Reader, now: number, after: number, limit: number) =>
  sumPiece(reader, {
    from: sql`api_keys`,
    key: 'row_id',
    columns: { active: isSo(sql`revoked_at is null and (expires_at is null or expires_at > ${now})`) },
    after,
    limit,
  });

export const sumWebhooks = (reader: Reader, after: number, limit: number) =>
  sumPiece(reader, {
    from: sql`webhooks`,
    key: 'row_id',
    columns: { enabled: isSo(sql`enabled = 1 and deleted_at is null`) },
    after,
    limit,
  });

/** Few at any time, and along an index of those alone. */
export async function countOpenUploads(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from upload_sessions where status in ('PENDING', 'UPLOADING')`.execute(reader);
  return toNumber(rows[0]!.count);
}

export async function countQuarantined(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from items
    where is_folder = 0 and state in ('alive', 'trashed') and quarantined = 1`.execute(reader);
  return toNumber(rows[0]!.count);
}

export async function countReports(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from reports`.execute(reader);
  return toNumber(rows[0]!.count);
}

export interface JobCount {
  readonly type: string;
  readonly state: 'waiting' | 'due' | 'running' | 'failed';
  readonly count: number;
  /** When the first of them was due, epoch milliseconds. */
  readonly since: number;
}

export async function countJobs(reader: Reader, now: number): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select type, state, count(*) as count, min(run_at) as since from (
      select type, run_at, case
        when failed_at is not null then 'failed'
        when claimed_by is not null then 'running'
        when run_at <= ${now} then 'due'
        else 'waiting' end as state
      from jobs) as each_job
    group by type, state`.execute(reader);
  return rows.map((row) => ({ ...row, count: toNumber(row.count), since: toNumber(row.since) }));
}

export interface DueDeliveries {
  readonly count: number;
  /** When the first of them was due, epoch milliseconds. */
  readonly since: number | null;
}

/** The request thread counts this many within a millisecond. A worker thread counts more, so that no request waits. */
const fewDeliveries = 10_000;

/** Deliveries waiting for an attempt. */
export async function countDueDeliveries({
  reader,
  workerReader,
}: Pick<Database, 'reader' | 'workerReader'>): Promise<DueDeliveries> {
  const few = await selectDueDeliveries(reader, sql`limit ${fewDeliveries}`);
  return few.count < fewDeliveries ? few : selectDueDeliveries(workerReader);
}

async function selectDueDeliveries(reader: Reader, limit = sql``): Promise<DueDeliveries> {
  const { rows } = await sql<DueDeliveries>`
    select count(*) as count, min(due_at) as since
    from (select due_at from webhook_deliveries where due_at is not null ${limit}) as due`.execute(reader);
  const { count, since } = rows[0]!;
  return { count: toNumber(count), since: since === null ? null : toNumber(since) };
}
