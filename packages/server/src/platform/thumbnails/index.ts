/**
 * Small images of large ones, behind the port in images-port.ts: `make-thumbnail.ts` says what may become one and how much it
 * may cost, `image-type.ts` what bytes are; `codec.worker.ts` runs the codecs in a thread.
 */
export type { Images, ImageSource, Thumbnail, ThumbnailOptions } from './images-port.ts';
export { createWorkerImages, type ImageLimits } from './make-thumbnail.ts';
