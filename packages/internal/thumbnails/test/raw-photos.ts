/** An entry of a directory: tag, type (3: 16 bits, 4: 32 bits, 7: bytes), count and value. */
export type TiffEntry = readonly [tag: number, type: 3 | 4 | 7, count: number, value: number];

export interface RawPhoto {
  readonly littleEndian?: boolean;
  /** Bytes in the place of TIFF's number 42. */
  readonly magic?: string;
  /** Entries by the offsets at which the JPEGs begin and at which the directories do; the first directory is the first. */
  readonly directories: readonly ((at: {
    readonly jpegs: readonly number[];
    readonly directories: readonly number[];
  }) => readonly TiffEntry[])[];
  readonly jpegs: readonly Buffer[];
}

/** Writes a file of the family of TIFF by hand, as cameras do: directories, then the JPEGs, then what the sensor saw. */
export function rawPhoto({ littleEndian = true, magic, directories, jpegs }: RawPhoto): Buffer {
  const sizes = directories.map(
    (entriesAt) => 6 + 12 * entriesAt({ jpegs: jpegs.map(() => 0), directories: directories.map(() => 0) }).length,
  );
  const starts = offsetsOf(8, sizes);
  const jpegStarts = offsetsOf(
    8 + sizes.reduce((sum, size) => sum + size, 0),
    jpegs.map((jpeg) => jpeg.length),
  );
  const head = Buffer.alloc(8 + sizes.reduce((sum, size) => sum + size, 0));
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  head.write(littleEndian ? 'II' : 'MM', 'latin1');
  if (magic === undefined) view.setUint16(2, 42, littleEndian);
  else head.write(magic, 2, 'latin1');
  view.setUint32(4, starts[0] ?? 0, littleEndian);
  for (const [index, entriesAt] of directories.entries()) {
    const start = starts[index] ?? 0;
    const entries = entriesAt({ jpegs: jpegStarts, directories: starts });
    view.setUint16(start, entries.length, littleEndian);
    for (const [place, [tag, type, count, value]] of entries.entries()) {
      const at = start + 2 + place * 12;
      view.setUint16(at, tag, littleEndian);
      view.setUint16(at + 2, type, littleEndian);
      view.setUint32(at + 4, count, littleEndian);
      if (type === 3) view.setUint16(at + 8, value, littleEndian);
      else view.setUint32(at + 8, value, littleEndian);
    }
  }
  return Buffer.concat([head, ...jpegs, Buffer.alloc(5000, 0x5a)]);
}

const offsetsOf = (first: number, sizes: readonly number[]): number[] =>
  sizes.map((_, index) => first + sizes.slice(0, index).reduce((sum, size) => sum + size, 0));

/** The beginning of a JPEG that only a decoder of the sensor's data reads (SOF3). */
export const losslessJpeg = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('ffd8ffc3000b0800100010010011', 'hex'), Buffer.alloc(bytes - 14)]);
