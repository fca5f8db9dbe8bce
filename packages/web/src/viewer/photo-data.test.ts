import { expect, test } from 'vitest';
import { blobSource } from '../browser/range-source.ts';
import { readPhotoData } from './photo-data.ts';

const { signal } = new AbortController();
const readFrom = (bytes: Uint8Array<ArrayBuffer>) => readPhotoData(blobSource(new Blob([bytes])), signal);

/** A JPEG that has nothing but EXIF data: make, model, exposure time, aperture and sensitivity. */
function photo(seconds: readonly [number, number] = [1, 250]): Uint8Array<ArrayBuffer> {
  const tiff = Buffer.alloc(200);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  const entry = (at: number, [tag, type, count, value]: readonly [number, number, number, number]): void => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  tiff.writeUInt16LE(3, 8);
  entry(10, [0x010f, 2, 6, 100]);
  entry(22, [0x0110, 2, 9, 110]);
  entry(34, [0x8769, 4, 1, 50]);
  tiff.writeUInt16LE(3, 50);
  entry(52, [0x829a, 5, 1, 130]);
  entry(64, [0x829d, 5, 1, 140]);
  entry(76, [0x8827, 3, 1, 400]);
  tiff.write('Canon\0', 100, 'latin1');
  tiff.write('Canon R6\0', 110, 'latin1');
  for (const [at, value] of [
    [130, seconds[0]],
    [134, seconds[1]],
    [140, 28],
    [144, 10],
  ] as const)
    tiff.writeUInt32LE(value, at);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(2 + 6 + tiff.length);
  const parts = [Buffer.from([0xff, 0xd8, 0xff, 0xe1]), length, Buffer.from('Exif\0\0', 'latin1'), tiff];
  return new Uint8Array(Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]));
}

test('the data of a photo are texts, without the maker twice', async () => {
  const { camera, exposure, place } = await readFrom(photo());
  expect([camera, exposure, place]).toEqual(['Canon R6', '1/250 s · f/2.8 · ISO 400', undefined]);
});

test('the time of an exposure is a fraction as long as it is short', async () => {
  const times = [
    [1, 3],
    [6, 10],
    [8, 10],
    [13, 10],
    [30, 1],
  ] as const;
  const texts = await Promise.all(times.map(async (time) => (await readFrom(photo(time))).exposure?.split(' · ')[0]));
  expect(texts).toEqual(['1/3 s', '0.6 s', '0.8 s', '1.3 s', '30 s']);
});

test('an image without data, or with broken ones, has none', async () => {
  const broken = photo();
  broken.fill(0xff, 40, 90);
  for (const bytes of [new Uint8Array([1, 2, 3]), new Uint8Array(), broken.subarray(0, 60)])
    expect((await readFrom(new Uint8Array(bytes))).exposure).toBeUndefined();
});
