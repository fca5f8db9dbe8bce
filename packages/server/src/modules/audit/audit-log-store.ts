import type { PageSlice } from '@drive/base';
import type { SelectQueryBuilder } from 'kysely';
import { isAfter, type Reader, type Schema, toNumber } from '../../platform/db/index.ts';

export interface AuditFilter {
  /** users.id of the actor or of the affected account. */
  readonly userId?: string | undefined;
  readonly action?: string | undefined;
  /** Epoch milliseconds, inclusive. */
  readonly from?: number | undefined;
  /** Epoch milliseconds, exclusive. */
  readonly to?: number | undefined;
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

export async function countEntries(reader: Reader, filter: AuditFilter): Promise<number> {
  const { count } = await matching(reader.selectFrom('audit_log'), filter)
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return toNumber(count);
}

export type AuditRow = Awaited<ReturnType<typeof listEntries>>[number];

/** Newest first. */
export function listEntries(reader: Reader, filter: AuditFilter, { offset, limit, after }: PageSlice) {
  return (
    reader
      .selectFrom('audit_log')
      .leftJoin('users as actors', (join) =>
        join.onRef('actors.id', '=', 'audit_log.actor_id').on('actors.deleted_at', 'is', null),
      )
      .leftJoin('users as subjects', (join) =>
        join.onRef('subjects.id', '=', 'audit_log.user_id').on('subjects.deleted_at', 'is', null),
      )
      .select([
        'audit_log.row_id',
        'audit_log.id',
        'audit_log.action',
        'audit_log.actor_kind',
        'audit_log.actor_id',
        'actors.email as actor_email',
        // The system user owns anonymous uploads.
        'actors.is_system as actor_is_system',
        'audit_log.via',
        'audit_log.user_id',
        'subjects.email as user_email',
        'subjects.is_system as user_is_system',
        'audit_log.target_kind',
        'audit_log.target_id',
        'audit_log.details',
        'audit_log.created_at',
      ])
      // The subquery selects the page by row id alone, which keeps far pages fast: only the rows shown are joined.
      .where('audit_log.row_id', 'in', (db) =>
        db
          .selectFrom(
            matching(db.selectFrom('audit_log'), filter)
              .select('audit_log.row_id')
              .where(isAfter(after, ['audit_log.created_at', 'audit_log.row_id'], 'desc'))
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
      .execute()
  );
}
