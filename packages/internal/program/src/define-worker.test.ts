import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EchoTask } from '../test/echo.worker.ts';
import { defineWorker, type WorkerThread } from './define-worker.ts';

const threads: Worker[] = [];
const note = (thread: Worker): void => void threads.push(thread);
const opened: WorkerThread<EchoTask, string>[] = [];

function open(idleMs?: number): WorkerThread<EchoTask, string> {
  const worker = defineWorker<EchoTask, string>({
    name: 'echo',
    moduleUrl: new URL('../test/echo.worker.ts', import.meta.url).href,
    workerData: () => `thread ${threads.length + 1}:`,
    ...(idleMs === undefined ? {} : { idleMs }),
    ended: (cause) => new Error('ended', { cause }),
    closed: () => new Error('closed'),
  });
  opened.push(worker);
  return worker;
}

beforeEach(() => process.on('worker', note));
afterEach(async () => {
  for (const worker of opened.splice(0)) await worker.close();
  process.off('worker', note);
  threads.splice(0);
});

describe('a worker', () => {
  test('is started by its first task and replies to each', async () => {
    const worker = open();
    expect(threads).toHaveLength(0);
    expect(await Promise.all([worker.run({ echo: 'a' }), worker.run({ echo: 'b' })])).toEqual([
      'thread 1: a',
      'thread 1: b',
    ]);
    expect(threads).toHaveLength(1);
  });

  test('reports when it is ready, and accepts transferred memory', async () => {
    const worker = open();
    await worker.ready();
    const bytesOf = new ArrayBuffer(7);
    const reply = worker.run({ bytesOf }, [bytesOf]);
    expect(bytesOf.byteLength).toBe(0);
    expect(await reply).toBe('7 bytes');
  });

  test('passes on the message and the code of an error, which fails its task only', async () => {
    const worker = open();
    const [failed, next] = await Promise.allSettled([
      worker.run({ failWith: 'SQLITE_FULL' }),
      worker.run({ echo: 'a' }),
    ]);
    expect(failed).toMatchObject({ reason: { message: 'refused', code: 'SQLITE_FULL' } });
    expect(next).toMatchObject({ value: 'thread 1: a' });
  });

  test('that dies rejects waiting tasks, and the next task starts another thread', async () => {
    const worker = open();
    const lost = await Promise.allSettled([worker.run({ exit: 3 }), worker.run({ echo: 'a' })]);
    expect(lost).toMatchObject([{ reason: { message: 'ended' } }, { reason: { message: 'ended' } }]);
    expect(await worker.run({ echo: 'b' })).toBe('thread 2: b');
  });

  test('that cannot be started rejects its tasks with the cause', async () => {
    const worker = defineWorker<EchoTask, string>({
      name: 'missing',
      moduleUrl: import.meta.url,
      ended: (cause) => new Error('ended', { cause }),
      closed: () => new Error('closed'),
    });
    opened.push(worker);
    const [ready, run] = await Promise.allSettled([worker.ready(), worker.run({ echo: 'a' })]);
    for (const result of [ready, run])
      expect(result).toMatchObject({ reason: { message: 'ended', cause: expect.any(Error) as Error } });
  });

  test('ends after a while without tasks, and when it is stopped', async () => {
    const worker = open(1);
    await worker.run({ echo: 'a' });
    await once(threads[0]!, 'exit');
    await worker.ready();
    const stopped = worker.run({ echo: 'b' });
    await Promise.all([expect(stopped).rejects.toThrow('ended'), worker.stop()]);
    expect(await worker.run({ echo: 'c' })).toBe('thread 3: c');
  });

  test('refuses tasks once it is closed', async () => {
    const worker = open();
    const waiting = worker.run({ echo: 'a' });
    await Promise.all([expect(waiting).rejects.toThrow('closed'), worker.close()]);
    await expect(worker.run({ echo: 'b' })).rejects.toThrow('closed');
    await expect(worker.ready()).rejects.toThrow('closed');
  });
});
