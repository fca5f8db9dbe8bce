import type { AuditAction, AuditEntry, AuditTargetKind } from '@drive/contract';
import { isoTime } from '../../platform/clock.ts';
import type { AuditRow } from './store.ts';

export const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: isoTime(row.createdAt),
  action: row.action as AuditAction,
  actor: row.actorIsNobody
    ? { kind: 'nobody', id: null, email: null, via: null }
    : { kind: row.actorKind, id: row.actorId, email: row.actorEmail, via: row.via },
  user: row.userId === null || row.userIsNobody ? null : { id: row.userId, email: row.userEmail },
  target:
    row.targetKind === null || row.targetId === null
      ? null
      : { kind: row.targetKind as AuditTargetKind, id: row.targetId },
  details: row.details === null ? {} : (JSON.parse(row.details) as AuditEntry['details']),
});
