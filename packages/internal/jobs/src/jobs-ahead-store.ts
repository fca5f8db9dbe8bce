import { dayMs } from '@drive/base';
import type { Reader, Tx } from '@drive/database';
import { sql } from 'kysely';
import { delayAfter, type JobKind } from './job-kind.ts';
import type { JobsSchema } from './jobs-schema.ts';

/** The types of jobs that may have been put back, claimed or added while the clock was ahead. */
export async function listTypesAhead(reader: Reader<JobsSchema>, now: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('jobs')
    .select('type')
    .distinct()
    .where('failed_at', 'is', null)
    .where('run_at', '>', now)
    .where((of) =>
      of.or([of('claimed_by', 'is not', null), of('last_error', 'is not', null), of('created_at', '>', now)]),
    )
    .execute();
  return rows.map(({ type }) => type);
}

/** Makes the jobs of a type due as if the clock had been right when they were put back, claimed or added. */
export async function bringAllForward(tx: Tx<JobsSchema>, kind: JobKind, now: number): Promise<void> {
  const waiting = () => tx.updateTable('jobs').where('type', '=', kind.type).where('failed_at', 'is', null);
  const leaseEnd = now + kind.leaseMs;
  await waiting()
    .set({ run_at: leaseEnd })
    .where('claimed_by', 'is not', null)
    // A job that runs is not taken from a server because the clock of this one is behind.
    .where('run_at', '>', leaseEnd + dayMs)
    .execute();
  await waiting()
    // The time of a periodic job may have been brought forward already.
    .set({
      run_at: kind.periodMs === undefined ? sql<number>`run_at - created_at + ${now}` : now + kind.periodMs,
      created_at: now,
    })
    .where('claimed_by', 'is', null)
    .where('last_error', 'is', null)
    .where('created_at', '>', now)
    .execute();
  const attempts = await tx
    .selectFrom('jobs')
    .select('attempts')
    .distinct()
    .where('type', '=', kind.type)
    .where('failed_at', 'is', null)
    .where('run_at', '>', now)
    .where('claimed_by', 'is', null)
    .where('last_error', 'is not', null)
    .execute();
  for (const { attempts: attempt } of attempts) {
    // A job that was put back because the server stopped is due at once.
    const latest = now + (attempt === 0 ? 0 : (delayAfter(kind, attempt) ?? 0));
    await waiting()
      .set({ run_at: latest })
      .where('run_at', '>', latest)
      .where('claimed_by', 'is', null)
      .where('last_error', 'is not', null)
      .where('attempts', '=', attempt)
      .execute();
  }
}
