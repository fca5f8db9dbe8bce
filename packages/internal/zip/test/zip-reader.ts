import { crc32 } from 'node:zlib';

export interface ZipReaderEntry {
  readonly path: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  /** Epoch milliseconds, from an extra field, otherwise from the DOS time as UTC. */
  readonly modifiedAt: number;
  /** Position of the local header. */
  readonly offset: number;
}

export interface ReadZip {
  readonly entries: ZipReaderEntry[];
  readonly bytes: number;
  readonly isZip64: boolean;
}

/**
 * Reads a ZIP of stored files strictly, in one pass. Throws unless every local header has sizes and the right checksum, the
 * central directory agrees with the local headers, and the end records give its position.
 */
export async function readZip(source: AsyncIterable<Uint8Array>): Promise<ReadZip> {
  const input = new Input(source);
  const entries: ZipReaderEntry[] = [];
  for (;;) {
    const offset = input.position;
    const signature = (await input.take(4)).readUInt32LE();
    if (signature === 0x04034b50) entries.push(await readLocal(input, offset));
    else if (signature === 0x02014b50 || signature === 0x06054b50 || signature === 0x06064b50)
      return readDirectory(input, offset, signature, entries);
    else throw new Error(`unknown signature ${signature.toString(16)} at ${offset}`);
  }
}

async function readLocal(input: Input, offset: number): Promise<ZipReaderEntry> {
  const fixed = await input.take(26);
  const entry = await readNames(input, fixed.subarray(2), offset, 0);
  const needed = fixed.readUInt16LE(0);
  const isLarge = entry.sizeBytes >= 0xffff_ffff;
  must(needed === (isLarge ? 45 : 20), `version ${needed}`, offset);
  let sum = 0;
  await input.skip(entry.sizeBytes, (piece) => (sum = crc32(piece, sum)));
  must(sum === entry.crc32, `checksum ${entry.crc32} of what has ${sum}`, offset);
  return entry;
}

/** `fixed` begins at the flags. `offsetField` is the local header's offset in a directory entry, 0 in a local header. */
async function readNames(input: Input, fixed: Buffer, offset: number, offsetField: number): Promise<ZipReaderEntry> {
  const flags = fixed.readUInt16LE(0);
  must((flags & ~0x0800) === 0, `flags ${flags}`, offset);
  must(fixed.readUInt16LE(2) === 0, 'compressed', offset);
  const dosTime = fixed.readUInt16LE(4);
  const dosDate = fixed.readUInt16LE(6);
  const compressed = fixed.readUInt32LE(12);
  const size = fixed.readUInt32LE(16);
  must(compressed === size, 'sizes differ', offset);
  const isDirectory = fixed.length > 24;
  const rest = await input.take(fixed.readUInt16LE(20));
  const path = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rest);
  must((flags === 0x0800) === /[^\x00-\x7f]/.test(path), `flags ${flags} of ${path}`, offset);
  const extra = await input.take(fixed.readUInt16LE(22));
  const fields = readExtra(extra, offset);
  const large = fields.get(0x0001);
  const wanted = [
    ...(size === 0xffff_ffff ? ['size', 'size'] : []),
    ...(offsetField === 0xffff_ffff ? ['offset'] : []),
  ];
  must((large?.length ?? 0) === wanted.length * 8, 'a ZIP64 field of other contents than are due', offset);
  const sizeBytes = size === 0xffff_ffff ? Number(large?.readBigUInt64LE(0)) : size;
  if (size === 0xffff_ffff) must(Number(large?.readBigUInt64LE(8)) === sizeBytes, 'ZIP64 sizes differ', offset);
  const at = offsetField === 0xffff_ffff ? Number(large?.readBigUInt64LE((wanted.length - 1) * 8)) : offsetField;
  const times = fields.get(0x5455);
  must(times === undefined || (times.length === 5 && times[0] === 1), 'times', offset);
  const dos = Date.UTC(
    1980 + (dosDate >> 9),
    ((dosDate >> 5) & 15) - 1,
    dosDate & 31,
    dosTime >> 11,
    (dosTime >> 5) & 63,
    (dosTime & 31) * 2,
  );
  const ntfs = fields.get(0x000a);
  const exact = times === undefined ? ntfs && readFileTime(ntfs, offset) : times.readUInt32LE(1) * 1000;
  if (times !== undefined && ntfs !== undefined)
    must(Math.floor(readFileTime(ntfs, offset) / 1000) * 1000 === exact, 'the two extra times differ', offset);
  const modifiedAt = exact ?? dos;
  const nearest = Math.min(Math.max(modifiedAt, Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31, 23, 59, 59));
  must(dos === nearest - (nearest % 2000), 'the DOS time differs', offset);
  must(!path.endsWith('/') || sizeBytes === 0, 'a folder with bytes', offset);
  return { path, sizeBytes, crc32: fixed.readUInt32LE(8), modifiedAt, offset: isDirectory ? at : offset };
}

/** The three equal times of an NTFS field, in epoch milliseconds. */
function readFileTime(field: Buffer, offset: number): number {
  must(field.length === 32 && field.readUInt32LE(4) === (24 << 16) + 1, 'an NTFS field of other contents', offset);
  const [modified, ...others] = [8, 16, 24].map((at) => field.readBigUInt64LE(at));
  must(modified !== undefined && others.every((time) => time === modified), 'NTFS times differ', offset);
  return Number(modified! / 10_000n) - 11_644_473_600_000;
}

function readExtra(extra: Buffer, offset: number): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  let at = 0;
  while (at < extra.length) {
    const length = extra.readUInt16LE(at + 2);
    must(!fields.has(extra.readUInt16LE(at)), 'an extra field twice', offset);
    fields.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  must(at === extra.length, 'extra fields of another length', offset);
  return fields;
}

async function readDirectory(input: Input, start: number, first: number, entries: ZipReaderEntry[]): Promise<ReadZip> {
  let signature = first;
  let isZip64 = false;
  for (const entry of entries) {
    must(signature === 0x02014b50, `${entry.path} is not in the directory`, input.position);
    const fixed = await input.take(42);
    must(fixed.readUInt16LE(0) === ((3 << 8) | 45), 'made by', entry.offset);
    const offsetField = fixed.readUInt32LE(38);
    const attributes = fixed.readUInt32LE(34);
    const isFolder = entry.path.endsWith('/');
    must(attributes >>> 16 === (isFolder ? 0o040755 : 0o100644), 'attributes', entry.offset);
    must((attributes & 0xffff) === (isFolder ? 0x10 : 0), 'attributes of MS-DOS', entry.offset);
    must(fixed.readUInt16LE(28) === 0 && fixed.readUInt16LE(30) === 0, 'a comment or a disk', entry.offset);
    const said = await readNames(input, fixed.subarray(4), input.position, offsetField);
    must(JSON.stringify(said) === JSON.stringify(entry), `${JSON.stringify(said)} is ${JSON.stringify(entry)}`, start);
    const isLarge = said.sizeBytes >= 0xffff_ffff || offsetField === 0xffff_ffff;
    must(fixed.readUInt16LE(2) === (isLarge ? 45 : 20), 'version', entry.offset);
    signature = (await input.take(4)).readUInt32LE();
  }
  const end = input.position - 4;
  const due = { count: entries.length, offset: start, bytes: end - start };
  if (signature === 0x06064b50) {
    isZip64 = true;
    const record = await input.take(52);
    must(Number(record.readBigUInt64LE(0)) === 44, 'length of the ZIP64 end', end);
    const said = [20, 28, 36, 44].map((at) => Number(record.readBigUInt64LE(at)));
    must(String(said) === String([due.count, due.count, due.bytes, due.offset]), `ZIP64 end says ${said.join()}`, end);
    const locator = await input.take(20);
    must(locator.readUInt32LE(0) === 0x07064b50 && locator.readUInt32LE(16) === 1, 'locator', end);
    must(Number(locator.readBigUInt64LE(8)) === end, 'locator', end);
    signature = (await input.take(4)).readUInt32LE();
  }
  must(signature === 0x06054b50, 'no end', end);
  const record = await input.take(18);
  const said = [record.readUInt16LE(4), record.readUInt16LE(6), record.readUInt32LE(8), record.readUInt32LE(12)];
  const fits = [
    Math.min(due.count, 0xffff),
    Math.min(due.count, 0xffff),
    Math.min(due.bytes, 0xffff_ffff),
    Math.min(due.offset, 0xffff_ffff),
  ];
  must(String(said) === String(fits), `end says ${said.join()}, not ${fits.join()}`, end);
  const mustBe64 = due.count >= 0xffff || due.bytes >= 0xffff_ffff || due.offset >= 0xffff_ffff;
  must(mustBe64 === isZip64, 'ZIP64 where it is not due, or the other way', end);
  must(record.readUInt16LE(16) === 0, 'a comment', end);
  await input.mustEnd();
  return { entries, bytes: input.position, isZip64 };
}

function must(holds: boolean, what: string, at: number): void {
  if (!holds) throw new Error(`bad ZIP at ${at}: ${what}`);
}

/** Reads an exact number of bytes from chunks of any size. */
class Input {
  position = 0;
  readonly #source: AsyncIterator<Uint8Array>;
  #chunk: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(bytes: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    await this.skip(bytes, (piece) => void pieces.push(Buffer.from(piece)));
    return Buffer.concat(pieces);
  }

  async skip(bytes: number, look: (piece: Buffer) => void): Promise<void> {
    let left = bytes;
    while (left > 0) {
      if (this.#chunk.length === 0) {
        const { done, value } = await this.#source.next();
        if (done === true) throw new Error(`the ZIP ends at ${this.position}, ${left} bytes early`);
        this.#chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      }
      const piece = this.#chunk.subarray(0, left);
      look(piece);
      this.#chunk = this.#chunk.subarray(piece.length);
      this.position += piece.length;
      left -= piece.length;
    }
  }

  async mustEnd(): Promise<void> {
    const { done } = this.#chunk.length > 0 ? { done: false } : await this.#source.next();
    if (done !== true) throw new Error(`bytes behind the end of the ZIP at ${this.position}`);
  }
}
