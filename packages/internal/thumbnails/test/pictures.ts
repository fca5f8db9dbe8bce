import { crc32, deflateSync } from 'node:zlib';
import type { ImageSource } from '../src/index.ts';

export interface PngOptions {
  readonly width: number;
  readonly height: number;
  /** Color of every pixel: red, green, blue and, if there is a fourth value, opacity. */
  readonly color?: readonly number[];
  readonly interlaced?: boolean;
  /** Replaces the pixels. */
  readonly data?: Buffer;
  /** Chunks between the header and the pixels. */
  readonly extra?: readonly Buffer[];
}

/** Creates a PNG by hand, so that every field can be invalid. */
export function png({ width, height, color = [0, 0, 255], interlaced = false, data, extra = [] }: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = color.length === 4 ? 6 : 2;
  header[12] = interlaced ? 1 : 0;
  const row = (): Buffer => Buffer.concat([Buffer.of(0), Buffer.alloc(width * color.length, Buffer.from(color))]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', data ?? deflateSync(Buffer.concat(Array.from({ length: height }, row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

export const imageSource = (bytes: Buffer): ImageSource => ({
  bytes: bytes.length,
  read: (into, position) => Promise.resolve(bytes.copy(into, 0, position, position + into.length)),
});
