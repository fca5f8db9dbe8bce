import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDirectorySync } from './directory-sync.ts';

/** Directories whose fsync ends under control of the test. */
function controlled() {
  const waiting: PromiseWithResolvers<void>[] = [];
  const counts = { synced: 0, open: 0 };
  const directories = createDirectorySync(async () => {
    counts.open += 1;
    return {
      sync: () => {
        counts.synced += 1;
        const one = Promise.withResolvers<void>();
        waiting.push(one);
        return one.promise;
      },
      close: async () => void (counts.open -= 1),
    };
  });
  return { directories, counts, waiting };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe.skipIf(process.platform === 'win32')('syncing a directory', () => {
  it('resolves calls made before it began, and none made after', async () => {
    const { directories, counts, waiting } = controlled();
    const first = directories.sync('a');
    await settle();
    let done = 0;
    const others = Array.from({ length: 50 }, () => directories.sync('a').then(() => (done += 1)));
    await settle();
    expect(counts.synced).toBe(1);
    waiting[0]?.resolve();
    await first;
    await settle();
    expect({ ...counts, done }).toEqual({ synced: 2, open: 1, done: 0 });
    waiting[1]?.resolve();
    await Promise.all(others);
    expect({ ...counts, done }).toEqual({ synced: 2, open: 1, done: 50 });
  });

  it('does not delay other directories', async () => {
    const { directories, waiting } = controlled();
    let isFirstDone = false;
    const first = directories.sync('a').then(() => (isFirstDone = true));
    await settle();
    const other = directories.sync('b');
    await settle();
    waiting[1]?.resolve();
    await other;
    expect(isFirstDone).toBe(false);
    waiting[0]?.resolve();
    await first;
  });

  it('rejects all calls that relied on a failed one, and starts again for later calls', async () => {
    const { directories, counts, waiting } = controlled();
    const first = directories.sync('a');
    await settle();
    const second = directories.sync('a');
    waiting[0]?.reject(new Error('EIO'));
    await expect(first).rejects.toThrow('EIO');
    await expect(second).rejects.toThrow('EIO');
    expect(counts).toEqual({ synced: 1, open: 0 });
    const third = directories.sync('a');
    await settle();
    waiting[1]?.resolve();
    await third;
    expect(counts).toEqual({ synced: 2, open: 1 });
  });

  it('keeps few directories open, and none after it is closed', async () => {
    const { directories, counts, waiting } = controlled();
    for (let index = 0; index < 20; index++) {
      const synced = directories.sync(`directory ${index}`);
      await settle();
      waiting[index]?.resolve();
      await synced;
    }
    expect(counts.open).toBe(8);
    await directories.close();
    expect(counts.open).toBe(0);
  });

  it('works on real directories, and fails for a missing one', async () => {
    const directories = createDirectorySync();
    await Promise.all(Array.from({ length: 20 }, () => directories.sync(tmpdir())));
    await expect(directories.sync(join(tmpdir(), 'not there at all'))).rejects.toThrow('ENOENT');
    await directories.close();
  });
});
