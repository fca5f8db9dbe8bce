import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { imageSource, png } from '../test/pictures.ts';
import { WorkerImages, type Images, type ImageLimits, type RenderedImage } from './index.ts';

const { signal } = new AbortController();
const small = png({ width: 3, height: 3 });
/** Keeps a codec busy for a while. */
const large = png({
  width: 5000,
  height: 5000,
  interlaced: true,
  data: deflateSync(Buffer.alloc(5000 * 15_010), { level: 1 }),
});

const threads: Worker[] = [];
const note = (thread: Worker): void => void threads.push(thread);
const logged: (string | undefined)[] = [];
const silent = (): void => undefined;
const open: Images[] = [];

function createImages(limits: Partial<ImageLimits> = {}): Images {
  const info = (event: string, fields?: { readonly code?: string }): void => void logged.push(fields?.code ?? event);
  const images = new WorkerImages({ log: { debug: silent, info, warn: silent, error: silent } }, limits);
  open.push(images);
  return images;
}

const thumbnailOf = (images: Images, bytes = small, tenant = 1): Promise<RenderedImage | undefined> =>
  images.render(imageSource(bytes), { tenant, signal });

/** Resolves when the codec has received an image. */
async function handedOver(thread: Worker): Promise<void> {
  const post = vi.spyOn(thread, 'postMessage');
  await vi.waitUntil(() => post.mock.calls.length > 0, { interval: 1 });
}

beforeEach(() => process.on('worker', note));
afterEach(async () => {
  vi.useRealTimers();
  process.off('worker', note);
  for (const images of open.splice(0)) await images.close();
  threads.splice(0);
  logged.splice(0);
});

describe('the codec thread', () => {
  test('is started by the first image, serves the next, and ends after a while without any', async () => {
    const images = createImages({ idleMs: 200 });
    expect(threads).toHaveLength(0);
    await thumbnailOf(images);
    await thumbnailOf(images);
    expect(threads).toHaveLength(1);
    await once(threads[0]!, 'exit');
    expect(await thumbnailOf(images)).toBeDefined();
    expect(threads).toHaveLength(2);
  });

  test('never sees the images of two users', async () => {
    const images = createImages();
    for (const tenant of [1, 1, 2, 1]) expect(await thumbnailOf(images, small, tenant)).toBeDefined();
    expect(threads).toHaveLength(3);
  });

  test('that dies fails its current image only', async () => {
    const images = createImages();
    await thumbnailOf(images);
    const lost = thumbnailOf(images, large);
    const next = thumbnailOf(images);
    await handedOver(threads[0]!);
    await threads[0]!.terminate();
    expect(await lost).toBeUndefined();
    expect(await next).toBeDefined();
    expect(logged).toEqual(['died']);
  });

  test('that exceeds its time is ended during its work', async () => {
    const images = createImages({ timeMs: 60_000 });
    await thumbnailOf(images);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const lost = thumbnailOf(images, large);
    while (vi.getTimerCount() === 0) await setImmediate();
    await setImmediate();
    const gone = once(threads[0]!, 'exit');
    vi.advanceTimersByTime(60_000);
    expect(await lost).toBeUndefined();
    await gone;
    vi.useRealTimers();
    expect(await thumbnailOf(images)).toBeDefined();
    expect(logged).toEqual(['too_slow']);
  });

  test('[P-493] that exceeds its CPU time is ended during its work', async () => {
    let cpuMs = 0;
    const images = createImages({ cpuMs: 2000, readCpuMs: () => cpuMs });
    await thumbnailOf(images);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lost = thumbnailOf(images, large);
    while (vi.getTimerCount() === 0) await setImmediate();
    const gone = once(threads[0]!, 'exit');
    cpuMs = 2001;
    vi.advanceTimersByTime(100);
    expect(await lost).toBeUndefined();
    await gone;
    vi.useRealTimers();
    expect(await thumbnailOf(images)).toBeDefined();
    expect(logged).toEqual(['too_slow']);
  });

  test('ends at once when its caller is aborted', async () => {
    const images = createImages();
    await thumbnailOf(images);
    const stopping = new AbortController();
    const lost = images.render(imageSource(large), { tenant: 1, signal: stopping.signal });
    await handedOver(threads[0]!);
    stopping.abort(new Error('stop'));
    await expect(lost).rejects.toThrow('stop');
    expect(await thumbnailOf(images)).toBeDefined();
    expect(logged).toEqual([]);
  });

  test('that cannot be started rejects with an error of its own', async () => {
    const images = createImages({ timeMs: 0 });
    await expect(thumbnailOf(images)).rejects.toThrow('the image codecs cannot be started');
  });

  test('is ended and refuses images once it is closed', async () => {
    const images = createImages();
    await thumbnailOf(images);
    const lost = thumbnailOf(images, large);
    await handedOver(threads[0]!);
    await Promise.all([expect(lost).rejects.toThrow('The server is stopping.'), images.close()]);
    await expect(thumbnailOf(images)).rejects.toThrow('The server is stopping.');
  });
});

describe('a source', () => {
  test('that cannot be read rejects the call', async () => {
    const read = (): Promise<number> => Promise.reject(new Error('the disk is gone'));
    await expect(createImages().render({ bytes: 100, read }, { tenant: 1, signal })).rejects.toThrow(
      'the disk is gone',
    );
  });

  test('that is shorter than announced rejects the call, too', async () => {
    const short = { ...imageSource(small), bytes: small.length + 1 };
    await expect(createImages().render(short, { tenant: 1, signal })).rejects.toThrow('shorter');
  });
});
