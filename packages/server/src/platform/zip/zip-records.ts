/** What the format says of one file of a ZIP. */
export interface ZipEntry {
  /** With `/` between folders, UTF-8 of at most 65,535 bytes. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** Fields of four bytes hold less than this; it says that the number is in the ZIP64 field instead. */
const inZip64 = 0xffff_ffff;
const countInZip64 = 0xffff;

const version = 45;
const madeByUnix = (3 << 8) | version;
/** Folders in paths need 2.0, ZIP64 4.5. */
const neededFor = (isZip64: boolean): number => (isZip64 ? version : 20);
/** A regular file that its owner may write and all may read. */
const attributes = 0o100644 * 0x1_0000;
const namesAreUtf8 = 0x0800;
const stored = 0;

const localBytes = 30;
const centralBytes = 46;
const endBytes = 22;
const zip64EndBytes = 56;
const zip64LocatorBytes = 20;
/** Of an extra field, before its values. */
const extraHeadBytes = 4;

const pathBytes = (path: string): number => Buffer.byteLength(path);

/** The header before a file's bytes: sizes and checksum are in it, so none come behind them. */
export function localHeader(entry: ZipEntry): Buffer {
  const isLarge = entry.sizeBytes >= inZip64;
  const large = isLarge ? [entry.sizeBytes, entry.sizeBytes] : [];
  const writer = new RecordWriter(localHeaderBytes(entry.path, entry.sizeBytes, entry.modifiedAt));
  writer.u32(0x04034b50);
  writer.u16(neededFor(isLarge));
  writeCommon(writer, entry, isLarge ? inZip64 : entry.sizeBytes);
  writer.u16(extraBytes(large.length, entry.modifiedAt));
  writer.text(entry.path);
  writeExtra(writer, large, entry.modifiedAt);
  return writer.done();
}

export const localHeaderBytes = (path: string, sizeBytes: number, modifiedAt: number): number =>
  localBytes + pathBytes(path) + extraBytes(sizeBytes >= inZip64 ? 2 : 0, modifiedAt);

/** What the directory at the end says of a file whose local header lies at `offset`. */
export function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const { sizeBytes, modifiedAt, path } = entry;
  const large = largeOf(sizeBytes, offset);
  const writer = new RecordWriter(centralHeaderBytes(path, sizeBytes, modifiedAt, offset));
  writer.u32(0x02014b50);
  writer.u16(madeByUnix);
  writer.u16(neededFor(large.length > 0));
  writeCommon(writer, entry, Math.min(sizeBytes, inZip64));
  writer.u16(extraBytes(large.length, modifiedAt));
  writer.u16(0); // comment
  writer.u16(0); // disk
  writer.u16(0); // internal attributes
  writer.u32(attributes);
  writer.u32(Math.min(offset, inZip64));
  writer.text(path);
  writeExtra(writer, large, modifiedAt);
  return writer.done();
}

export const centralHeaderBytes = (path: string, sizeBytes: number, modifiedAt: number, offset: number): number =>
  centralBytes + pathBytes(path) + extraBytes(largeOf(sizeBytes, offset).length, modifiedAt);

/** Where the directory lies, and what it holds. */
export interface ZipDirectory {
  readonly count: number;
  readonly offset: number;
  readonly bytes: number;
}

export function endRecords(directory: ZipDirectory): Buffer {
  const { count, offset, bytes } = directory;
  const writer = new RecordWriter(endRecordsBytes(directory));
  if (isZip64(directory)) {
    writer.u32(0x06064b50);
    writer.u64(zip64EndBytes - 12);
    writer.u16(madeByUnix);
    writer.u16(version);
    writer.u32(0); // this disk
    writer.u32(0); // disk of the directory
    writer.u64(count);
    writer.u64(count);
    writer.u64(bytes);
    writer.u64(offset);
    writer.u32(0x07064b50);
    writer.u32(0); // disk of the record above
    writer.u64(offset + bytes);
    writer.u32(1); // disks
  }
  writer.u32(0x06054b50);
  writer.u16(0); // this disk
  writer.u16(0); // disk of the directory
  writer.u16(Math.min(count, countInZip64));
  writer.u16(Math.min(count, countInZip64));
  writer.u32(Math.min(bytes, inZip64));
  writer.u32(Math.min(offset, inZip64));
  writer.u16(0); // comment
  return writer.done();
}

export const endRecordsBytes = (directory: ZipDirectory): number =>
  endBytes + (isZip64(directory) ? zip64EndBytes + zip64LocatorBytes : 0);

const isZip64 = ({ count, offset, bytes }: ZipDirectory): boolean =>
  count >= countInZip64 || offset >= inZip64 || bytes >= inZip64;

/** What does not fit its own field of the directory, in the order in which ZIP64 lists it. */
const largeOf = (sizeBytes: number, offset: number): number[] => [
  ...(sizeBytes >= inZip64 ? [sizeBytes, sizeBytes] : []),
  ...(offset >= inZip64 ? [offset] : []),
];

function writeCommon(writer: RecordWriter, { path, crc32, modifiedAt }: ZipEntry, sizeField: number): void {
  writer.u16(pathBytes(path) === path.length ? 0 : namesAreUtf8);
  writer.u16(stored);
  const { date, time } = dosTime(modifiedAt);
  writer.u16(time);
  writer.u16(date);
  writer.u32(crc32);
  writer.u32(sizeField);
  writer.u32(sizeField);
  writer.u16(pathBytes(path));
}

/** Steps of two seconds from 1980 to 2107, without a time zone: UTC, for those who do not read the extra field. */
function dosTime(modifiedAt: number): { date: number; time: number } {
  const at = new Date(Math.min(Math.max(modifiedAt, Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31, 23, 59, 58)));
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/** The extra field for Unix times holds seconds until January 2038. */
const unixSeconds = (modifiedAt: number): number | undefined => {
  const seconds = Math.floor(modifiedAt / 1000);
  return seconds >= 0 && seconds <= 0x7fff_ffff ? seconds : undefined;
};

const extraBytes = (largeFields: number, modifiedAt: number): number =>
  (largeFields === 0 ? 0 : extraHeadBytes + 8 * largeFields) +
  (unixSeconds(modifiedAt) === undefined ? 0 : extraHeadBytes + 5);

function writeExtra(writer: RecordWriter, large: readonly number[], modifiedAt: number): void {
  if (large.length > 0) {
    writer.u16(0x0001);
    writer.u16(8 * large.length);
    for (const value of large) writer.u64(value);
  }
  const seconds = unixSeconds(modifiedAt);
  if (seconds === undefined) return;
  writer.u16(0x5455);
  writer.u16(5);
  writer.u8(1); // only the time of modification follows
  writer.u32(seconds);
}

/** Little-endian, one field after the other. */
class RecordWriter {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: number) {
    this.#bytes = Buffer.allocUnsafe(bytes);
  }

  u8(value: number): void {
    this.#at = this.#bytes.writeUInt8(value, this.#at);
  }
  u16(value: number): void {
    this.#at = this.#bytes.writeUInt16LE(value, this.#at);
  }
  u32(value: number): void {
    this.#at = this.#bytes.writeUInt32LE(value, this.#at);
  }
  u64(value: number): void {
    this.#at = this.#bytes.writeBigUInt64LE(BigInt(value), this.#at);
  }
  text(value: string): void {
    this.#at += this.#bytes.write(value, this.#at);
  }
  done(): Buffer {
    if (this.#at !== this.#bytes.length) throw new Error(`a ZIP record of ${this.#bytes.length} bytes got ${this.#at}`);
    return this.#bytes;
  }
}
