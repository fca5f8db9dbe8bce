import { sql, type RawBuilder } from 'kysely';
import { deleteRows, type RowBatch, type Schema, type Tx } from '../db/index.ts';
import type { AuditTarget } from './audit-port.ts';

export interface RecordToAdd {
  readonly id: string;
  readonly action: string;
  readonly actorKind: Schema['audit_log']['actor_kind'];
  readonly actorUserId: number | undefined;
  readonly via: 'session' | 'key' | undefined;
  readonly userId: number | undefined;
  readonly target: AuditTarget | undefined;
  readonly details: object | undefined;
  readonly createdAt: number;
}

/** The id, not the row id, so that it still names the user after the account is deleted. */
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

/** For a sweep: the oldest first. */
export const recordsBefore = (before: number): RowBatch =>
  deleteRows('audit_log', 'row_id', (rows) => rows.where('created_at', '<', before).orderBy('created_at'));
