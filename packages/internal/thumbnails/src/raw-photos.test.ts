import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPainter, type Painter } from '../test/painter.ts';
import { imageSource, png } from '../test/pictures.ts';
import { losslessJpeg, rawPhoto, type RawPhoto } from '../test/raw-photos.ts';
import { WorkerImages, type Images, type RenderedImage } from './index.ts';

const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const { signal } = new AbortController();

let painter: Painter;
let images: Images;
/** A preview of a camera, which is lying, and the small one beside it. */
let large: Buffer;
let small: Buffer;
beforeAll(async () => {
  painter = await startPainter();
  images = new WorkerImages({ log }, { idleMs: 60_000 });
  large = painter.encode(painter.flag(400, 200), '.jpg', { keep: 'none' });
  small = painter.encode(painter.flag(40, 20), '.jpg', { keep: 'none' });
});
afterAll(async () => {
  await images.close();
  painter.close();
});

const render = (bytes: Buffer, tenant = 1): Promise<RenderedImage | undefined> =>
  images.render(imageSource(bytes), { tenant, signal });

const previewInFirst = (): RawPhoto => ({
  directories: [
    ({ jpegs }) => [
      [259, 3, 1, 6],
      [273, 4, 1, jpegs[0] ?? 0],
      [279, 4, 1, large.length],
    ],
  ],
  jpegs: [large],
});
const photos: Readonly<Record<string, () => RawPhoto>> = {
  'beside tags that claim millions of values': () => {
    const photo = previewInFirst();
    const claims = [330, 513, 514, 40_000].map((tag) => [tag, 4, 50_000_000, 8] as const);
    return { ...photo, directories: photo.directories.map((entriesAt) => (at) => [...entriesAt(at), ...claims]) };
  },
  'in the strips of the first directory, as of a CR2': previewInFirst,
  'in a directory below the first, as of a NEF': () => ({
    directories: [
      ({ jpegs, directories }) => [
        [259, 3, 1, 1],
        [330, 4, 1, directories[1] ?? 0],
        [513, 4, 1, jpegs[1] ?? 0],
        [514, 4, 1, small.length],
      ],
      ({ jpegs }) => [
        [513, 4, 1, jpegs[0] ?? 0],
        [514, 4, 1, large.length],
      ],
    ],
    jpegs: [large, small],
  }),
  'beside the lossless one of the sensor, as of a DNG': () => {
    const sensor = losslessJpeg(large.length + 1000);
    return {
      littleEndian: false,
      directories: [
        ({ jpegs, directories }) => [
          [259, 3, 1, 7],
          [273, 4, 1, jpegs[1] ?? 0],
          [279, 4, 1, sensor.length],
          [330, 4, 1, directories[1] ?? 0],
        ],
        ({ jpegs }) => [
          [259, 3, 1, 7],
          [273, 4, 1, jpegs[0] ?? 0],
          [279, 4, 1, large.length],
        ],
      ],
      jpegs: [large, sensor],
    };
  },
  'with a number of its own, as of an ORF': () => ({ ...previewInFirst(), magic: 'RO' }),
  'as the bytes of a tag, as of a RW2': () => ({
    magic: 'U\0',
    directories: [({ jpegs }) => [[46, 7, large.length, jpegs[0] ?? 0]]],
    jpegs: [large],
  }),
};

describe('the JPEG inside a RAW photo', () => {
  test.for(Object.entries(photos))('is rendered: %s', async ([, photo]) => {
    const made = await render(rawPhoto(photo()));
    expect(made).toMatchObject({ width: 400, height: 200 });
    expect([painter.colorAt(made!, 50, 100), painter.colorAt(made!, 350, 100)]).toEqual(['red', 'blue']);
  });

  test('is upright by the orientation of the photo, unless it has its own', async () => {
    const turned = (jpeg: Buffer): Buffer =>
      rawPhoto({
        directories: [
          ({ jpegs }) => [
            [259, 3, 1, 6],
            [273, 4, 1, jpegs[0] ?? 0],
            [274, 3, 1, 6],
            [279, 4, 1, jpeg.length],
          ],
        ],
        jpegs: [jpeg],
      });
    expect(await render(turned(large))).toMatchObject({ width: 200, height: 400 });
    const own = painter.flag(400, 200);
    own.setInt('orientation', 1);
    expect(await render(turned(painter.encode(own, '.jpg')))).toMatchObject({ width: 400, height: 200 });
  });

  test.for([
    ['no JPEG', { directories: [() => [[259, 3, 1, 1]]], jpegs: [] }],
    [
      'only that of the sensor',
      {
        directories: [
          ({ jpegs }) => [
            [259, 3, 1, 7],
            [273, 4, 1, jpegs[0] ?? 0],
            [279, 4, 1, 500],
          ],
        ],
        jpegs: [losslessJpeg(500)],
      },
    ],
    [
      'a JPEG outside of the file',
      {
        directories: [
          () => [
            [513, 4, 1, 0xfffffff0],
            [514, 4, 1, 0xffffffff],
          ],
        ],
        jpegs: [],
      },
    ],
    [
      'directories that name each other',
      {
        directories: [
          ({ directories }) => [[330, 4, 1, directories[1] ?? 0]],
          ({ directories }) => [[330, 4, 1, directories[0] ?? 0]],
        ],
        jpegs: [],
      },
    ],
  ] as readonly (readonly [string, RawPhoto])[])('is missing, and the photo is not rendered: %s', async ([, photo]) => {
    expect(await render(rawPhoto(photo))).toBeUndefined();
    expect(await render(png({ width: 3, height: 3 }))).toBeDefined();
  });
});

describe('HEIC', () => {
  /** A box of ISO base media: size, type, content. */
  const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
    const content = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length + 8, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const fileType = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));

  test('is not rendered if it carries no JPEG', async () => {
    expect(await render(Buffer.concat([fileType, box('mdat', Buffer.alloc(2000, 7))]))).toBeUndefined();
    expect(await render(fileType)).toBeUndefined();
  });

  test.each([
    ['after a mark', '\0\0\0\x06Exif\0\0'],
    ['without a mark', '\0\0\0\0'],
  ])('is rendered by the JPEG in its EXIF %s', async (_, before) => {
    const exif = rawPhoto({
      directories: [
        () => [[274, 3, 1, 1]],
        ({ jpegs }) => [
          [259, 3, 1, 6],
          [513, 4, 1, jpegs[0] ?? 0],
          [514, 4, 1, large.length],
        ],
      ],
      jpegs: [large],
    });
    // The second directory follows the first: its offset stands behind the entries of the first.
    exif.writeUInt32LE(8 + 6 + 12, 8 + 2 + 12);
    const payload = Buffer.concat([Buffer.from(before, 'latin1'), exif]);
    const uint16 = (...values: readonly number[]): Buffer => {
      const bytes = Buffer.alloc(values.length * 2);
      for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
      return bytes;
    };
    const uint32 = (value: number): Buffer =>
      Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((each) => each & 0xff));
    const infe = box('infe', uint32(2 << 24), uint16(1, 0), Buffer.from('Exif\0', 'latin1'));
    const metaWith = (offset: number): Buffer =>
      box(
        'meta',
        uint32(0),
        box('hdlr', uint32(0), uint32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
        box('iinf', uint32(0), uint16(1), infe),
        box('iloc', uint32(0), uint16(0x4400, 1), uint16(1, 0, 1), uint32(offset), uint32(payload.length)),
      );
    const offset = fileType.length + metaWith(0).length + 8;
    const made = await render(Buffer.concat([fileType, metaWith(offset), box('mdat', payload)]));
    expect(made).toMatchObject({ width: 400, height: 200 });
  });
});
