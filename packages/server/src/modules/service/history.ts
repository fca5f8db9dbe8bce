import { dayMs, hourMs, isoTime, minuteMs, secondMs } from '@drive/base';
import { limits, type StatsHistory } from '@drive/contract';
import type { Ports } from '../../platform/ports/ports.ts';
import { addActivity, deleteSamples, listSamples, setState } from './history-store.ts';
import { countJobs } from './service-store.ts';
import type { Totals } from './totals.ts';

/** Time between two samples of the state; the last one of an hour stays. */
const SAMPLE_MS = 15 * minuteMs;
/** Time between two writes of the counts of this process. A process that dies loses those since the last one. */
const FLUSH_MS = minuteMs;
const KEPT_MS = limits.statsHistoryDays * dayMs;

/** Hours of one point of the history, so that a chart has at most some 170 points. */
const hoursPerPoint = (days: number): number => (days <= 7 ? 1 : days <= 42 ? 6 : 24);

export type HistoryDeps = Pick<Ports, 'activity' | 'blobs' | 'clock' | 'database' | 'jobs' | 'log'> & {
  readonly totals: Totals;
};

export interface History {
  read(days: number): Promise<StatsHistory>;
  /** Begins to write the counts of this process. */
  start(): void;
  /** Writes the last counts. */
  stop(): Promise<void>;
}

/**
 * Hourly samples of the statistics: the state is sampled by a job, and each process adds what it has done. The metrics do not replace them:
 * `/metrics` has the values of one moment, and a server without a Prometheus has no other past for its charts and `drive-cli admin history`.
 */
export function createHistory(deps: HistoryDeps): History {
  const { activity, blobs, clock, database, jobs, log, totals } = deps;
  const hourAt = (time: number): number => Math.floor(time / hourMs) * hourMs;
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    const counts = activity.take();
    if (Object.values(counts).every((count) => count === 0)) return;
    try {
      await database.write((tx) => addActivity(tx, hourAt(clock.now()), counts));
    } catch (error) {
      for (const name of Object.keys(counts) as (keyof typeof counts)[]) activity.add(name, counts[name]);
      log.warn('counts for the statistics not written yet', { error });
    }
  }

  jobs.every('statistics.sample', SAMPLE_MS, async () => {
    await flush();
    const now = clock.now();
    const { users, files, storedBytes } = await totals.users();
    const counted = await countJobs(database.reader, now);
    const jobsThatAre = (state: string): number =>
      counted.filter((each) => each.state === state).reduce((sum, { count }) => sum + count, 0);
    const state = {
      users,
      files,
      stored_bytes: storedBytes,
      free_bytes: await blobs.freeBytes(),
      due_jobs: jobsThatAre('due'),
      failed_jobs: jobsThatAre('failed'),
    };
    await database.write((tx) => setState(tx, hourAt(now), state));
  });
  jobs.sweep('statistics.expire', dayMs, (now) => deleteSamples(now - KEPT_MS));

  return {
    read: async (days) => {
      const stepMs = hoursPerPoint(days) * hourMs;
      const first = Math.floor((clock.now() - days * dayMs) / stepMs) * stepMs;
      const points = new Map<number, Omit<StatsHistory['points'][number], 'at'>>();
      for (const sample of await listSamples(database.reader, first)) {
        const at = Math.floor(sample.hour_at / stepMs) * stepMs;
        const before = points.get(at);
        points.set(at, {
          users: sample.users ?? before?.users ?? null,
          files: sample.files ?? before?.files ?? null,
          storedBytes: sample.stored_bytes ?? before?.storedBytes ?? null,
          freeBytes: sample.free_bytes ?? before?.freeBytes ?? null,
          dueJobs: sample.due_jobs ?? before?.dueJobs ?? null,
          failedJobs: sample.failed_jobs ?? before?.failedJobs ?? null,
          receivedBytes: sample.received_bytes + (before?.receivedBytes ?? 0),
          sentBytes: sample.sent_bytes + (before?.sentBytes ?? 0),
          deliveredAttempts: sample.delivered_attempts + (before?.deliveredAttempts ?? 0),
          failedAttempts: sample.failed_attempts + (before?.failedAttempts ?? 0),
        });
      }
      return {
        stepSeconds: stepMs / secondMs,
        points: Array.from(points, ([at, point]) => ({ at: isoTime(at), ...point })),
      };
    },
    start: () => {
      timer = setInterval(() => void flush(), FLUSH_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
