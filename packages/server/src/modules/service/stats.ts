import { isoTime, secondMs, type Clock } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import type { AdminStats } from '@drive/contract';
import type { Database } from '../../platform/db/index.ts';
import { countDueDeliveries, countJobs } from './service-store.ts';
import type { Totals } from './totals.ts';

export interface StatsDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly totals: Totals;
  /** undefined: there are no scheduled backups. */
  readonly backups: { status(): Promise<AdminStats['backups']> } | undefined;
  readonly version: string;
  readonly startedAt: number;
}

/** The statistics of the complete server. The cost does not grow with files, and no other request waits. */
export async function readStats(deps: StatsDeps): Promise<AdminStats> {
  const { database, blobs, clock, totals, version, startedAt } = deps;
  const now = clock.now();
  const secondsSince = (time: number | null): number =>
    time === null ? 0 : Math.max(0, Math.floor((now - time) / secondMs));
  const users = await totals.users();
  const jobs = await countJobs(database.reader, now);
  const jobsThatAre = (state: string): number =>
    jobs.filter((each) => each.state === state).reduce((sum, { count }) => sum + count, 0);
  const dueSince = jobs.filter(({ state }) => state === 'due').map(({ since }) => since);
  const deliveries = await countDueDeliveries(database);
  return {
    countedAt: isoTime(now),
    server: { version, startedAt: isoTime(startedAt), database: database.dialect },
    users: {
      total: users.users,
      admins: users.admins,
      disabled: users.disabled,
      plans: {
        free: { users: users.freeUsers, files: users.freeFiles, storedBytes: users.freeBytes },
        paid: { users: users.paidUsers, files: users.paidFiles, storedBytes: users.paidBytes },
      },
    },
    sessions: await totals.sessions(),
    apiKeys: await totals.apiKeys(),
    files: { total: users.files, anonymous: users.anonymousFiles, quarantined: await totals.quarantined() },
    storage: {
      storedBytes: users.storedBytes,
      trashBytes: users.trashBytes,
      reservedBytes: users.reservedBytes,
      anonymousBytes: users.anonymousBytes,
      freeBytes: await blobs.freeBytes(),
    },
    reports: { open: await totals.reports() },
    uploads: { open: await totals.openUploads() },
    shares: await totals.shares(),
    jobs: {
      waiting: jobsThatAre('waiting'),
      due: jobsThatAre('due'),
      running: jobsThatAre('running'),
      failed: jobsThatAre('failed'),
      oldestDueSeconds: secondsSince(dueSince.length === 0 ? null : Math.min(...dueSince)),
    },
    backups: (await deps.backups?.status()) ?? null,
    deliveries: {
      webhooks: await totals.webhooks(),
      pending: deliveries.count,
      oldestDueSeconds: secondsSince(deliveries.since),
    },
  };
}
