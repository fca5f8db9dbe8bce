import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { AuditTarget } from './audit.ts';

export interface RecordToAdd {
  readonly id: string;
  readonly action: string;
  readonly actorKind: Schema['audit_log']['actor_kind'];
  /** users.row_id */
  readonly actorUserId: number | undefined;
  readonly via: 'session' | 'key' | undefined;
  /** users.row_id */
  readonly userId: number | undefined;
  readonly target: AuditTarget | undefined;
  readonly details: object | undefined;
  readonly createdAt: number;
}

/** The id, not the row's, so that it still says who it was once the account is gone. */
const idOf = (userId: number | undefined): RawBuilder<string | null> =>
  userId === undefined ? sql`null` : sql`(select id from users where row_id = ${userId})`;

export async function insertRecord(tx: Tx, record: RecordToAdd): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: record.id,
      action: record.action,
      actor_kind: record.actorKind,
      actor_id: idOf(record.actorUserId),
      via: record.via ?? null,
      user_id: idOf(record.userId),
      target_kind: record.target?.kind ?? null,
      target_id: record.target?.id ?? null,
      details: record.details === undefined ? null : JSON.stringify(record.details),
      created_at: record.createdAt,
    })
    .execute();
}

/** The oldest first, at most `limit`; returns how many. */
export async function deleteRecordsBefore(tx: Tx, before: number, limit: number): Promise<number> {
  const result = await tx
    .deleteFrom('audit_log')
    .where('row_id', 'in', (db) =>
      db.selectFrom('audit_log').select('row_id').where('created_at', '<', before).orderBy('created_at').limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
