export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** Bytes at the beginning that identify the type of an image. */
export const imageHeadBytes = 64;

/**
 * The type of the bytes, with any declared type. SVG is not supported: it is a program rather than an image, and may
 * load other files.
 */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const text = String.fromCharCode(...head.subarray(0, imageHeadBytes));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  // ISO base media: the brands of the first box, the main one and those it is compatible with.
  if (text.startsWith('ftyp', 4) && (text.match(/.{4}/gs) ?? []).slice(2).some(isAvifBrand)) return 'avif';
  return undefined;
}

const isAvifBrand = (brand: string): boolean => brand === 'avif' || brand === 'avis';
