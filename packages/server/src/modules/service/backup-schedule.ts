import { hourMs, inTime, isoTime, messageOf, minuteMs, optionalIsoTime, secondMs } from '@drive/base';
import type { AdminStats } from '@drive/contract';
import type { BackupProgress, KeptBackup, ScheduledBackups } from '../../platform/backup-program.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { PING_MS } from './readiness.ts';

/** Time between two looks whether a backup is due. */
const LOOK_MS = 5 * minuteMs;
/** Time from a failed backup to the next attempt, or the time between two backups if that is shorter. */
const RETRY_MS = hourMs;
/** Time for which the list of backups is kept. */
const LIST_MS = minuteMs;

interface Listing {
  readonly backups: Promise<readonly KeptBackup[]>;
  endedAt?: number;
}

type BackupScheduleDeps = Pick<Ports, 'clock' | 'jobs' | 'log' | 'metrics'>;

/** Due times follow from the backups themselves, so that a restart neither repeats nor forgets one. */
export class BackupSchedule {
  readonly #deps: BackupScheduleDeps;
  readonly #backups: ScheduledBackups;
  readonly #everyMs: number;
  #running: (BackupProgress & { readonly startedAt: number }) | undefined;
  #failure: { readonly at: number; readonly message: string } | undefined;
  #listed: Listing | undefined;

  constructor(deps: BackupScheduleDeps, backups: ScheduledBackups) {
    this.#deps = deps;
    this.#backups = backups;
    this.#everyMs = backups.everyHours * hourMs;
    deps.jobs.every('backups.run', LOOK_MS, ({ signal }) => this.#runIfDue(signal));
    this.#defineGauges();
  }

  async status(): Promise<AdminStats['backups']> {
    const { everyHours, keep } = this.#backups;
    const running = this.#running;
    const backups = await this.#listOrNone();
    const last = this.#newestOf(backups);
    const now = this.#deps.clock.now();
    return {
      everyHours,
      keep,
      kept: backups.length,
      lastAt: optionalIsoTime(last?.createdAt ?? null),
      lastBytes: last?.bytes ?? null,
      nextAt: isoTime(Math.max(this.#dueAt(last), now)),
      running:
        running === undefined
          ? null
          : {
              startedAt: isoTime(running.startedAt),
              copiedBytes: running.copiedBytes,
              totalBytes: running.totalBytes,
            },
      failure: this.#failure === undefined ? null : { at: isoTime(this.#failure.at), message: this.#failure.message },
    };
  }

  async #runIfDue(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps;
    const startedAt = clock.now();
    if (startedAt < this.#retryAt()) return;
    try {
      const last = this.#newestOf(await this.#list());
      if (startedAt >= this.#dueAt(last)) await this.#run(startedAt, signal);
    } catch (error) {
      // The job is repeated after the next start.
      if (signal.aborted) throw error;
      this.#fail(messageOf(error));
      log.error('backup failed', { error });
    } finally {
      this.#running = undefined;
      await this.#forget();
    }
  }

  async #run(startedAt: number, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps;
    this.#running = { startedAt, copiedBytes: 0, totalBytes: 0 };
    log.info('backup started');
    const result = await this.#backups.program.run({
      signal,
      onProgress: ({ copiedBytes, totalBytes }) => (this.#running = { startedAt, copiedBytes, totalBytes }),
    });
    if (result === undefined) {
      log.info('backup interrupted');
      return;
    }
    const { bytes, files, damaged, unreadable } = result;
    this.#failure = undefined;
    log.info('backup complete', { bytes, count: files, durationMs: clock.now() - startedAt });
    if (damaged > 0) {
      this.#fail(`${damaged} files are damaged on the server itself: run drive-server doctor`);
      log.error('backup contains damaged files', { count: damaged });
    }
    if (unreadable.length > 0) {
      this.#fail(`the manifests of earlier backups cannot be read, repair or remove them: ${unreadable.join(', ')}`);
      for (const path of unreadable) log.error('earlier backup is unreadable', { path });
    }
  }

  #fail(message: string): void {
    this.#failure = { at: this.#deps.clock.now(), message };
  }

  /** Not a backup of a clock that was ahead and has been set back. One of a machine that is ahead of its database by less counts. */
  #newestOf(backups: readonly KeptBackup[]): KeptBackup | undefined {
    const latest = this.#deps.clock.now() + this.#everyMs;
    return backups.find(({ createdAt }) => createdAt <= latest);
  }

  #retryAt(): number {
    const failedAt = this.#failure?.at;
    const isKnown = failedAt !== undefined && failedAt <= this.#deps.clock.now();
    return isKnown ? failedAt + Math.min(RETRY_MS, this.#everyMs) : 0;
  }

  #dueAt(last: KeptBackup | undefined): number {
    return Math.max(last === undefined ? 0 : last.createdAt + this.#everyMs, this.#retryAt());
  }

  /** One list at a time: on a network disk that hangs, each would block a thread of the process. */
  #list(): Promise<readonly KeptBackup[]> {
    const { clock } = this.#deps;
    const { backups, endedAt = clock.now() } = this.#listed ?? {};
    if (backups !== undefined && Math.abs(clock.now() - endedAt) < LIST_MS) return backups;
    const listing: Listing = { backups: this.#backups.program.list() };
    const end = (): void => void (listing.endedAt = clock.now());
    listing.backups.then(end, end);
    this.#listed = listing;
    return listing.backups;
  }

  /** The next list shows what a run has changed. */
  async #forget(): Promise<void> {
    await this.#listed?.backups.catch(() => undefined);
    this.#listed = undefined;
  }

  /** Unreadable backups are a failure that the job reports; a disk that hangs is one that has none. */
  #listOrNone(): Promise<readonly KeptBackup[]> {
    return inTime(this.#list(), PING_MS).catch(() => []);
  }

  #defineGauges(): void {
    const gauge = (name: string, help: string, read: () => Promise<number>): void =>
      this.#deps.metrics.gauge(name, help, [], async () => [{ value: await read() }]);
    gauge(
      'drive_backup_last_timestamp_seconds',
      'Time of the newest scheduled backup, 0 if there is none',
      async () => (this.#newestOf(await this.#listOrNone())?.createdAt ?? 0) / secondMs,
    );
    gauge(
      'drive_backup_failed_timestamp_seconds',
      'Time of the failure of the last scheduled backup, 0 if it did not fail',
      async () => (this.#failure?.at ?? 0) / secondMs,
    );
    gauge(
      'drive_backup_interval_seconds',
      'Time from one scheduled backup to the next',
      async () => this.#everyMs / secondMs,
    );
    gauge('drive_backup_running', 'Whether a scheduled backup is running', async () =>
      this.#running === undefined ? 0 : 1,
    );
  }
}
