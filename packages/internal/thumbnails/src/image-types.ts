import type { PictureFormat } from './images-port.ts';

/** Types that a codec reads. */
export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';
/** Types of which only a JPEG inside is read: photos as the sensor saw them, and HEIC. */
export type CarrierType = 'tiff' | 'heic';

export const isCarrier = (type: ImageType | CarrierType): type is CarrierType => type === 'tiff' || type === 'heic';

/** Bytes at the beginning that identify the type of an image. */
export const imageHeadBytes = 64;

/** From the bytes, whatever type was declared. Not SVG, which is a program and may load other files. */
export function imageTypeOf(head: Uint8Array): ImageType | CarrierType | undefined {
  const text = String.fromCharCode(...head.subarray(0, imageHeadBytes));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  // ISO base media: the brands of the first box, the main one and those it is compatible with.
  const brands = text.startsWith('ftyp', 4) ? (text.match(/.{4}/gs) ?? []).slice(2) : [];
  if (brands.some((brand) => avifBrands.has(brand))) return 'avif';
  if (brands.some((brand) => heicBrands.has(brand))) return 'heic';
  return tiffHeads.some((each) => text.startsWith(each)) ? 'tiff' : undefined;
}

const avifBrands = new Set(['avif', 'avis']);
const heicBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'mif1']);
/** TIFF in both orders of bytes, and what Olympus and Panasonic made of it. */
const tiffHeads = ['II*\0', 'MM\0*', 'IIRO', 'IIRS', 'IIU\0'];

export type PictureType = `image/${PictureFormat}`;

/** The media type of a rendered image. */
export function pictureTypeOf(head: Uint8Array): PictureType {
  const type = imageTypeOf(head);
  if (type === undefined || type === 'gif' || isCarrier(type)) throw new Error('these bytes are no rendered image');
  return `image/${type}`;
}
