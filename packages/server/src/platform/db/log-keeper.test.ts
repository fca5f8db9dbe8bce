import { expect, test } from 'vitest';
import type { Checkpointer } from './checkpoint-thread.ts';
import { createLogKeeper, type LogKeeperOptions } from './log-keeper.ts';

function create(options: Partial<LogKeeperOptions> & { readonly checkpointer?: Partial<Checkpointer> } = {}) {
  const done: string[] = [];
  const failures: unknown[] = [];
  const keeper = createLogKeeper({
    maxPages: 100,
    countPages: () => 100,
    startCheckpointer: () => {
      done.push('start');
      return {
        copy: async () => void done.push('copy'),
        restart: async () => {
          done.push('restart');
          return true;
        },
        close: async () => void done.push('close'),
        ...options.checkpointer,
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
  return { keeper, done, failures };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('begins no thread before there is something to fold', async () => {
  const { keeper, done } = create({ countPages: () => 99 });
  keeper.look();
  await turn();
  expect(done).toEqual([]);
});

test('copies beside the others, and makes the log begin again between them', async () => {
  const { keeper, done } = create();
  keeper.look();
  keeper.look();
  await turn();
  keeper.look();
  await keeper.close();
  expect(done).toEqual(['start', 'copy', 'between', 'restart', 'copy', 'between', 'restart', 'close']);
});

test('tries again when somebody was in the way', async () => {
  let isFree = false;
  const { keeper, done, failures } = create({ checkpointer: { restart: async () => isFree } });
  keeper.look();
  await turn();
  isFree = true;
  keeper.look();
  await keeper.close();
  expect(done).toEqual(['start', 'copy', 'between', 'copy', 'between', 'close']);
  expect(failures).toEqual([]);
});

test('rests for a while when somebody was in the way', async () => {
  const { keeper, done } = create({ pauseMs: 60_000, checkpointer: { restart: async () => false } });
  keeper.look();
  await turn();
  keeper.look();
  await keeper.close();
  expect(done).toEqual(['start', 'copy', 'between', 'close']);
});

test('says so when folding fails, and begins another thread the next time', async () => {
  const full = new Error('full');
  let isFull = true;
  const { keeper, done, failures } = create({
    checkpointer: {
      copy: async () => {
        if (isFull) throw full;
      },
    },
  });
  keeper.look();
  await turn();
  isFull = false;
  keeper.look();
  await keeper.close();
  expect(failures).toEqual([full]);
  expect(done).toEqual(['start', 'close', 'start', 'between', 'restart', 'close']);
});

test('finishes what is under way when it closes, and begins nothing more', async () => {
  let finish = (): void => undefined;
  const { keeper, done } = create({
    checkpointer: { copy: () => new Promise<void>((resolve) => (finish = resolve)) },
  });
  keeper.look();
  const closed = keeper.close();
  await turn();
  expect(done).toEqual(['start']);
  finish();
  await closed;
  keeper.look();
  expect(done).toEqual(['start', 'between', 'restart', 'close']);
});
