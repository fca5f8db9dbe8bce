import { sql, type Kysely } from 'kysely';

/** Indexes on end times, for rows that are deleted some time after their end. */
export async function sweeps(db: Kysely<any>): Promise<void> {
  const index = (definition: string): Promise<unknown> => sql.raw(`create index ${definition}`).execute(db);
  await index(`upload_sessions_ended on upload_sessions (active_at) where status in ('COMPLETE', 'FAILED')`);
  await index(`jobs_failed on jobs (failed_at) where failed_at is not null`);
  await index(`password_resets_expiry on password_resets (expires_at)`);
  await index(`device_codes_expiry on device_codes (expires_at)`);
}
