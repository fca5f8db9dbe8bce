import { expect, test, vi } from 'vitest';

// The tests of components load all parts at once.
const { onceConnected, recoverBy } = await vi.importActual<typeof import('./load-early.ts')>('./load-early.ts');

const partAfter = (failure: Error) =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure).mockResolvedValue('a part');

test('a part that is not loaded while the server is away is loaded when it is back', async () => {
  const isBack = Promise.withResolvers<boolean>();
  const wait = vi.fn<() => Promise<boolean>>(() => isBack.promise);
  recoverBy(wait);
  const load = partAfter(new TypeError('away'));
  const loading = onceConnected(load)();
  await vi.waitFor(() => expect(wait).toHaveBeenCalled());
  expect(load).toHaveBeenCalledTimes(1);
  isBack.resolve(true);
  expect(await loading).toBe('a part');
});

test('a part that the server no longer has fails at once', async () => {
  recoverBy(async () => false);
  await expect(onceConnected(partAfter(new TypeError('gone')))()).rejects.toThrow('gone');
});
