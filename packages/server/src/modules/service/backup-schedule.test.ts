import { hourMs, minuteMs } from '@drive/base';
import type { AdminStats } from '@drive/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import type { BackupProgram, BackupResult, KeptBackup } from '../../platform/backup-program.ts';

const metricsToken = 'a-token-for-the-metrics-of-tests';
let drive: Drive;
let admin: TestUser;
let backups: KeptBackup[];
let runs: number;
let lists: number;
/** The next list. */
let list: BackupProgram['list'];
/** The next run. */
let run: BackupProgram['run'];

beforeEach(async () => {
  backups = [];
  runs = 0;
  lists = 0;
  list = () => Promise.resolve([...backups]);
  run = async () => complete();
  const program: BackupProgram = {
    list: () => {
      lists += 1;
      return list();
    },
    run: (options) => {
      runs += 1;
      return run(options);
    },
  };
  drive = await startDrive({
    backups: { program, everyHours: 24, keep: 7 },
    settings: { METRICS_TOKEN: metricsToken },
  });
  admin = await drive.createUser({ isAdmin: true });
});
afterEach(() => drive.close());

function complete(damaged = 0, unreadable: readonly string[] = []): BackupResult {
  backups.unshift({ name: String(runs), createdAt: drive.clock.now(), files: 3, bytes: 1000 });
  return { files: 3, bytes: 1000, damaged, unreadable };
}

async function pass(ms: number): Promise<void> {
  drive.clock.advance(ms);
  await drive.drain();
}

const status = async (): Promise<NonNullable<AdminStats['backups']>> => {
  const response = await drive.fetch('/api/admin/stats', { key: admin.key });
  const { backups: found } = (await response.json()) as AdminStats;
  if (found === null) throw new Error('there are no backups');
  return found;
};
const isoOf = (time: number): string => new Date(time).toISOString();
const metric = async (name: string): Promise<number> => {
  const response = await drive.fetch('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1]);
};

it('a server writes its first backup minutes after the start, and the next one when it is due, also after a restart', async () => {
  await pass(5 * minuteMs);
  const first = drive.clock.now();
  expect(runs).toBe(1);
  expect(await status()).toEqual({
    everyHours: 24,
    keep: 7,
    kept: 1,
    lastAt: isoOf(first),
    lastBytes: 1000,
    nextAt: isoOf(first + 24 * hourMs),
    running: null,
    failure: null,
  });
  expect(await metric('drive_backup_last_timestamp_seconds')).toBe(first / 1000);
  await pass(23 * hourMs);
  await drive.restart();
  await pass(30 * minuteMs);
  expect(runs).toBe(1);
  await pass(30 * minuteMs);
  expect(runs).toBe(2);
});

it('a backup shows its progress while it is written', async () => {
  const ended = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  run = async ({ onProgress }) => {
    onProgress({ copiedBytes: 400, totalBytes: 900 });
    begun.resolve();
    await ended.promise;
    return complete();
  };
  drive.clock.advance(5 * minuteMs);
  const startedAt = isoOf(drive.clock.now());
  const drained = drive.drain();
  await begun.promise;
  expect(await status()).toMatchObject({ running: { startedAt, copiedBytes: 400, totalBytes: 900 }, lastAt: null });
  expect(await metric('drive_backup_running')).toBe(1);
  ended.resolve();
  await drained;
  expect(await status()).toMatchObject({ running: null, lastAt: startedAt });
});

it('a failed backup is logged, shown to administrators, counted, and tried again after an hour', async () => {
  run = () => Promise.reject(new Error('ENOSPC: no space left on device, write'));
  await pass(5 * minuteMs);
  const failedAt = drive.clock.now();
  expect(await status()).toMatchObject({
    lastAt: null,
    failure: { at: isoOf(failedAt), message: 'ENOSPC: no space left on device, write' },
    nextAt: isoOf(failedAt + hourMs),
  });
  expect(await metric('drive_backup_failed_timestamp_seconds')).toBe(failedAt / 1000);
  expect(drive.logged).toContainEqual(expect.objectContaining({ level: 'error', event: 'backup failed' }));
  await pass(30 * minuteMs);
  expect(runs).toBe(1);
  run = async () => complete();
  await pass(30 * minuteMs);
  expect(runs).toBe(2);
  expect(await status()).toMatchObject({ kept: 1, failure: null });
});

it('a backup with damaged files counts as written, and is reported', async () => {
  run = async () => complete(2);
  await pass(5 * minuteMs);
  expect(await status()).toMatchObject({
    kept: 1,
    failure: { message: expect.stringContaining('2 files are damaged') },
  });
  await pass(2 * hourMs);
  expect(runs).toBe(1);
});

it('a backup counts as written beside unreadable earlier ones, which are reported by path', async () => {
  run = async () => complete(0, ['/backups/2026-01-01T00-00-00-000Z']);
  await pass(5 * minuteMs);
  expect(await status()).toMatchObject({
    kept: 1,
    failure: { message: expect.stringContaining('/backups/2026-01-01T00-00-00-000Z') },
  });
});

it('a directory that cannot be listed is a failure, and is listed again after an hour', async () => {
  list = () => Promise.reject(new Error('/backups is not a directory'));
  await pass(5 * minuteMs);
  expect(await status()).toMatchObject({ kept: 0, failure: { message: '/backups is not a directory' } });
  const listed = lists;
  await pass(55 * minuteMs);
  expect(lists).toBe(listed);
  list = () => Promise.resolve(backups);
  await pass(5 * minuteMs);
  expect(await status()).toMatchObject({ kept: 1, failure: null });
});

it('the backups are listed once a minute and after a run, and never twice at a time', async () => {
  const begun = Promise.withResolvers<void>();
  const listing = Promise.withResolvers<[]>();
  list = () => {
    begun.resolve();
    return listing.promise;
  };
  const answers = [status(), status(), metric('drive_backup_last_timestamp_seconds')];
  await begun.promise;
  listing.resolve([]);
  await Promise.all(answers);
  expect(lists).toBe(1);
  list = () => Promise.resolve([...backups]);
  drive.clock.advance(minuteMs - 1);
  await status();
  expect(lists).toBe(1);
  drive.clock.advance(1);
  await status();
  expect(lists).toBe(2);
  await pass(5 * minuteMs);
  expect(await status()).toMatchObject({ kept: 1 });
  expect(lists).toBe(4);
});

it('an interrupted backup is no failure, and is written at the next check', async () => {
  run = async () => undefined;
  await pass(5 * minuteMs);
  expect(await status()).toMatchObject({ kept: 0, failure: null });
  expect(drive.logged).toContainEqual(expect.objectContaining({ level: 'info', event: 'backup interrupted' }));
  run = async () => complete();
  await pass(5 * minuteMs);
  expect(await status()).toMatchObject({ kept: 1 });
});

it('a stopped server ends its backup, which is no failure, and writes it after the next start', async () => {
  const begun = Promise.withResolvers<void>();
  run = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      begun.resolve();
    });
  drive.clock.advance(5 * minuteMs);
  const drained = drive.drain();
  await begun.promise;
  await drive.restart();
  await drained;
  expect(await status()).toMatchObject({ kept: 0, failure: null });
  run = async () => complete();
  await pass(5 * minuteMs);
  expect(await status()).toMatchObject({ kept: 1 });
});

it('a backup, a failure and a list of a clock that was a year ahead delay none after it is set back', async () => {
  const yearMs = 365 * 24 * hourMs;
  const runNow = (): Promise<void> => drive.jobs.runNow('backups.run');
  drive.clock.advance(yearMs);
  await runNow();
  run = () => Promise.reject(new Error('ENOSPC: no space left on device, write'));
  drive.clock.advance(24 * hourMs);
  await runNow();
  expect(await status()).toMatchObject({ kept: 1, failure: { message: expect.stringContaining('ENOSPC') } });
  drive.clock.advance(-yearMs);
  expect(await metric('drive_backup_last_timestamp_seconds')).toBe(0);
  expect(await status()).toMatchObject({ kept: 1, lastAt: null, nextAt: isoOf(drive.clock.now()) });
  run = async () => {
    const result = complete();
    backups.sort((a, b) => b.createdAt - a.createdAt);
    return result;
  };
  runs = 0;
  await runNow();
  const madeAt = drive.clock.now();
  const made = { kept: 2, lastAt: isoOf(madeAt), nextAt: isoOf(madeAt + 24 * hourMs), failure: null };
  expect(await status()).toMatchObject(made);
  drive.clock.advance(5 * minuteMs);
  await runNow();
  expect(runs).toBe(1);
  expect(await status()).toMatchObject(made);
  expect(await metric('drive_backup_last_timestamp_seconds')).toBe(madeAt / 1000);
});

it('a backup whose time is somewhat ahead of that of the database counts', async () => {
  backups = [{ name: 'ahead', createdAt: drive.clock.now() + hourMs, files: 3, bytes: 1000 }];
  await drive.jobs.runNow('backups.run');
  expect(runs).toBe(0);
});

it('a server without a directory for backups says that there are none', async () => {
  const other = await startDrive();
  try {
    const { key } = await other.createUser({ isAdmin: true });
    expect(await (await other.fetch('/api/admin/stats', { key })).json()).toMatchObject({ backups: null });
  } finally {
    await other.close();
  }
});

it('a disk of backups that hangs counts as one without any, so that the alert for overdue backups is raised', async () => {
  await pass(5 * minuteMs);
  const hung = Promise.withResolvers<readonly KeptBackup[]>();
  list = () => hung.promise;
  drive.clock.advance(2 * minuteMs);
  expect(await metric('drive_backup_last_timestamp_seconds')).toBe(0);
  hung.resolve([]);
});
