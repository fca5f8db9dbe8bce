import type { ImageSource } from '../../src/platform/thumbnails/index.ts';

export const imageSource = (bytes: Buffer): ImageSource => ({
  bytes: bytes.length,
  read: (into, position) => Promise.resolve(bytes.copy(into, 0, position, position + into.length)),
});
