import { hourMs, isoTime, minuteMs, optionalIsoTime, secondMs } from '@drive/base';
import type { AdminStats } from '@drive/contract';
import type { BackupProgress, KeptBackup, ScheduledBackups } from '../../platform/backup-program.ts';
import type { Ports } from '../../platform/ports/ports.ts';

/** Time between two looks whether a backup is due. */
const LOOK_MS = 5 * minuteMs;
/** Time from a failed backup to the next attempt, or the time between two backups if that is shorter. */
const RETRY_MS = hourMs;
/** Time for which the list of backups is kept. */
const LIST_MS = minuteMs;

/** Due times follow from the backups themselves, so that a restart neither repeats nor forgets one. */
export function createBackupSchedule(
  deps: Pick<Ports, 'clock' | 'jobs' | 'log' | 'metrics'>,
  { program, everyHours, keep }: ScheduledBackups,
): { status(): Promise<AdminStats['backups']> } {
  const { clock, jobs, log, metrics } = deps;
  const everyMs = everyHours * hourMs;
  let running: (BackupProgress & { readonly startedAt: number }) | undefined;
  let failure: { readonly at: number; readonly message: string } | undefined;

  const fail = (message: string): void => void (failure = { at: clock.now(), message });
  const retryAt = (): number => (failure === undefined ? 0 : failure.at + Math.min(RETRY_MS, everyMs));
  const dueAt = (last: KeptBackup | undefined): number =>
    Math.max(last === undefined ? 0 : last.createdAt + everyMs, retryAt());

  let listed: { readonly backups: Promise<readonly KeptBackup[]>; until: number } | undefined;
  /** One list at a time: on a network disk that hangs, each would block a thread of the process. */
  const list = (): Promise<readonly KeptBackup[]> => {
    if (listed !== undefined && clock.now() < listed.until) return listed.backups;
    const listing = { backups: program.list(), until: Infinity };
    const end = (): void => void (listing.until = clock.now() + LIST_MS);
    listing.backups.then(end, end);
    listed = listing;
    return listing.backups;
  };

  /** The next list shows what a run has changed. */
  const forget = async (): Promise<void> => {
    await listed?.backups.catch(() => undefined);
    listed = undefined;
  };

  jobs.every('backups.run', LOOK_MS, async ({ signal }) => {
    const startedAt = clock.now();
    if (startedAt < retryAt()) return;
    try {
      const [last] = await list();
      if (startedAt < dueAt(last)) return;
      running = { startedAt, copiedBytes: 0, totalBytes: 0 };
      log.info('backup started');
      const result = await program.run({
        signal,
        onProgress: ({ copiedBytes, totalBytes }) => (running = { startedAt, copiedBytes, totalBytes }),
      });
      if (result === undefined) {
        log.info('backup interrupted');
        return;
      }
      const { bytes, files, damaged, unreadable } = result;
      failure = undefined;
      log.info('backup complete', { bytes, count: files, durationMs: clock.now() - startedAt });
      if (damaged > 0) {
        fail(`${damaged} files are damaged on the server itself: run drive-server doctor`);
        log.error('backup contains damaged files', { count: damaged });
      }
      if (unreadable.length > 0) {
        fail(`the manifests of earlier backups cannot be read, repair or remove them: ${unreadable.join(', ')}`);
        for (const path of unreadable) log.error('earlier backup is unreadable', { path });
      }
    } catch (error) {
      // The job is repeated after the next start.
      if (signal.aborted) throw error;
      fail(error instanceof Error ? error.message : String(error));
      log.error('backup failed', { error });
    } finally {
      running = undefined;
      await forget();
    }
  });

  /** Unreadable backups are a failure that the job reports. */
  const listOrNone = (): Promise<readonly KeptBackup[]> => list().catch(() => []);
  const gauge = (name: string, help: string, read: () => Promise<number>): void =>
    metrics.gauge(name, help, [], async () => [{ value: await read() }]);
  gauge(
    'drive_backup_last_timestamp_seconds',
    'Time of the newest scheduled backup, 0 if there is none',
    async () => ((await listOrNone())[0]?.createdAt ?? 0) / secondMs,
  );
  gauge(
    'drive_backup_failed_timestamp_seconds',
    'Time of the failure of the last scheduled backup, 0 if it did not fail',
    async () => (failure?.at ?? 0) / secondMs,
  );
  gauge('drive_backup_interval_seconds', 'Time from one scheduled backup to the next', async () => everyMs / secondMs);
  gauge('drive_backup_running', 'Whether a scheduled backup is running', async () => (running === undefined ? 0 : 1));

  return {
    status: async () => {
      const backups = await listOrNone();
      const [last] = backups;
      const now = clock.now();
      return {
        everyHours,
        keep,
        kept: backups.length,
        lastAt: optionalIsoTime(last?.createdAt ?? null),
        lastBytes: last?.bytes ?? null,
        nextAt: isoTime(Math.max(dueAt(last), now)),
        running:
          running === undefined
            ? null
            : {
                startedAt: isoTime(running.startedAt),
                copiedBytes: running.copiedBytes,
                totalBytes: running.totalBytes,
              },
        failure: failure === undefined ? null : { at: isoTime(failure.at), message: failure.message },
      };
    },
  };
}
