import { expect, test } from 'vitest';
import { WalCheckpointer, type CheckpointWorker, type WalCheckpointerOptions } from './wal-checkpointer.ts';

function create(options: Partial<WalCheckpointerOptions> & { readonly worker?: Partial<CheckpointWorker> } = {}) {
  const done: string[] = [];
  const failures: unknown[] = [];
  const checkpointer = new WalCheckpointer({
    maxPages: 100,
    startWorker: () => {
      done.push('start');
      return {
        copy: async () => void done.push('copy'),
        restart: async () => {
          done.push('restart');
          return true;
        },
        close: async () => void done.push('close'),
        ...options.worker,
      };
    },
    between: async (interlude) => {
      done.push('between');
      return interlude();
    },
    onFailure: (error) => void failures.push(error),
    pauseMs: 0,
    ...options,
  });
  return { checkpointer, done, failures };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('starts no thread before there are pages to copy', async () => {
  const { checkpointer, done } = create();
  checkpointer.check(99);
  await turn();
  expect(done).toEqual([]);
});

test('copies during writes, and restarts the log between them', async () => {
  const { checkpointer, done } = create();
  checkpointer.check(100);
  checkpointer.check(100);
  await turn();
  checkpointer.check(100);
  await checkpointer.close();
  expect(done).toEqual(['start', 'copy', 'between', 'restart', 'copy', 'between', 'restart', 'close']);
});

test('tries again if a reader is in the way', async () => {
  let isFree = false;
  const { checkpointer, done, failures } = create({ worker: { restart: async () => isFree } });
  checkpointer.check(100);
  await turn();
  isFree = true;
  checkpointer.check(100);
  await checkpointer.close();
  expect(done).toEqual(['start', 'copy', 'between', 'copy', 'between', 'close']);
  expect(failures).toEqual([]);
});

test('pauses if a reader is in the way', async () => {
  const { checkpointer, done } = create({ pauseMs: 60_000, worker: { restart: async () => false } });
  checkpointer.check(100);
  await turn();
  checkpointer.check(100);
  await checkpointer.close();
  expect(done).toEqual(['start', 'copy', 'between', 'close']);
});

test('logs a failure, and starts another thread the next time', async () => {
  const full = new Error('full');
  let isFull = true;
  const { checkpointer, done, failures } = create({
    worker: {
      copy: async () => {
        if (isFull) throw full;
      },
    },
  });
  checkpointer.check(100);
  await turn();
  isFull = false;
  checkpointer.check(100);
  await checkpointer.close();
  expect(failures).toEqual([full]);
  expect(done).toEqual(['start', 'close', 'start', 'between', 'restart', 'close']);
});

test('finishes its current step when it closes, and starts no other', async () => {
  let finish = (): void => undefined;
  const { checkpointer, done } = create({
    worker: { copy: () => new Promise<void>((resolve) => (finish = resolve)) },
  });
  checkpointer.check(100);
  const closed = checkpointer.close();
  await turn();
  expect(done).toEqual(['start']);
  finish();
  await closed;
  checkpointer.check(100);
  expect(done).toEqual(['start', 'between', 'restart', 'close']);
});
