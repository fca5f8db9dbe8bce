import type { ImageType } from './image-type.ts';

/** What a codec thread is given at its start. */
export interface CodecSetup {
  readonly withAvif: boolean;
  /** The most its memory may grow to; what needs more fails. */
  readonly memoryBytes: number;
}

/** One image; the thread takes the bytes over. */
export interface CodecTask {
  readonly type: ImageType;
  readonly bytes: ArrayBuffer;
  readonly maxPixels: number;
  /** The thumbnail is at most so wide and so high. */
  readonly side: number;
}

export type CodecNews =
  | { readonly kind: 'ready' }
  | { readonly kind: 'thumbnail'; readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly kind: 'refused' };
