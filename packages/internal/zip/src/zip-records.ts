/** One file or folder of a ZIP, as its two headers describe it. */
export interface ZipEntry {
  /** Folders separated by `/`; at most 65,535 bytes of UTF-8. Ends with `/` for a folder, which has no bytes. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** Value of a 32-bit field whose number is in the ZIP64 extra field instead. */
const inZip64 = 0xffff_ffff;
const countInZip64 = 0xffff;

const version = 45;
const madeByUnix = (3 << 8) | version;
/** Version needed to extract: 2.0 for folders in paths, 4.5 for ZIP64. */
const versionNeeded = (isZip64: boolean): number => (isZip64 ? version : 20);
/** A regular file with mode 0644, or a folder with mode 0755, which MS-DOS marks by a bit of its own. */
const attributesOf = (path: string): number => (path.endsWith('/') ? 0o040755 * 0x1_0000 + 0x10 : 0o100644 * 0x1_0000);
const namesAreUtf8 = 0x0800;
const stored = 0;

const localBytes = 30;
const centralBytes = 46;
const endBytes = 22;
const zip64EndBytes = 56;
const zip64LocatorBytes = 20;
/** Identifier and length of an extra field. */
const extraHeadBytes = 4;

const pathBytes = (path: string): number => Buffer.byteLength(path);

/** Header in front of a file's bytes. Contains sizes and checksum, so no data descriptor follows the bytes. */
export function localHeader(entry: ZipEntry): Buffer {
  const isLarge = entry.sizeBytes >= inZip64;
  const large = isLarge ? [entry.sizeBytes, entry.sizeBytes] : [];
  const writer = new RecordWriter(localHeaderBytes(entry.path, entry.sizeBytes, entry.modifiedAt));
  writer.u32(0x04034b50);
  writer.u16(versionNeeded(isLarge));
  writeCommon(writer, entry, isLarge ? inZip64 : entry.sizeBytes);
  writer.u16(extraBytes(large.length, entry.modifiedAt));
  writer.text(entry.path);
  writeExtra(writer, large, entry.modifiedAt);
  return writer.done();
}

export const localHeaderBytes = (path: string, sizeBytes: number, modifiedAt: number): number =>
  localBytes + pathBytes(path) + extraBytes(sizeBytes >= inZip64 ? 2 : 0, modifiedAt);

/** Entry of the central directory for a file whose local header is at `offset`. */
export function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const { sizeBytes, modifiedAt, path } = entry;
  const large = largeOf(sizeBytes, offset);
  const writer = new RecordWriter(centralHeaderBytes(path, sizeBytes, modifiedAt, offset));
  writer.u32(0x02014b50);
  writer.u16(madeByUnix);
  writer.u16(versionNeeded(large.length > 0));
  writeCommon(writer, entry, Math.min(sizeBytes, inZip64));
  writer.u16(extraBytes(large.length, modifiedAt));
  writer.u16(0); // comment
  writer.u16(0); // disk
  writer.u16(0); // internal attributes
  writer.u32(attributesOf(path));
  writer.u32(Math.min(offset, inZip64));
  writer.text(path);
  writeExtra(writer, large, modifiedAt);
  return writer.done();
}

export const centralHeaderBytes = (path: string, sizeBytes: number, modifiedAt: number, offset: number): number =>
  centralBytes + pathBytes(path) + extraBytes(largeOf(sizeBytes, offset).length, modifiedAt);

/** Entry count, position and length of the central directory. */
interface CentralDirectory {
  readonly count: number;
  readonly offset: number;
  readonly bytes: number;
}

export function endRecords(directory: CentralDirectory): Buffer {
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

export const endRecordsBytes = (directory: CentralDirectory): number =>
  endBytes + (isZip64(directory) ? zip64EndBytes + zip64LocatorBytes : 0);

const isZip64 = ({ count, offset, bytes }: CentralDirectory): boolean =>
  count >= countInZip64 || offset >= inZip64 || bytes >= inZip64;

/** Numbers that do not fit their field of the central directory, in the order of the ZIP64 extra field. */
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

/** DOS time in steps of two seconds from 1980 to 2107. It has no time zone; this one is UTC. */
function dosTime(modifiedAt: number): { date: number; time: number } {
  const at = new Date(Math.min(Math.max(modifiedAt, Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31, 23, 59, 58)));
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/**
 * Seconds for the extended timestamp field of Info-ZIP, undefined outside 1970 to 2106. Its 32 bits are signed by definition, but
 * programs write times after 2038 as if they were not, and libarchive and 7-Zip read every time so: a negative one would become
 * a time after 2038.
 */
const unixSeconds = (modifiedAt: number): number | undefined => {
  const seconds = Math.floor(modifiedAt / 1000);
  return seconds >= 0 && seconds <= 0xffff_ffff ? seconds : undefined;
};

/** The time in the field of Windows, 100 nanoseconds since 1601, if the extended timestamp does not suffice; undefined before 1601. */
const fileTime = (modifiedAt: number): bigint | undefined => {
  const isInOtherField = modifiedAt >= 0 && modifiedAt < 0x8000_0000 * 1000;
  const sinceStart = modifiedAt + 11_644_473_600_000;
  return isInOtherField || sinceStart < 0 ? undefined : BigInt(sinceStart) * 10_000n;
};

const unixBytes = extraHeadBytes + 5;
const fileTimeBytes = extraHeadBytes + 32;

const extraBytes = (largeFields: number, modifiedAt: number): number =>
  (largeFields === 0 ? 0 : extraHeadBytes + 8 * largeFields) +
  (unixSeconds(modifiedAt) === undefined ? 0 : unixBytes) +
  (fileTime(modifiedAt) === undefined ? 0 : fileTimeBytes);

function writeExtra(writer: RecordWriter, large: readonly number[], modifiedAt: number): void {
  if (large.length > 0) {
    writer.u16(0x0001);
    writer.u16(8 * large.length);
    for (const value of large) writer.u64(value);
  }
  const seconds = unixSeconds(modifiedAt);
  if (seconds !== undefined) {
    writer.u16(0x5455);
    writer.u16(unixBytes - extraHeadBytes);
    writer.u8(1); // only the modification time follows
    writer.u32(seconds);
  }
  const time = fileTime(modifiedAt);
  if (time === undefined) return;
  // Behind the other one: programs that read both let the last win.
  writer.u16(0x000a);
  writer.u16(fileTimeBytes - extraHeadBytes);
  writer.u32(0); // reserved
  writer.u16(1); // modification, access and creation time follow
  writer.u16(24);
  for (let which = 0; which < 3; which += 1) writer.u64(time);
}

/** Writes little-endian fields one after another into a buffer of the expected length. */
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
  u64(value: number | bigint): void {
    this.#at = this.#bytes.writeBigUInt64LE(BigInt(value), this.#at);
  }
  text(value: string): void {
    this.#at += this.#bytes.write(value, this.#at);
  }
  done(): Buffer {
    if (this.#at !== this.#bytes.length)
      throw new Error(`a ZIP record has ${this.#at} bytes instead of ${this.#bytes.length}`);
    return this.#bytes;
  }
}

/** Adds up the length of a ZIP of stored files before any of it is written. */
export class ZipLength {
  #count = 0;
  #filesBytes = 0;
  #directoryBytes = 0;

  add({ path, sizeBytes, modifiedAt }: Omit<ZipEntry, 'crc32'>): void {
    this.#directoryBytes += centralHeaderBytes(path, sizeBytes, modifiedAt, this.#filesBytes);
    this.#filesBytes += localHeaderBytes(path, sizeBytes, modifiedAt) + sizeBytes;
    this.#count += 1;
  }

  /** Length of the ZIP with the files added up to now. */
  get bytes(): number {
    const directory = { count: this.#count, offset: this.#filesBytes, bytes: this.#directoryBytes };
    return this.#filesBytes + this.#directoryBytes + endRecordsBytes(directory);
  }
}
