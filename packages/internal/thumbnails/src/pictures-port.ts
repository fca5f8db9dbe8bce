import type { PictureType } from './image-types.ts';
import type { ImageSource, Rendition } from './images-port.ts';

/** The bytes of a rendered image. */
export interface PictureReader extends ImageSource {
  readonly type: PictureType;
  close(): Promise<void>;
}

export interface PictureRequest {
  /** Identifies the bytes of the source, which never change. */
  readonly content: string;
  readonly rendition: Rendition;
  /** The owner of the image, as for `Images.render`. */
  readonly tenant: number;
  /** Opens the source, if it has to be rendered. */
  openSource(): Promise<ImageSource & { close(): Promise<void> }>;
}

/** Rendered images, each made once and kept for a while. */
export interface Pictures {
  /** undefined: the source is no image, broken, or too costly. Rejects as `Images.render` and `openSource` do. */
  open(request: PictureRequest): Promise<PictureReader | undefined>;
  /** Drops what is kept of a content whose bytes are deleted. */
  forget(content: string): Promise<void>;
  /** Resolves when nothing is being rendered and written any more. */
  close(): Promise<void>;
}
