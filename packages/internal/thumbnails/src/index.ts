export type { Images, ImageSource, Thumbnail, ThumbnailOptions } from './images-port.ts';
export { WorkerImages, type ImageLimits } from './worker-images.ts';
