import { centralHeader, endRecords, localHeader, localHeaderBytes, type ZipEntry } from './zip-records.ts';

/** A file to be put into a ZIP. */
export interface ZipFile extends Omit<ZipEntry, 'crc32'> {
  /** Asked when its header is due. */
  crc32(): number | Promise<number>;
  /** Fills `into` whole from `position` on. Pieces are asked for in order, but not one at a time. */
  read(into: Uint8Array, position: number): Promise<void>;
}

/** The files of a ZIP in pieces, the same at each call: asked once for their bytes, and once more for the directory. */
export type ListZipFiles = () => AsyncIterable<readonly ZipFile[]>;

/** So many reads of small files under way at once. */
const readsAtOnce = 16;

/** What is next in the ZIP: bytes we have, or a file's. */
interface Stretch {
  readonly bytes: number;
  read(into: Uint8Array, position: number): Promise<void> | undefined;
}

/**
 * A ZIP of stored files that goes into buffers as they come: headers are written between the bytes of files that are read
 * straight to where they belong, many at a time where they are small.
 */
export class ZipStream {
  readonly #stretches: AsyncIterator<Stretch>;
  #current: Stretch | undefined;
  #position = 0;
  #isOver = false;

  constructor(list: ListZipFiles) {
    this.#stretches = stretchesOf(list);
  }

  /** Fills the buffer; answers how many bytes it got: fewer than fit only at the end, 0 behind it. */
  async fill(buffer: Uint8Array): Promise<number> {
    const reads: Promise<void>[] = [];
    let filled = 0;
    try {
      while (filled < buffer.length && !this.#isOver) {
        const stretch = (this.#current ??= await this.#next());
        if (stretch === undefined) break;
        const bytes = Math.min(buffer.length - filled, stretch.bytes - this.#position);
        const read = stretch.read(buffer.subarray(filled, filled + bytes), this.#position);
        filled += bytes;
        this.#position += bytes;
        if (this.#position === stretch.bytes) this.#current = undefined;
        if (read === undefined) continue;
        // It is waited for below; until then its failure is not an unhandled one.
        read.catch(() => undefined);
        reads.push(read);
        if (reads.length >= readsAtOnce) await reads.shift();
      }
      await Promise.all(reads);
    } finally {
      // Nobody may use the buffer while something is still read into it.
      await Promise.allSettled(reads);
    }
    return filled;
  }

  async #next(): Promise<Stretch | undefined> {
    const { done, value } = await this.#stretches.next();
    this.#position = 0;
    if (done !== true) return value;
    this.#isOver = true;
    return undefined;
  }

  /** Lets go of what is open where the end was not reached. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#stretches.return?.();
  }
}

async function* stretchesOf(list: ListZipFiles): AsyncGenerator<Stretch> {
  const checksums: number[] = [];
  let offset = 0;
  for await (const files of list())
    for (const file of files) {
      const crc32 = await file.crc32();
      checksums.push(crc32);
      yield ready(localHeader({ ...entryOf(file), crc32 }));
      if (file.sizeBytes > 0) yield { bytes: file.sizeBytes, read: (into, position) => file.read(into, position) };
    }

  const directory = { count: checksums.length, offset: 0, bytes: 0 };
  let index = 0;
  for await (const files of list())
    for (const file of files) {
      const crc32 = checksums[index++];
      if (crc32 === undefined) throw new Error('the ZIP has other files at its end than at its beginning');
      const header = centralHeader({ ...entryOf(file), crc32 }, offset);
      offset += localHeaderBytes(file.path, file.sizeBytes, file.modifiedAt) + file.sizeBytes;
      directory.bytes += header.length;
      yield ready(header);
    }
  directory.offset = offset;
  yield ready(endRecords(directory));
}

const entryOf = ({ path, sizeBytes, modifiedAt }: ZipFile): Omit<ZipEntry, 'crc32'> => ({
  path,
  sizeBytes,
  modifiedAt,
});

const ready = (record: Buffer): Stretch => ({
  bytes: record.length,
  read: (into, position) => {
    into.set(record.subarray(position, position + into.length));
    return undefined;
  },
});
