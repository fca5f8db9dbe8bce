import { isoTime, paginationOf, readPage } from '@drive/base';
import { endpoints, type AuditAction, type AuditEntry, type AuditTargetKind } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { countEntries, listEntries, type AuditRow } from './audit-log-store.ts';

export function createAuditLog({ database }: Pick<Ports, 'database'>): { routes(router: Router): void } {
  const reader = database.workerReader;
  return {
    routes: (router) =>
      router.mount(endpoints.listAudit, async ({ query: { userId, action, from, to, ...page } }) => {
        const filter = { userId, action, from, to };
        const totalItems = await countEntries(reader, filter);
        const { rows, nextCursor } = await readPage(
          page,
          (slice) => listEntries(reader, filter, slice),
          ({ created_at: at, row_id: rowId }) => [at, rowId],
        );
        return { audit: rows.map(toEntry), pagination: paginationOf(page, totalItems, nextCursor) };
      }),
  };
}

/** Whether it is the hidden user of guests or of a team drive. */
const isHidden = (isSystem: number | null): boolean => (isSystem ?? 0) !== 0;

const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: isoTime(row.created_at),
  action: row.action as AuditAction,
  actor: isHidden(row.actor_is_system)
    ? { kind: 'nobody', id: null, email: null, via: null }
    : { kind: row.actor_kind, id: row.actor_id, email: row.actor_email, via: row.via },
  user: row.user_id === null || isHidden(row.user_is_system) ? null : { id: row.user_id, email: row.user_email },
  target:
    row.target_kind === null || row.target_id === null
      ? null
      : { kind: row.target_kind as AuditTargetKind, id: row.target_id },
  details: row.details === null ? {} : (JSON.parse(row.details) as AuditEntry['details']),
});
