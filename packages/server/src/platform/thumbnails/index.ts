/**
 * Small images of large ones, behind the port in images.ts: `worker-images.ts` says what may become one and how much it
 * may cost, `image-type.ts` what bytes are; `codec.worker.ts` runs the codecs in a thread.
 */
export type { Images, ImageSource, Thumbnail, ThumbnailOptions } from './images.ts';
export { createWorkerImages, type ImageLimits } from './worker-images.ts';
