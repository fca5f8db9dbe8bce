import { limits } from '@drive/contract';
import { dayMs, type Clock } from '../clock.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Random } from '../random.ts';
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
