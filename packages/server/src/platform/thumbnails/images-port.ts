/** Bytes that can be read from anywhere; a BlobReader is one. */
export interface ImageSource {
  readonly bytes: number;
  /** Fills `into` from `position` on; answers how many bytes it got. */
  read(into: Uint8Array, position: number): Promise<number>;
}

/** A WebP that fits into `thumbnailSidePixels` of `make-thumbnail.ts`: upright, with the transparency of its source and none of its metadata. */
export interface Thumbnail {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface ThumbnailOptions {
  /** Whose image it is. Images of two tenants are never decoded in the same memory. */
  readonly tenant: number;
  /** Aborted: what is under way ends, and the call rejects. */
  readonly signal: AbortSignal;
}

/** Makes small images of large ones, away from the event loop. Whatever the bytes are, they harm nothing. */
export interface Images {
  /**
   * undefined where there is none to be had: the bytes are no image of a known type, a broken one, or one that would take
   * too much memory or time. Rejects where the source can't be read or the codecs can't be started: that may be
   * different another time.
   */
  makeThumbnail(source: ImageSource, options: ThumbnailOptions): Promise<Thumbnail | undefined>;
  /** Ends what is under way. */
  close(): Promise<void>;
}
