import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { type HandOver, WAITING_PROCESS } from '../../shell/hand-over.ts';
import { ownMark } from '../../shell/process-mark.ts';
import { waitBetweenRuns } from './wait-between-runs.ts';

const at = useDrive();
const main = join(import.meta.dirname, '../../main.ts');
const patient = { timeout: 20_000 };

/** Id of the process that holds the lock of the only pair. */
function holder(): number | undefined {
  const pairs = at.here('.local/state/drive/two-way');
  const [name = ''] = existsSync(pairs) ? readdirSync(pairs) : [];
  const lock = join(pairs, name, 'lock');
  return existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) : undefined;
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

it('leaves no lock behind when a later run ends before it takes the lock', async () => {
  at.write('in/a.txt');
  const lockPath = at.here('lock');
  const handOver: HandOver = {
    local: at.here('in'),
    folders: [at.here('in')],
    stateDirectory: at.here('state'),
    lockPath,
    feed: { url: at.drive.url, headers: {} },
    cursor: undefined,
    ms: 50,
    memory: { retryMs: 1, shown: '', told: [] },
  };
  // Hands over once, then refuses to run.
  const program = `process.on('message', ({ memory, isTaken }) => {
    if (isTaken) process.send({ isDue: true }, () => process.exit(0));
    else if (memory) process.exit(4);
    else process.send(${JSON.stringify({ handOver })});
  })`;
  const { signal } = new AbortController();
  let held: string | undefined;
  const onStart = (): void => {
    if (existsSync(lockPath)) held = readFileSync(lockPath, 'utf8');
  };
  const command = [process.execPath, '-e', program] as const;
  expect(await waitBetweenRuns({ command, env: { PATH: process.env['PATH'] }, signal, onStart })).toBe(4);
  expect([held, existsSync(lockPath)]).toEqual([ownMark(), false]);
});

it('a command that another program started goes on when that ends the connection; a run of a watch stops', async () => {
  const world = join(import.meta.dirname, '../../process-world.ts');
  const program = `import { createProcessWorld } from ${JSON.stringify(world)};
    createProcessWorld().onInterrupt(() => process.exit(130));
    setTimeout(() => process.exit(0), 1000);
    process.send('ready');`;
  const codeWith = async (env: NodeJS.ProcessEnv): Promise<unknown> => {
    const args = ['--conditions=@drive/source', '--no-warnings', '--input-type=module', '-e', program];
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc'] as const;
    const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env }, stdio: [...stdio] });
    await once(child, 'message');
    child.disconnect();
    return ((await once(child, 'exit')) as [unknown])[0];
  };
  expect(await Promise.all([codeWith({}), codeWith({ [WAITING_PROCESS]: String(process.pid) })])).toEqual([0, 130]);
});
