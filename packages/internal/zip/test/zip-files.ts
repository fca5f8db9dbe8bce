import { crc32 } from 'node:zlib';
import { ZipLength, ZipStream, type ZipFile } from '../src/index.ts';

/** A file for a ZIP from bytes in memory; a folder if the path ends with `/`. */
export const zipFileOf = (path: string, content: Buffer, modifiedAt = Date.UTC(2026, 0, 15, 12)): ZipFile => ({
  path,
  sizeBytes: content.length,
  modifiedAt,
  crc32: () => crc32(content),
  read: async (into, position) => into.set(content.subarray(position, position + into.length)),
});

/** A file of `sizeBytes` zeros, which occupies no memory. */
export function zeros(path: string, sizeBytes: number): ZipFile {
  const piece = Buffer.alloc(1024 * 1024);
  let sum = 0;
  let left = sizeBytes;
  for (; left >= piece.length; left -= piece.length) sum = crc32(piece, sum);
  sum = crc32(piece.subarray(0, left), sum);
  return {
    path,
    sizeBytes,
    modifiedAt: Date.UTC(2026, 0, 15, 12),
    crc32: () => sum,
    read: async (into) => void into.fill(0),
  };
}

export function lengthOf(files: readonly ZipFile[]): number {
  const length = new ZipLength();
  for (const file of files) length.add(file);
  return length.bytes;
}

/** The ZIP of these files in chunks of `bufferBytes`. Every chunk is the same buffer. */
export async function* zipOf(files: readonly ZipFile[], bufferBytes = 1024 * 1024, batchFiles = 100) {
  const stream = new ZipStream(async function* list() {
    for (let from = 0; from < files.length; from += batchFiles) yield files.slice(from, from + batchFiles);
  });
  const buffer = Buffer.alloc(bufferBytes);
  for (;;) {
    const bytes = await stream.fill(buffer);
    if (bytes > 0) yield buffer.subarray(0, bytes);
    if (bytes < buffer.length) return;
  }
}
