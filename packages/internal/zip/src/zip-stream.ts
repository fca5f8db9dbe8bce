import { centralHeader, endRecords, localHeader, localHeaderBytes, type ZipEntry } from './zip-records.ts';

/** A file to write into a ZIP, or a folder, whose path ends with `/`. */
export interface ZipFile extends Omit<ZipEntry, 'crc32'> {
  /** Called just before the file's header is written. */
  crc32(): number | Promise<number>;
  /** Fills `into` completely, from `position` on. Called in order of position, without waiting for earlier calls. */
  read(into: Uint8Array, position: number): Promise<void>;
}

/** Lists the files in batches. Called twice (for the bytes, then for the central directory); both lists must be equal. */
export type ListZipFiles = () => AsyncIterable<readonly ZipFile[]>;

/** Most reads in flight at once. */
const maxReads = 16;

/** The next part of the ZIP: a record, or the bytes of a file. */
interface Segment {
  readonly bytes: number;
  read(into: Uint8Array, position: number): Promise<void> | undefined;
}

/** Writes a ZIP of stored files into the caller's buffers. File bytes are read directly to their place, up to 16 files at a time. */
export class ZipStream {
  readonly #segments: AsyncIterator<Segment>;
  #current: Segment | undefined;
  #position = 0;
  #isOver = false;

  constructor(list: ListZipFiles) {
    this.#segments = segmentsOf(list);
  }

  /** Returns the number of bytes written: less than `buffer.length` only at the end of the ZIP, 0 after it. */
  async fill(buffer: Uint8Array): Promise<number> {
    const reads: Promise<void>[] = [];
    let filled = 0;
    try {
      while (filled < buffer.length && !this.#isOver) {
        const segment = (this.#current ??= await this.#next());
        if (segment === undefined) break;
        const bytes = Math.min(buffer.length - filled, segment.bytes - this.#position);
        const read = segment.read(buffer.subarray(filled, filled + bytes), this.#position);
        filled += bytes;
        this.#position += bytes;
        if (this.#position === segment.bytes) this.#current = undefined;
        if (read === undefined) continue;
        // Awaited below; a failure before that must not count as an unhandled rejection.
        read.catch(() => undefined);
        reads.push(read);
        if (reads.length >= maxReads) await reads.shift();
      }
      await Promise.all(reads);
    } finally {
      // The caller may reuse the buffer, so no read may still be writing into it.
      await Promise.allSettled(reads);
    }
    return filled;
  }

  async #next(): Promise<Segment | undefined> {
    const { done, value } = await this.#segments.next();
    this.#position = 0;
    if (done !== true) return value;
    this.#isOver = true;
    return undefined;
  }

  /** Ends the list early, which closes its open files. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#segments.return?.();
  }
}

async function* segmentsOf(list: ListZipFiles): AsyncGenerator<Segment> {
  const checksums: number[] = [];
  let offset = 0;
  for await (const files of list())
    for (const file of files) {
      const crc32 = await file.crc32();
      checksums.push(crc32);
      yield recordSegment(localHeader({ ...entryOf(file), crc32 }));
      if (file.sizeBytes > 0) yield { bytes: file.sizeBytes, read: (into, position) => file.read(into, position) };
    }

  const directory = { count: checksums.length, offset: 0, bytes: 0 };
  let index = 0;
  for await (const files of list())
    for (const file of files) {
      const crc32 = checksums[index++];
      if (crc32 === undefined) throw new Error('the second list of files is longer than the first');
      const header = centralHeader({ ...entryOf(file), crc32 }, offset);
      offset += localHeaderBytes(file.path, file.sizeBytes, file.modifiedAt) + file.sizeBytes;
      directory.bytes += header.length;
      yield recordSegment(header);
    }
  directory.offset = offset;
  yield recordSegment(endRecords(directory));
}

const entryOf = ({ path, sizeBytes, modifiedAt }: ZipFile): Omit<ZipEntry, 'crc32'> => ({
  path,
  sizeBytes,
  modifiedAt,
});

const recordSegment = (record: Buffer): Segment => ({
  bytes: record.length,
  read: (into, position) => {
    into.set(record.subarray(position, position + into.length));
    return undefined;
  },
});
