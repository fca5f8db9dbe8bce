import { secondMs } from '../clock.ts';
import type { Log } from '../log.ts';
import { startCodecThread, type CodecThread } from './codec-thread.ts';
import { imageHeadBytes, imageTypeOf, type ImageType } from './image-type.ts';
import type { Images, ImageSource, Thumbnail, ThumbnailOptions } from './images.ts';

export interface ImageLimits {
  /** Of the source. */
  readonly maxBytes: number;
  /** Width times height, as the header of the source says. */
  readonly maxPixels: number;
  /** Of everything a codec keeps while it works. */
  readonly memoryBytes: number;
  /** For one image, the start of the codecs included. */
  readonly timeMs: number;
  /** Of processor time for one image, so that a busy machine takes no image's thumbnail away. */
  readonly cpuMs: number;
  /** Milliseconds of processor time that this process has used outside its main thread; for tests. */
  readonly readCpuMs: () => number;
  /** How long the thread waits for the next image before it gives its memory back. */
  readonly idleMs: number;
}

const MiB = 1024 * 1024;

/** Every photograph a camera or a phone takes in one shot passes them. */
const defaults: ImageLimits = {
  maxBytes: 64 * MiB,
  maxPixels: 120_000_000,
  memoryBytes: 512 * MiB,
  timeMs: 30 * secondMs,
  cpuMs: 2 * secondMs,
  readCpuMs: () =>
    (process.cpuUsage().user + process.cpuUsage().system) / 1000 - performance.eventLoopUtilization().active,
  idleMs: 5 * secondMs,
};

const side = 512;
/** How often the processor time of an image is looked at. */
const cpuCheckMs = 100;
const pieceBytes = MiB;

/**
 * One image at a time, in a thread of its own that is started by the first and ended when no other follows.
 *
 * The codecs run in WebAssembly, so that a bug in one of them reaches the codec's own memory and nothing else. Nor does it
 * reach another user's images: a thread serves one tenant, and the next one gets a new thread with fresh memory.
 */
export function createWorkerImages(deps: { readonly log: Log }, options: Partial<ImageLimits> = {}): Images {
  const { log } = deps;
  const limits = { ...defaults, ...options };
  let thread: CodecThread | undefined;
  let servedTenant: number | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  async function endThread(): Promise<void> {
    const ended = thread;
    thread = undefined;
    await ended?.end();
  }

  async function takeThread(tenant: number, withAvif: boolean): Promise<CodecThread> {
    if (thread !== undefined && (servedTenant !== tenant || (withAvif && !thread.withAvif))) await endThread();
    thread ??= startCodecThread({ withAvif, memoryBytes: limits.memoryBytes });
    servedTenant = tenant;
    return thread;
  }

  async function decode(type: ImageType, bytes: ArrayBuffer, tenant: number, signal: AbortSignal) {
    const taken = await takeThread(tenant, type === 'avif');
    let isLate = false;
    const endLate = (): void => {
      isLate = true;
      void taken.end();
    };
    const late = setTimeout(endLate, limits.timeMs);
    let busy: NodeJS.Timeout | undefined;
    const stop = (): void => void taken.end();
    signal.addEventListener('abort', stop);
    try {
      await taken.ready;
      // The codecs work in threads of their own, whose processor time nobody tells; no other thread is busy for long.
      const cpuBefore = limits.readCpuMs();
      busy = setInterval(() => {
        if (limits.readCpuMs() - cpuBefore > limits.cpuMs) endLate();
      }, cpuCheckMs);
      const news = await taken.run({ type, bytes, maxPixels: limits.maxPixels, side });
      signal.throwIfAborted();
      if (news?.kind === 'thumbnail') return { bytes: news.bytes, width: news.width, height: news.height };
      if (news === undefined) {
        log.info('image codec ended', { code: isLate ? 'too_slow' : 'died' });
        await endThread();
      }
      return undefined;
    } catch (error) {
      await endThread();
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(late);
      clearInterval(busy);
      signal.removeEventListener('abort', stop);
    }
  }

  async function make(source: ImageSource, { tenant, signal }: ThumbnailOptions): Promise<Thumbnail | undefined> {
    const stopped = AbortSignal.any([signal, closing.signal]);
    stopped.throwIfAborted();
    if (source.bytes > limits.maxBytes) return undefined;
    const head = await readBytes(source, Math.min(source.bytes, imageHeadBytes), stopped);
    const type = imageTypeOf(new Uint8Array(head));
    if (type === undefined) return undefined;
    const bytes = await readBytes(source, source.bytes, stopped);
    clearTimeout(idle);
    try {
      return await decode(type, bytes, tenant, stopped);
    } finally {
      if (thread !== undefined) idle = setTimeout(() => void endThread(), limits.idleMs).unref();
    }
  }

  return {
    makeThumbnail: (source, options) => {
      const made = last.then(() => make(source, options));
      last = made.catch(() => undefined);
      return made;
    },
    close: async () => {
      closing.abort(new Error('The server is stopping.'));
      await last;
      clearTimeout(idle);
      await endThread();
    },
  };
}

async function readBytes(source: ImageSource, count: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const bytes = new ArrayBuffer(count);
  for (let position = 0; position < count;) {
    signal.throwIfAborted();
    const got = await source.read(new Uint8Array(bytes, position, Math.min(pieceBytes, count - position)), position);
    if (got === 0) throw new Error('the image is shorter than announced');
    position += got;
  }
  return bytes;
}
