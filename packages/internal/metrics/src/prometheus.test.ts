import { expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics } from './prometheus.ts';

it('omits a gauge that takes too long, reads it once for several scrapes, and shows it when it is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const warned: string[] = [];
  const ignore = (): void => {};
  const metrics = await createMetrics({
    log: { debug: ignore, info: ignore, warn: (event) => void warned.push(event), error: ignore },
  });
  const answer = Promise.withResolvers<{ readonly value: number }[]>();
  let reads = 0;
  metrics.gauge('slow', 'Slow', [], () => {
    reads += 1;
    return answer.promise;
  });
  metrics.gauge('quick', 'Quick', [], async () => [{ value: 7 }]);
  for (let scrapes = 1; scrapes <= 2; scrapes += 1) {
    const scrape = metrics.expose();
    await vi.advanceTimersByTimeAsync(4000);
    const { text = '' } = (await scrape) ?? {};
    expect(text).toMatch(/^quick 7$/m);
    expect(text).not.toMatch(/^slow /m);
    expect([reads, warned]).toEqual([1, Array.from({ length: scrapes }, () => 'slow was not read')]);
  }
  answer.resolve([{ value: 8 }]);
  expect((await metrics.expose())?.text).toMatch(/^slow 8$/m);
  expect(reads).toBe(1);
});
