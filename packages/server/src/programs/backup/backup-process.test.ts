import { expect, it } from 'vitest';
import type { BackupResult } from '../../platform/backup-program.ts';
import { createBackupProcess } from './backup-process.ts';

/** Runs a script instead of `drive-server backup`. */
const run = (script: string): Promise<BackupResult | undefined> =>
  createBackupProcess({ directory: '/backups', keep: 2, flags: [], command: [process.execPath, '-e', script] }).run({
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });

it('a backup that is asked to end was interrupted, and one that is killed or fails has failed', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'])
    expect(await run(`process.kill(process.pid, '${signal}'); setTimeout(() => {}, 60_000)`)).toBeUndefined();
  await expect(run(`process.kill(process.pid, 'SIGKILL')`)).rejects.toThrow('The backup ended with SIGKILL.');
  await expect(run(`console.error('drive-server: the disk is full'); process.exitCode = 1`)).rejects.toThrow(
    /^the disk is full$/,
  );
});

it('a backup is asked to end when the process that started it ends', async () => {
  const before = process.listeners('exit');
  const ended = run('setTimeout(() => {}, 60_000)');
  const added = process.listeners('exit').filter((each) => !before.includes(each));
  for (const onExit of added) onExit(0);
  expect(await ended).toBeUndefined();
  expect(process.listeners('exit')).toEqual(before);
});
