import { systemClock } from '@drive/base';
import { startPostgres } from '@drive/database/test';
import { sql } from 'kysely';
import { deleteInBatches, deleteRows, migrate, openPostgres } from '../../../packages/server/src/platform/db/index.ts';

const dayMs = 86_400_000;

export interface DeleteRates {
  readonly byRows: readonly { readonly table: string; readonly perSecond: number }[];
  readonly partitionRows: number;
  readonly dropMs: number;
}

/** How fast a sweep deletes rows on Postgres, and how long it takes to drop a partition with as many. */
export async function measureDeleting(rows: number): Promise<DeleteRates> {
  const postgres = await startPostgres();
  const database = await openPostgres({ url: await postgres.createDatabase('deleting') });
  try {
    await migrate(database, systemClock);
    const fill = (statement: ReturnType<typeof sql>): Promise<unknown> => database.write((tx) => statement.execute(tx));
    await fill(sql`
      insert into users (id, email, email_key, password_hash, plan, is_admin, created_at)
      values ('u', 'a@example.com', 'a@example.com', 'x', 'free', 0, 0)`);
    await fill(sql`
      insert into webhooks (id, user_id, url, secret, secret_masked, enabled, created_at)
      select 'w', row_id, 'https://example.com/', 'x', 'x', 1, 0 from users`);
    const series = sql`generate_series(1, ${sql.lit(rows)}) as n`;
    const data = 'x'.repeat(200);
    await fill(sql`
      insert into events (id, type, user_id, data, created_at)
      select 'evt_' || gen_random_uuid(), 'share.download', u.row_id, ${data}, ${sql.lit(dayMs)} from users as u, ${series}`);
    await fill(sql`
      insert into webhook_deliveries (id, webhook_id, event_id, type, body, status, attempts, response_body, created_at)
      select gen_random_uuid(), w.row_id, 'evt_' || gen_random_uuid(), 'share.download', '', 'delivered', 1, 'ok', 1
      from webhooks as w, ${series}`);
    await fill(sql`
      insert into webhook_attempts (delivery_id, number, at, duration_ms, status_code)
      select row_id, 1, 1, 1, 200 from webhook_deliveries`);
    await fill(sql`
      insert into counted_downloads (nonce, expires_at) select gen_random_uuid(), 1 from ${series}`);
    const byRows: { table: string; perSecond: number }[] = [];
    const old = [
      ['events', deleteRows('events', 'row_id', (all) => all.where('created_at', '<=', dayMs))],
      ['webhook_deliveries', deleteRows('webhook_deliveries', 'row_id', (all) => all.where('created_at', '<=', dayMs))],
      ['counted_downloads', deleteRows('counted_downloads', 'nonce', (all) => all.where('expires_at', '<=', dayMs))],
    ] as const;
    for (const [table, batch] of old) {
      const began = performance.now();
      const deleted = await deleteInBatches(database, new AbortController().signal, batch);
      byRows.push({ table, perSecond: (deleted / (performance.now() - began)) * 1000 });
    }
    await fill(sql`
      create table events_19700103 partition of events
      for values from (${sql.lit(2 * dayMs)}) to (${sql.lit(3 * dayMs)})`);
    await fill(sql`
      insert into events (id, type, user_id, data, created_at)
      select 'evt_' || gen_random_uuid(), 'share.download', u.row_id, ${data}, ${sql.lit(2 * dayMs)} from users as u, ${series}`);
    const began = performance.now();
    await fill(sql`drop table events_19700103`);
    return { byRows, partitionRows: rows, dropMs: performance.now() - began };
  } finally {
    await database.close();
    await postgres.stop();
  }
}
