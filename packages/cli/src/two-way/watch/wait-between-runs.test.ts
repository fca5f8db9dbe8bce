import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { waitBetweenRuns } from './wait-between-runs.ts';

const at = useDrive();
const main = join(import.meta.dirname, '../../main.ts');
const patient = { timeout: 20_000 };

/** Id of the process that holds the lock of the only pair. */
function holder(): number | undefined {
  const pairs = at.here('.local/state/drive/two-way');
  const [name = ''] = existsSync(pairs) ? readdirSync(pairs) : [];
  const lock = join(pairs, name, 'lock');
  return existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : undefined;
}

it('[P-1630] a watch that has nothing to do waits in a small process, and each change begins another one that makes it', async () => {
  at.write('in/a.txt');
  const stop = new AbortController();
  const started: number[] = [];
  const argv = ['sync', '--two-way', '--watch', at.here('in'), 'drive:/Box'];
  const watching = waitBetweenRuns({
    command: [process.execPath, '--conditions=@drive/source', '--no-warnings', main, ...argv, '--quiet'],
    env: { PATH: process.env['PATH'], HOME: at.home, ...at.env },
    lingerMs: 50,
    signal: stop.signal,
    onStart: ({ pid = 0 }) => started.push(pid),
  });
  await expect.poll(holder, patient).toBe(process.pid);
  expect(await at.names('/Box')).toEqual(['a.txt']);

  await at.put('/Box/there.txt', 'there');
  await expect.poll(() => existsSync(at.here('in/there.txt')), patient).toBe(true);
  await expect.poll(holder, patient).toBe(process.pid);
  at.write('in/here.txt');
  await expect.poll(() => at.names('/Box'), patient).toContain('here.txt');
  await expect.poll(holder, patient).toBe(process.pid);
  expect(new Set(started).size).toBeGreaterThanOrEqual(3);

  stop.abort();
  expect(await watching).toBe(130);
  expect(holder()).toBeUndefined();
});

it('ends with the exit code of a run that cannot go on', async () => {
  const command = [process.execPath, '--conditions=@drive/source', '--no-warnings', main] as const;
  const env = { PATH: process.env['PATH'], HOME: at.home };
  const { signal } = new AbortController();
  const argv = ['sync', '--two-way', '--watch', at.here('in'), 'drive:/Box', '--quiet', '--url', at.drive.url];
  expect(await waitBetweenRuns({ command: [...command, ...argv], env, signal })).toBe(4);
});
