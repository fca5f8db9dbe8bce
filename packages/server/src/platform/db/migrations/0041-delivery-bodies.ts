import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/**
 * Deliveries have the body of their event, and an empty one of their own. A server of an earlier version, which may run
 * during a rolling upgrade, sends what is in the row: it gets the body when it claims the delivery. The claims of later
 * servers begin with `e:`.
 */
export async function deliveryBodies(db: Kysely<any>, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return;
  await sql`
    create function give_delivery_its_body() returns trigger language plpgsql as $$
    begin
      select '{"id":"' || id || '","type":"' || type || '","created":' || created_at / 1000 || ',"data":' || data || '}'
        into new.body from events where id = new.event_id;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger deliveries_claimed before update of claimed_by on webhook_deliveries
      for each row when (new.body = '' and new.claimed_by not like 'e:%')
      execute function give_delivery_its_body()`.execute(db);
}
