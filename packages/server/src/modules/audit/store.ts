import type { SelectQueryBuilder } from 'kysely';
import { toNumber, type Reader, type Schema } from '../../platform/db/index.ts';

export interface AuditFilter {
  /** users.id of who did it, or of whose account it was done to. */
  readonly userId?: string | undefined;
  readonly action?: string | undefined;
  /** Epoch milliseconds; from the first, before the second. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface AuditRow {
  readonly id: string;
  readonly action: string;
  readonly actorKind: Schema['audit_log']['actor_kind'];
  readonly actorId: string | null;
  readonly actorEmail: string | null;
  /** Who owns what came without an account. */
  readonly actorIsNobody: boolean;
  readonly via: 'session' | 'key' | null;
  readonly userId: string | null;
  readonly userEmail: string | null;
  readonly userIsNobody: boolean;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly details: string | null;
  readonly createdAt: number;
}

function matching<Row>(
  query: SelectQueryBuilder<Schema, 'audit_log', Row>,
  { userId, action, from, to }: AuditFilter,
): SelectQueryBuilder<Schema, 'audit_log', Row> {
  let found = query;
  if (userId !== undefined)
    found = found.where((is) =>
      is.or([
        is('audit_log.user_id', '=', userId),
        is.and([is('audit_log.actor_id', '=', userId), is('audit_log.actor_id', '<>', is.ref('audit_log.user_id'))]),
      ]),
    );
  if (action !== undefined) found = found.where('audit_log.action', '=', action);
  if (from !== undefined) found = found.where('audit_log.created_at', '>=', from);
  if (to !== undefined) found = found.where('audit_log.created_at', '<', to);
  return found;
}

export async function countRecords(reader: Reader, filter: AuditFilter): Promise<number> {
  const { count } = await matching(reader.selectFrom('audit_log'), filter)
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return toNumber(count);
}

/** Newest first. */
export async function listRecords(
  reader: Reader,
  filter: AuditFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<AuditRow[]> {
  const rows = await reader
    .selectFrom('audit_log')
    .leftJoin('users as actors', (join) =>
      join.onRef('actors.id', '=', 'audit_log.actor_id').on('actors.deleted_at', 'is', null),
    )
    .leftJoin('users as subjects', (join) =>
      join.onRef('subjects.id', '=', 'audit_log.user_id').on('subjects.deleted_at', 'is', null),
    )
    .select([
      'audit_log.id',
      'audit_log.action',
      'audit_log.actor_kind',
      'audit_log.actor_id',
      'actors.email as actor_email',
      'actors.is_system as actor_is_nobody',
      'audit_log.via',
      'audit_log.user_id',
      'subjects.email as user_email',
      'subjects.is_system as user_is_nobody',
      'audit_log.target_kind',
      'audit_log.target_id',
      'audit_log.details',
      'audit_log.created_at',
    ])
    // By their number first, so that a far page joins and carries only what it shows.
    .where('audit_log.row_id', 'in', (db) =>
      db
        .selectFrom(
          matching(db.selectFrom('audit_log'), filter)
            .select('audit_log.row_id')
            .orderBy('audit_log.created_at', 'desc')
            .orderBy('audit_log.row_id', 'desc')
            .offset(offset)
            .limit(limit)
            .as('page'),
        )
        .select('page.row_id'),
    )
    .orderBy('audit_log.created_at', 'desc')
    .orderBy('audit_log.row_id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    actorEmail: row.actor_email,
    actorIsNobody: row.actor_is_nobody === 1,
    via: row.via,
    userId: row.user_id,
    userEmail: row.user_email,
    userIsNobody: row.user_is_nobody === 1,
    targetKind: row.target_kind,
    targetId: row.target_id,
    details: row.details,
    createdAt: row.created_at,
  }));
}
