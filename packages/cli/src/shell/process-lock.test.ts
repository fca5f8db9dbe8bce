import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { askForStart, nameThisProcess } from '../../../sdk/src/node/running-process.ts';
import { createTestDirectory } from '../../test/fake-world.ts';
import { findLockHolder, releaseLock, takeLock } from './process-lock.ts';
import { markOf, ownMark, processOf } from './process-mark.ts';

/** The process with an id that started with another start of the machine. */
const earlier = (pid: number): string => markOf({ ...nameThisProcess(), boot: 'another', pid });
/** A process of a system that tells no ticks. */
const withClock = (pid: number, startedAtMs: number): string =>
  markOf({ ...nameThisProcess(), pid, startedAt: undefined, startedAtMs });

/** A process that tries to take each lock whose path it gets, and answers whether it has. */
function startProcess(): { readonly child: ChildProcess; take(path: string): Promise<boolean> } {
  const program = `import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'process-lock.ts'))};
    process.on('message', (path) => takeLock(path).then(() => process.send(true), () => process.send(false)));`;
  const args = ['--conditions=@drive/source', '--no-warnings', '--input-type=module', '-e', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill());
  return {
    child,
    async take(path) {
      child.send(path);
      return ((await once(child, 'message')) as [boolean])[0];
    },
  };
}

it('is taken by one of the processes that want it, also if another one has left it', async () => {
  const directory = createTestDirectory();
  const processes = [startProcess(), startProcess(), startProcess()];
  for (const [index, left] of [undefined, '999999999', earlier(1), withClock(999_999_999, 7)].entries()) {
    for (let round = 0; round < 10; round++) {
      const path = join(directory, `lock-${index}-${round}`);
      if (left !== undefined) writeFileSync(path, left);
      const taken = await Promise.all(processes.map((each) => each.take(path)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      const { pid } = processes[taken.indexOf(true)]!.child;
      expect(await findLockHolder(path)).toBe(pid);
      await expect(takeLock(path)).rejects.toMatchObject({
        exitCode: 6,
        message: `the same command is already running (process ${pid})`,
      });
    }
  }
  expect(readdirSync(directory).filter((name) => !/^lock-\d-\d$/.test(name))).toEqual([]);
});

it('is not held by a process that has the id of the one that took it', async () => {
  const path = join(createTestDirectory(), 'lock');
  // The process with id 1 always exists.
  for (const mark of [earlier(1), markOf({ ...nameThisProcess(), pid: 1 })]) {
    writeFileSync(path, mark);
    expect(await findLockHolder(path)).toBeUndefined();
    await takeLock(path);
    expect(readFileSync(path, 'utf8')).toBe(ownMark());
  }
});

it.skipIf(process.platform !== 'linux')('is not held by a process that its parent has not collected', async () => {
  const path = join(createTestDirectory(), 'lock');
  const script = 'cat <&3 & echo $!; exec sleep 60 3<&-';
  const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  onTestFinished(() => void parent.kill());
  const [pid] = (await once(parent.stdout!, 'data')) as [Buffer];
  writeFileSync(path, pid);
  // A shell may collect a process that ends; `sleep` never does.
  await vi.waitUntil(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n', { timeout: 20_000 });
  (parent.stdio[3] as Writable).end();
  await vi.waitUntil(async () => (await findLockHolder(path)) === undefined, { timeout: 20_000 });
  expect(() => process.kill(Number(pid), 0)).not.toThrow();
});

it('is held by its process until that releases it, or hands it over', async () => {
  const path = join(createTestDirectory(), 'lock');
  const { child, take } = startProcess();
  expect(await take(path)).toBe(true);
  await releaseLock(path);
  expect(await findLockHolder(path)).toBe(child.pid);
  await takeLock(path, child.pid);
  expect(readFileSync(path, 'utf8')).toBe(ownMark());
  await releaseLock(path);
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

it('is held by a process of another container as long as it renews the lock', async () => {
  const path = join(createTestDirectory(), 'lock');
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  // Processes of several containers often have the same id.
  writeFileSync(path, markOf({ ...nameThisProcess(), namespace: 'pid:[1]' }));
  const running = `the same command is already running (process ${process.pid} of another machine or container)`;
  for (const from of [undefined, process.pid]) await expect(takeLock(path, from)).rejects.toThrow(running);
  const old = new Date(Date.now() - 150_000);
  utimesSync(path, old, old);
  await takeLock(path);
  expect(readFileSync(path, 'utf8')).toBe(ownMark());
  utimesSync(path, old, old);
  vi.advanceTimersByTime(30_000);
  await vi.waitUntil(() => statSync(path).mtimeMs > old.getTime(), { timeout: 20_000 });
  await releaseLock(path);
});

it('is taken from a process that ended before it took over the lock of another one', async () => {
  const path = join(createTestDirectory(), 'lock');
  writeFileSync(path, '999999999');
  const { child, take } = startProcess();
  const stopped = startProcess();
  // The name of the lock for replacing that lock.
  writeFileSync(`${path}.after-bb421fa35db885ce`, earlier(stopped.child.pid!));
  expect(await take(path)).toBe(true);
  expect(await findLockHolder(path)).toBe(child.pid);
  expect(readdirSync(join(path, '..'))).toEqual(['lock']);
});

it('that is empty is being written, or was left by a machine that lost its power', async () => {
  const path = join(createTestDirectory(), 'lock');
  writeFileSync(path, '');
  await expect(takeLock(path)).rejects.toThrow('just started by another process');
  utimesSync(path, 1000, 1000);
  await takeLock(path);
  expect(readFileSync(path, 'utf8')).toBe(ownMark());
});

it('knows a process of another system by when it started', async () => {
  const { child } = startProcess();
  const pid = child.pid!;
  const startMs = await askForStart(pid, 'darwin');
  expect(await askForStart(999_999_999, 'darwin')).toBeUndefined();
  expect(await processOf(withClock(pid, 1000), '')).toBe(startMs === undefined ? pid : undefined);
  if (startMs !== undefined) expect(await processOf(withClock(pid, startMs), '')).toBe(pid);
});
