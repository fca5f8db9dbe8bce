/** Bytes that can be read from anywhere; a BlobReader is one. */
export interface ImageSource {
  readonly bytes: number;
  /** Fills `into` from `position` on; answers how many bytes it got. */
  read(into: Uint8Array, position: number): Promise<number>;
}

/** Upright, in sRGB, with the transparency of its source if its format has any, and with none of its metadata. */
export interface RenderedImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type PictureFormat = 'webp' | 'avif' | 'jpeg' | 'png';

/** How an image is made of another. */
export interface Rendition {
  /** Pixels. undefined: what the aspect of the source makes of the other side; without both, the size of the source. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /**
   * `inside`: within the box, never enlarged. `cover`: fills the box, and the rest is cut off at both ends. `contain`: within the
   * box, with transparent or white bars up to it. The last two need both sides.
   */
  readonly fit: 'inside' | 'cover' | 'contain';
  /** `plain`: what every program reads, a PNG if the source is transparent and else a JPEG. */
  readonly format: PictureFormat | 'plain';
  /** 1 to 100; without meaning for PNG. */
  readonly quality: number;
}

/** Width and height in pixels into which a thumbnail fits. */
const thumbnailSidePixels = 512;
/** The rendition that a file has without being asked for it. */
export const thumbnailRendition: Rendition = {
  width: thumbnailSidePixels,
  height: thumbnailSidePixels,
  fit: 'inside',
  format: 'webp',
  quality: 75,
};

export interface RenderOptions {
  /** The owner of the image. Images of two tenants are never decoded in the same memory. */
  readonly tenant: number;
  /** Aborting ends the current image, and the call rejects. */
  readonly signal: AbortSignal;
  /** Default: the thumbnail. */
  readonly rendition?: Rendition;
}

/** Makes images of images, outside the event loop. No bytes can do harm. */
export interface Images {
  /**
   * undefined: no image of a known type, broken, or too costly. Rejects for causes that a retry may solve, with the DomainError
   * `unavailable` if too many images wait. Tenants take turns.
   */
  render(source: ImageSource, options: RenderOptions): Promise<RenderedImage | undefined>;
  /** Ends the current image. */
  close(): Promise<void>;
}
