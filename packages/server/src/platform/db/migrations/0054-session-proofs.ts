import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

const longestMs = 90 * 86_400_000;

/**
 * When the user of a session proved again who they are; null: not since the sign-in. Ends what would be a session of
 * more than 90 days.
 */
export async function sessionProofs(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  await db.schema.alterTable('sessions').addColumn('proven_at', integer).execute();
  await sql`update sessions set expires_at = created_at + ${longestMs} where expires_at > created_at + ${longestMs}`.execute(
    db,
  );
}
