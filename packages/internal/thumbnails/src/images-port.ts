/** Bytes that can be read from anywhere; a BlobReader is one. */
export interface ImageSource {
  readonly bytes: number;
  /** Fills `into` from `position` on; answers how many bytes it got. */
  read(into: Uint8Array, position: number): Promise<number>;
}

/** A WebP that fits into `thumbnailSidePixels` of `worker-images.ts`: upright, with the transparency of its source and none of its metadata. */
export interface Thumbnail {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface ThumbnailOptions {
  /** The owner of the image. Images of two tenants are never decoded in the same memory. */
  readonly tenant: number;
  /** Aborting ends the current image, and the call rejects. */
  readonly signal: AbortSignal;
}

/** Makes small images of large ones, outside the event loop. No bytes can do harm. */
export interface Images {
  /** undefined: no image of a known type, broken, or too costly. Rejects for causes that a retry may solve. */
  makeThumbnail(source: ImageSource, options: ThumbnailOptions): Promise<Thumbnail | undefined>;
  /** Ends the current image. */
  close(): Promise<void>;
}
