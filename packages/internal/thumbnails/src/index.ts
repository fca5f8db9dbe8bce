export {
  thumbnailRendition,
  type Images,
  type ImageSource,
  type PictureFormat,
  type RenderedImage,
  type RenderOptions,
  type Rendition,
} from './images-port.ts';
export { DiskPictures } from './disk-pictures.ts';
export type { PictureReader, Pictures } from './pictures-port.ts';
export { pictureTypeOf } from './image-types.ts';
export { WorkerImages, type ImageLimits } from './worker-images.ts';
