import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/**
 * On Postgres, events are stored in a partition for each day, which is dropped whole. Events of earlier versions, and
 * those of days without a partition, are in `events_rest`. A row id comes from a sequence, because identity columns of
 * partitioned tables need Postgres 17.
 */
export async function eventPartitions(db: Kysely<any>, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return;
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);
  await run('alter table events rename to events_rest');
  await run('alter table events_rest drop constraint events_pkey, drop constraint events_id_key');
  for (const index of ['events_user', 'events_age']) await run(`drop index ${index}`);
  const { rows } = await sql<{ last: number | string }>`
    select case when is_called then last_value else 0 end as last
    from ${sql.raw('events_row_id_seq')}`.execute(db);
  await run('alter table events_rest alter column row_id drop identity');
  await run(`create sequence events_row_id_seq start with 1`);
  await run(`
    create table events (
      row_id bigint not null default nextval('events_row_id_seq'),
      id text collate "C" not null,
      type text collate "C" not null,
      user_id bigint not null references users (row_id),
      data text collate "C" not null,
      created_at bigint not null,
      transaction_id bigint not null default pg_current_xact_id()::text::bigint,
      primary key (row_id, created_at)
    ) partition by range (created_at)`);
  await run('alter sequence events_row_id_seq owned by events.row_id');
  const last = Number(rows[0]?.last ?? 0);
  if (last > 0) await sql`select setval('events_row_id_seq', ${last})`.execute(db);
  await run('create index events_id on events (id)');
  await run('create index events_user on events (user_id, transaction_id, row_id)');
  await run('alter table events attach partition events_rest default');
  await run('create index events_rest_age on events_rest (created_at)');
}
