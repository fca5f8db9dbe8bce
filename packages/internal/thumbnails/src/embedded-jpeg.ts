import type { parse } from 'exifr';
import type { CarrierType } from './image-types.ts';

/** The reader of metadata, which is loaded with the thread, because the thread has no files later. */
export interface MetadataReader {
  readonly parse: typeof parse;
}

/** TIFF tags (TIFF 6.0; those of previews are in EXIF 2.32, and JpgFromRaw is Panasonic's). */
const tag = { compression: 259, stripOffsets: 273, stripBytes: 279, orientation: 274, subIfds: 330 } as const;
const tagOfJpeg = { offset: 513, bytes: 514, fromRaw: 46 } as const;
const jpegCompressions = new Set([6, 7]);
const mostSubIfds = 8;

const wanted = [...Object.values(tag), ...Object.values(tagOfJpeg)];

const onlyTags = {
  tiff: true,
  ifd0: { pick: wanted },
  ifd1: { pick: wanted },
  exif: false,
  gps: false,
  interop: false,
  makerNote: false,
  userComment: false,
  xmp: false,
  icc: false,
  iptc: false,
  jfif: false,
  ihdr: false,
  mergeOutput: false,
  translateKeys: false,
  translateValues: false,
  reviveValues: false,
  sanitize: false,
} as const;

/** Values by the number of their tag. */
type Tags = Readonly<Record<number, unknown>>;

/**
 * The largest JPEG inside a RAW photo of the TIFF family (CR2, NEF, ARW, DNG, ORF, RW2, PEF), upright by the orientation of the
 * photo, or the one that a HEIC file carries. undefined: there is none. Throws if the file is broken. Changes the head of the file.
 */
export async function findEmbeddedJpeg(
  reader: MetadataReader,
  file: Uint8Array,
  type: CarrierType,
): Promise<Uint8Array | undefined> {
  if (type === 'heic') {
    const exif = exifOf(file);
    return exif && findEmbeddedJpeg(reader, exif, 'tiff');
  }
  // Olympus and Panasonic have numbers of their own in the place of TIFF's.
  if (file[3] !== tiffMagic) file.set([tiffMagic, 0], 2);
  const first = await readTags(reader, file);
  const jpegs = first.flatMap((tags) => jpegsOf(tags, file));
  for (const offset of numbersOf(first[0]?.[tag.subIfds]).slice(0, mostSubIfds)) {
    setFirstIfd(file, offset);
    for (const tags of await readTags(reader, file)) jpegs.push(...jpegsOf(tags, file));
  }
  const orientation = first[0]?.[tag.orientation];
  return jpegs
    .toSorted((a, b) => b.length - a.length)
    .map((jpeg) => readableJpeg(jpeg, orientation))
    .find((jpeg) => jpeg !== undefined);
}

/**
 * The metadata of a HEIC file, which have the form of a TIFF file: what follows their first mark, up to the end of the file. Writers put
 * either `Exif` before it, or nothing but the length of that, zero (ISO/IEC 23008-12, A.2.1).
 */
function exifOf(file: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const starts = ['Exif\0\0', '\0\0\0\0'].flatMap((before) =>
    ['II*\0', 'MM\0*'].map((head) => {
      const mark = bytes.indexOf(before + head, 0, 'latin1');
      return mark === -1 ? Infinity : mark + before.length;
    }),
  );
  const first = Math.min(...starts);
  return first === Infinity ? undefined : file.subarray(first);
}

/** The tags of the first two directories. */
async function readTags(reader: MetadataReader, file: Uint8Array): Promise<Tags[]> {
  boundTags(file);
  const found = (await reader.parse(file, onlyTags)) as { readonly ifd0?: Tags; readonly ifd1?: Tags } | undefined;
  return [found?.ifd0, found?.ifd1].filter((tags) => tags !== undefined);
}

/** More values than these tags have: places of strips and of directories. */
const mostValues = 4096;

/**
 * Empties tags with more values in the first two directories, except for bytes: the reader would make an array of the size that the
 * file claims for each.
 */
function boundTags(file: Uint8Array): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isLittle = file[0] === littleEndian;
  const u16 = (at: number): number => (at + 2 > view.byteLength ? 0 : view.getUint16(at, isLittle));
  const u32 = (at: number): number => (at + 4 > view.byteLength ? 0 : view.getUint32(at, isLittle));
  for (let directory = u32(4), turn = 0; directory > 0 && turn < 2; turn++) {
    const end = directory + 2 + u16(directory) * 12;
    for (let entry = directory + 2; entry < end && entry + 12 <= view.byteLength; entry += 12)
      if (!bytesOfTiff.has(u16(entry + 2)) && u32(entry + 4) > mostValues) view.setUint32(entry + 4, 1, isLittle);
    directory = u32(end);
  }
}

/** BYTE and UNDEFINED, whose values are a part of the file. */
const bytesOfTiff = new Set([1, 7]);

const numbersOf = (value: unknown): number[] =>
  (typeof value === 'number'
    ? [value]
    : ArrayBuffer.isView(value) || Array.isArray(value)
      ? [...(value as number[])]
      : []
  )
    // A count or an offset, whatever the file claims.
    .filter((each) => Number.isSafeInteger(each) && each > 0);

function jpegsOf(tags: Tags, file: Uint8Array): Uint8Array[] {
  const isStrip = jpegCompressions.has(Number(tags[tag.compression]));
  const places = [
    [tags[tagOfJpeg.offset], tags[tagOfJpeg.bytes]],
    ...(isStrip ? [[tags[tag.stripOffsets], tags[tag.stripBytes]]] : []),
  ];
  const placed = places.flatMap(([offset, bytes]) =>
    typeof offset === 'number' && typeof bytes === 'number' ? [file.subarray(offset, offset + bytes)] : [],
  );
  const inside = tags[tagOfJpeg.fromRaw];
  return inside instanceof Uint8Array ? [...placed, inside] : placed;
}

const tiffMagic = 42;

/** Makes another directory the first one: the reader knows no others by their offset. */
function setFirstIfd(file: Uint8Array, offset: number): void {
  new DataView(file.buffer, file.byteOffset).setUint32(4, offset, file[0] === littleEndian);
}

const littleEndian = 0x49;

const marker = { start: 0xd8, exif: 0xe1, scan: 0xda } as const;
/** SOF3, 7, 11 and 15: the sensor's own data, which no common decoder reads. */
const isLossless = (code: number): boolean => code >= 0xc3 && code <= 0xcf && (code & 3) === 3;

/** The JPEG with the orientation of the photo, unless it has its own; undefined if it is none or is lossless. */
function readableJpeg(jpeg: Uint8Array, orientation: unknown): Uint8Array | undefined {
  if (jpeg[0] !== 0xff || jpeg[1] !== marker.start) return undefined;
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let hasExif = false;
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const code = jpeg[at + 1] ?? marker.scan;
    if (isLossless(code)) return undefined;
    if (code === marker.exif) hasExif = true;
    if (code === marker.scan) break;
  }
  return hasExif || typeof orientation !== 'number' ? jpeg : withOrientation(jpeg, orientation);
}

/** Adds EXIF with the orientation alone: a directory of one entry. */
function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const segment = Buffer.from(
    // APP1 and its length, `Exif`; the header of TIFF, big-endian; one entry, a short at 0x0112; no other directory.
    'ffe100224578696600004d4d002a00000008000101120003000000010000000000000000',
    'hex',
  );
  segment.writeUInt16BE(orientation & 0xf, 28);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}
