import { type Clock, dayMs, type Random } from '@drive/base';
import { limits } from '@drive/contract';
import type { Jobs } from '@drive/jobs';
import type { Audit } from './audit-port.ts';
import { recordsBefore, insertRecord } from './audit-store.ts';

export interface AuditDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
}

export function createAudit({ clock, random, jobs }: AuditDeps): Audit {
  jobs.sweep('audit.sweep', dayMs, (now) => recordsBefore(now - limits.auditDays * dayMs));

  return {
    record: (tx, { action, actor, userId, target, details }) => {
      const user = typeof actor === 'string' ? undefined : actor;
      return insertRecord(tx, {
        id: random.uuid(),
        action,
        actorKind: typeof actor === 'string' ? actor : 'user',
        actorUserId: user?.userId,
        via: user?.kind,
        userId: userId ?? user?.userId,
        target,
        details: details ?? undefined,
        createdAt: clock.now(),
      });
    },
  };
}
