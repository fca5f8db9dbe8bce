import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Types of events that a webhook receives. Webhooks from before receive the default ones. */
export async function webhookEventTypes(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  await db.schema.alterTable('webhooks').addColumn('events', text).execute();
}
