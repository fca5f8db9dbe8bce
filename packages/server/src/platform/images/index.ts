/**
 * Small images of large ones, behind the port in images.ts: `worker-images.ts` says what may become one and how much it
 * may cost, `image-type.ts` what bytes are, `codec-thread.ts` runs the codecs of `codec.worker.ts` in a thread.
 */
export type { Images, ImageSource, Thumbnail, ThumbnailOptions } from './images.ts';
export { createWorkerImages, type ImageLimits } from './worker-images.ts';
