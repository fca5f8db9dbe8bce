/**
 * Thumbnails, behind the port in images-port.ts: `make-thumbnail.ts` has the limits, `image-type.ts` detects types;
 * `codec.worker.ts` runs the codecs in a thread.
 */
export type { Images, ImageSource, Thumbnail, ThumbnailOptions } from './images-port.ts';
export { createWorkerImages, type ImageLimits } from './make-thumbnail.ts';
