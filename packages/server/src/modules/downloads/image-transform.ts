import { transformSides, type Transform } from '@drive/contract';
import type { PictureFormat, Rendition } from '@drive/thumbnails';

/** A transform with what it leaves out. Wishes that differ little are equal, so that strangers cannot ask for a new picture each time. */
export interface ImageTransform extends Pick<Rendition, 'width' | 'height' | 'fit'> {
  readonly format: PictureFormat | 'auto';
  /** undefined: that of the format. */
  readonly quality: number | undefined;
}

const largestSide = Math.max(...transformSides);
const qualityStep = 5;

const qualityOf: Readonly<Record<Rendition['format'], number>> = { webp: 75, avif: 50, jpeg: 80, plain: 80, png: 100 };

const roundUp = (side: number | undefined): number | undefined =>
  side === undefined ? undefined : (transformSides.find((allowed) => allowed >= side) ?? largestSide);

/** undefined if nothing is asked for. */
export function transformOf({ w, h, fit, format, q }: Transform): ImageTransform | undefined {
  if ([w, h, fit, format, q].every((field) => field === undefined)) return undefined;
  const [width, height] = w === undefined && h === undefined ? [largestSide, largestSide] : [roundUp(w), roundUp(h)];
  const hasBox = w !== undefined && h !== undefined;
  return {
    width,
    height,
    fit: hasBox ? (fit ?? 'inside') : 'inside',
    format: format ?? 'auto',
    quality: q === undefined || format === 'png' ? undefined : Math.ceil(q / qualityStep) * qualityStep,
  };
}

/** The rendition for a client with this header Accept. */
export function renditionOf({ width, height, fit, format, quality }: ImageTransform, accept = ''): Rendition {
  // AVIF takes several times as long, so only those get it who ask for it.
  const automatic = /\bimage\/webp\b/i.test(accept) ? 'webp' : 'plain';
  const rendered = format === 'auto' ? automatic : format;
  return { width, height, fit, format: rendered, quality: quality ?? qualityOf[rendered] };
}

/** The transform in a signed URL. */
export const writeTransform = ({ width, height, fit, format, quality }: ImageTransform): string =>
  `${width ?? ''}x${height ?? ''}-${fit}-${format}-${quality ?? ''}`;

const written = /^(\d*)x(\d*)-(inside|cover|contain)-(auto|webp|avif|jpeg|png)-(\d*)$/;

/** The transform of a URL that this server signed; undefined if it has none. */
export function readTransform(text: string): ImageTransform | undefined {
  if (text === '') return undefined;
  const [, width, height, fit, format, quality] = written.exec(text) ?? [];
  const numberOf = (digits = ''): number | undefined => (digits === '' ? undefined : Number(digits));
  return {
    width: numberOf(width),
    height: numberOf(height),
    fit: fit as ImageTransform['fit'],
    format: format as ImageTransform['format'],
    quality: numberOf(quality),
  };
}
