export type { Images, ImageSource, Thumbnail, ThumbnailOptions } from './images-port.ts';
export { createWorkerImages, type ImageLimits } from './make-thumbnail.ts';
