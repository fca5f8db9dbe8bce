import { DomainError, type Log, secondMs, TurnQueue } from '@drive/base';
import { defineWorker } from '@drive/program';
import { type CarrierType, imageHeadBytes, imageTypeOf, type ImageType, isCarrier } from './image-types.ts';
import {
  type Images,
  type ImageSource,
  type RenderedImage,
  type RenderOptions,
  type Rendition,
  thumbnailRendition,
} from './images-port.ts';

interface CodecParts {
  readonly withAvif: boolean;
  /** Whether it reads the JPEG inside of a RAW photo or a HEIC. */
  readonly withCarriers: boolean;
}

export interface CodecSetup extends CodecParts {
  /** The most its memory may grow to; an image that needs more is not rendered. */
  readonly memoryBytes: number;
}

/** One image, whose bytes move to the thread. */
export interface CodecTask {
  readonly type: ImageType | CarrierType;
  readonly bytes: ArrayBuffer;
  readonly maxPixels: number;
  readonly rendition: Rendition;
}

/** undefined: the codec refused the image. */
export type CodecReply = RenderedImage | undefined;

export interface ImageLimits {
  /** Size of the source. */
  readonly maxBytes: number;
  /** Width times height, from the header of the source. */
  readonly maxPixels: number;
  /** All memory of a codec. */
  readonly memoryBytes: number;
  /** For one image, the start of the codecs included. */
  readonly timeMs: number;
  /** CPU time for one image, so that a busy machine prevents no image. */
  readonly cpuMs: number;
  /** Milliseconds of processor time that this process has used outside its main thread; for tests. */
  readonly readCpuMs: () => number;
  /** How long the thread waits for the next image before it gives its memory back. */
  readonly idleMs: number;
  /** Images that may wait, of one tenant and of all. */
  readonly maxWaitingPerTenant: number;
  readonly maxWaiting: number;
}

const noParts: CodecParts = { withAvif: false, withCarriers: false };

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
  maxWaitingPerTenant: 256,
  maxWaiting: 4096,
};

/** Time between two checks of an image's CPU time. */
const cpuCheckMs = 100;
const pieceBytes = MiB;
/** Images of one tenant in a row while others wait: the thread of the next one takes as long to start as a large image. */
const imagesInARow = 8;
const retryAfterSeconds = 5;

/**
 * One image at a time, in a worker thread that is started by the first image and ended after a while without any.
 *
 * The codecs run in WebAssembly, so that a bug in one of them reaches only the codec's own memory. It does not reach
 * another user's images: a thread serves one tenant, and the next one gets a new thread with fresh memory. A tenant's turn ends
 * after some images, or with one that fails.
 */
export class WorkerImages implements Images {
  readonly #log: Log;
  readonly #limits: ImageLimits;
  readonly #codec;
  readonly #closing = new AbortController();
  #wanted: CodecParts = noParts;
  /** What the last started thread has. */
  #loaded: CodecParts = noParts;
  #servedTenant: number | undefined;
  readonly #waiting = new TurnQueue<number, () => Promise<void>>();
  #running: Promise<void> | undefined;
  #imagesLeft = 0;

  constructor({ log }: { readonly log: Log }, options: Partial<ImageLimits> = {}) {
    this.#log = log;
    this.#limits = { ...defaults, ...options };
    const { memoryBytes, idleMs } = this.#limits;
    this.#codec = defineWorker<CodecTask, CodecReply>({
      name: 'codec',
      moduleUrl: import.meta.url,
      workerData: (): CodecSetup => {
        this.#loaded = this.#wanted;
        return { ...this.#loaded, memoryBytes };
      },
      idleMs,
      ended: (cause) => new CodecEndedError('the image codecs ended', { cause }),
      closed: () => new Error('The server is stopping.'),
    });
  }

  async render(source: ImageSource, options: RenderOptions): Promise<RenderedImage | undefined> {
    const { maxWaiting, maxWaitingPerTenant } = this.#limits;
    if (this.#waiting.size >= maxWaiting || this.#waiting.sizeOf(options.tenant) >= maxWaitingPerTenant)
      throw new DomainError('unavailable', 'Too many images are being rendered. Try again.', { retryAfterSeconds });
    return new Promise((resolve, reject) => {
      this.#waiting.push(options.tenant, async () => {
        const made = this.#make(source, options);
        await made.then(resolve, reject);
        if ((await made.catch(() => undefined)) === undefined) this.#imagesLeft = 0;
      });
      this.#running ??= this.#run();
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The server is stopping.'));
    await this.#running;
    await this.#codec.close();
  }

  async #run(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) await next();
    this.#running = undefined;
  }

  #next(): (() => Promise<void>) | undefined {
    const served = this.#servedTenant;
    if (served !== undefined && this.#imagesLeft > 0) {
      this.#imagesLeft -= 1;
      const own = this.#waiting.shiftOf(served);
      if (own !== undefined) return own;
    }
    this.#imagesLeft = imagesInARow - 1;
    return this.#waiting.shift();
  }

  async #make(
    source: ImageSource,
    { tenant, signal, rendition = thumbnailRendition }: RenderOptions,
  ): Promise<RenderedImage | undefined> {
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    stopped.throwIfAborted();
    if (source.bytes > this.#limits.maxBytes) return undefined;
    const head = await readBytes(source, Math.min(source.bytes, imageHeadBytes), stopped);
    const type = imageTypeOf(new Uint8Array(head));
    if (type === undefined) return undefined;
    const bytes = await readBytes(source, source.bytes, stopped);
    await this.#prepareFor(tenant, {
      withAvif: type === 'avif' || rendition.format === 'avif',
      withCarriers: isCarrier(type),
    });
    return this.#decode({ type, bytes, maxPixels: this.#limits.maxPixels, rendition }, stopped);
  }

  /** Ends a thread that served another tenant, or lacks a part. */
  async #prepareFor(tenant: number, wanted: CodecParts): Promise<void> {
    this.#wanted = wanted;
    const { withAvif, withCarriers } = this.#loaded;
    const lacksPart = (wanted.withAvif && !withAvif) || (wanted.withCarriers && !withCarriers);
    if (this.#servedTenant !== tenant || lacksPart) await this.#codec.stop();
    this.#servedTenant = tenant;
  }

  async #decode(task: CodecTask, signal: AbortSignal): Promise<RenderedImage | undefined> {
    const { timeMs, cpuMs, readCpuMs } = this.#limits;
    let isLate = false;
    const stop = (): void => void this.#codec.stop();
    const endLate = (): void => {
      isLate = true;
      stop();
    };
    const late = setTimeout(endLate, timeMs);
    let busy: NodeJS.Timeout | undefined;
    signal.addEventListener('abort', stop);
    try {
      await this.#codec.ready().catch((cause: unknown) => {
        throw new Error('the image codecs cannot be started', { cause });
      });
      // The codecs use their own threads, whose CPU time is not available separately; no other thread is busy for long.
      const cpuBefore = readCpuMs();
      busy = setInterval(() => {
        if (readCpuMs() - cpuBefore > cpuMs) endLate();
      }, cpuCheckMs);
      const image = await this.#codec.run(task, [task.bytes]);
      signal.throwIfAborted();
      return image;
    } catch (error) {
      await this.#codec.stop();
      signal.throwIfAborted();
      if (!(error instanceof CodecEndedError)) throw error;
      this.#log.info('image codec ended', { code: isLate ? 'too_slow' : 'died' });
      return undefined;
    } finally {
      clearTimeout(late);
      clearInterval(busy);
      signal.removeEventListener('abort', stop);
    }
  }
}

/** The thread ended over an image: it was too slow, or died. */
class CodecEndedError extends Error {
  override readonly name = 'CodecEndedError';
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
