import { expect, test } from 'vitest';
import { Gatherer, KeyedGatherer } from './gather.ts';

/** Writes that end on demand. */
function createWrites() {
  const batches: { readonly items: readonly string[]; end(error?: Error): void }[] = [];
  const write = (items: readonly string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      batches.push({ items, end: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  return { batches, write };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('writes the first item at once, and what arrives meanwhile together and in order', async () => {
  const { batches, write } = createWrites();
  const gatherer = new Gatherer<string>({ write, maxBatch: 3 });
  const written = ['a', 'b', 'c', 'd', 'e'].map((item) => gatherer.add(item));
  expect(batches.map(({ items }) => items)).toEqual([['a']]);
  expect(gatherer.pending).toBe(5);
  for (const index of [0, 1, 2]) {
    batches[index]?.end();
    await turn();
  }
  expect(batches.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  await Promise.all(written);
  expect(gatherer.pending).toBe(0);
});

test('an item that cannot be written takes no other with it', async () => {
  const written: string[] = [];
  const gatherer = new Gatherer<string>({
    write: async (items) => {
      await turn();
      if (items.includes('bad')) throw new Error('no');
      written.push(...items);
    },
    maxBatch: 10,
  });
  const results = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => gatherer.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(written).toEqual(['a', 'b', 'c']);
  expect(gatherer.pending).toBe(0);
});

test('one key does not wait for another', async () => {
  const { batches, write } = createWrites();
  const gatherer = new KeyedGatherer<string>({ write: (items, key) => write([`${key}`, ...items]), maxBatch: 10 });
  const written = [gatherer.add(1, 'a'), gatherer.add(1, 'b'), gatherer.add(2, 'c')];
  expect(batches.map(({ items }) => items)).toEqual([
    ['1', 'a'],
    ['2', 'c'],
  ]);
  for (const index of [0, 1, 2]) {
    batches[index]?.end();
    await turn();
  }
  await Promise.all(written);
  expect(batches.at(-1)?.items).toEqual(['1', 'b']);
});
