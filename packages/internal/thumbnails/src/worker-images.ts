import { type Log, secondMs } from '@drive/base';
import { defineWorker } from '@drive/program';
import type { Images, ImageSource, Thumbnail, ThumbnailOptions } from './images-port.ts';

export interface CodecSetup {
  readonly withAvif: boolean;
  /** The most its memory may grow to; an image that needs more gets no thumbnail. */
  readonly memoryBytes: number;
}

/** One image, whose bytes move to the thread. */
export interface CodecTask {
  readonly type: ImageType;
  readonly bytes: ArrayBuffer;
  readonly maxPixels: number;
  /** Largest width and height of the thumbnail. */
  readonly side: number;
}

/** undefined: the codec refused the image. */
export type CodecReply = Thumbnail | undefined;

export interface ImageLimits {
  /** Size of the source. */
  readonly maxBytes: number;
  /** Width times height, from the header of the source. */
  readonly maxPixels: number;
  /** All memory of a codec. */
  readonly memoryBytes: number;
  /** For one image, the start of the codecs included. */
  readonly timeMs: number;
  /** CPU time for one image, so that a busy machine does not prevent a thumbnail. */
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

/** Width and height in pixels into which a thumbnail fits. */
const thumbnailSidePixels = 512;
/** Time between two checks of an image's CPU time. */
const cpuCheckMs = 100;
const pieceBytes = MiB;

/**
 * One image at a time, in a worker thread that is started by the first image and ended after a while without any.
 *
 * The codecs run in WebAssembly, so that a bug in one of them reaches only the codec's own memory. It does not reach
 * another user's images: a thread serves one tenant, and the next one gets a new thread with fresh memory.
 */
export class WorkerImages implements Images {
  readonly #log: Log;
  readonly #limits: ImageLimits;
  readonly #codec;
  readonly #closing = new AbortController();
  #wantsAvif = false;
  /** Whether the last started thread has AVIF. */
  #withAvif = false;
  #servedTenant: number | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ log }: { readonly log: Log }, options: Partial<ImageLimits> = {}) {
    this.#log = log;
    this.#limits = { ...defaults, ...options };
    const { memoryBytes, idleMs } = this.#limits;
    this.#codec = defineWorker<CodecTask, CodecReply>({
      name: 'codec',
      moduleUrl: import.meta.url,
      workerData: (): CodecSetup => {
        this.#withAvif = this.#wantsAvif;
        return { withAvif: this.#withAvif, memoryBytes };
      },
      idleMs,
      ended: (cause) => new CodecEndedError('the image codecs ended', { cause }),
      closed: () => new Error('The server is stopping.'),
    });
  }

  makeThumbnail(source: ImageSource, options: ThumbnailOptions): Promise<Thumbnail | undefined> {
    const made = this.#last.then(() => this.#make(source, options));
    this.#last = made.catch(() => undefined);
    return made;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The server is stopping.'));
    await this.#last;
    await this.#codec.close();
  }

  async #make(source: ImageSource, { tenant, signal }: ThumbnailOptions): Promise<Thumbnail | undefined> {
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    stopped.throwIfAborted();
    if (source.bytes > this.#limits.maxBytes) return undefined;
    const head = await readBytes(source, Math.min(source.bytes, imageHeadBytes), stopped);
    const type = imageTypeOf(new Uint8Array(head));
    if (type === undefined) return undefined;
    const bytes = await readBytes(source, source.bytes, stopped);
    await this.#prepareFor(tenant, type === 'avif');
    return this.#decode(type, bytes, stopped);
  }

  /** Ends a thread that served another tenant, or can't decode AVIF. */
  async #prepareFor(tenant: number, isAvif: boolean): Promise<void> {
    this.#wantsAvif = isAvif;
    if (this.#servedTenant !== tenant || (isAvif && !this.#withAvif)) await this.#codec.stop();
    this.#servedTenant = tenant;
  }

  async #decode(type: ImageType, bytes: ArrayBuffer, signal: AbortSignal): Promise<Thumbnail | undefined> {
    const { timeMs, cpuMs, readCpuMs, maxPixels } = this.#limits;
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
      const thumbnail = await this.#codec.run({ type, bytes, maxPixels, side: thumbnailSidePixels }, [bytes]);
      signal.throwIfAborted();
      return thumbnail;
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

type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** Bytes at the beginning that identify the type of an image. */
const imageHeadBytes = 64;

/** From the bytes, whatever type was declared. Not SVG, which is a program and may load other files. */
function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const text = String.fromCharCode(...head.subarray(0, imageHeadBytes));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  // ISO base media: the brands of the first box, the main one and those it is compatible with.
  if (text.startsWith('ftyp', 4) && (text.match(/.{4}/gs) ?? []).slice(2).some(isAvifBrand)) return 'avif';
  return undefined;
}

const isAvifBrand = (brand: string): boolean => brand === 'avif' || brand === 'avis';
