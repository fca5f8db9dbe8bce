import { limits } from '@drive/contract';
import { dayMs, type Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Random } from '../random.ts';
import type { Audit } from './audit.ts';
import { deleteRecordsBefore, insertRecord } from './store.ts';

export interface AuditDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
}

export function createAudit({ database, clock, random, jobs }: AuditDeps): Audit {
  jobs.every('audit.sweep', dayMs, ({ signal }) => {
    const before = clock.now() - limits.auditDays * dayMs;
    return deleteInBatches(database, signal, (tx, limit) => deleteRecordsBefore(tx, before, limit));
  });

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
