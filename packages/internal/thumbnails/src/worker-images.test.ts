import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPainter, type Painter } from '../test/painter.ts';
import { imageSource, png, pngChunk } from '../test/pictures.ts';
import { WorkerImages, type Images, type ImageLimits, type RenderedImage } from './index.ts';

const silent = (): void => undefined;
const logged: string[] = [];
const log = { debug: silent, info: (event: string) => void logged.push(event), warn: silent, error: silent };

let painter: Painter;
let images: Images;
beforeAll(async () => {
  painter = await startPainter();
  images = new WorkerImages({ log }, { idleMs: 60_000 });
});
afterAll(async () => {
  await images.close();
  painter.close();
});

const { signal } = new AbortController();

const thumbnailOf = (bytes: Buffer, by = images): Promise<RenderedImage | undefined> =>
  by.render(imageSource(bytes), { tenant: 1, signal });

async function withLimits(limits: Partial<ImageLimits>, work: (limited: Images) => Promise<void>): Promise<void> {
  const limited = new WorkerImages({ log }, limits);
  try {
    await work(limited);
  } finally {
    await limited.close();
  }
}

const isWebp = (bytes: Uint8Array): boolean => Buffer.from(bytes).toString('latin1', 8, 12) === 'WEBP';

describe('thumbnails', () => {
  test.for([
    ['JPEG', '.jpg', {}],
    ['progressive JPEG', '.jpg', { interlace: true }],
    ['PNG', '.png', {}],
    ['interlaced PNG', '.png', { interlace: true }],
    ['PNG with a palette', '.png', { palette: true }],
    ['GIF', '.gif', {}],
    ['WebP', '.webp', {}],
    ['lossless WebP', '.webp', { lossless: true }],
    ['AVIF', '.avif', { effort: 0 }],
  ] as const)('are made of %s', async ([, suffix, options]) => {
    const made = await thumbnailOf(painter.encode(painter.flag(1200, 600), suffix, options));
    expect(made).toMatchObject({ width: 512, height: 256 });
    expect(isWebp(made!.bytes)).toBe(true);
    expect([painter.colorAt(made!, 100, 128), painter.colorAt(made!, 400, 128)]).toEqual(['red', 'blue']);
  });

  test('are never larger than their image', async () => {
    expect(await thumbnailOf(png({ width: 1, height: 1 }))).toMatchObject({ width: 1, height: 1 });
    expect(await thumbnailOf(png({ width: 60, height: 40 }))).toMatchObject({ width: 60, height: 40 });
  });

  test('of a line are a line', async () => {
    expect(await thumbnailOf(png({ width: 20_000, height: 1 }))).toMatchObject({ width: 512, height: 1 });
    expect(await thumbnailOf(png({ width: 1, height: 20_000 }))).toMatchObject({ width: 1, height: 512 });
  });

  test.for([
    [1, 'red', 'blue', false],
    [2, 'blue', 'red', false],
    [3, 'blue', 'red', false],
    [6, 'red', 'blue', true],
    [8, 'blue', 'red', true],
  ] as const)('are upright: orientation %i', async ([orientation, first, second, isTurned]) => {
    const picture = painter.flag(400, 200);
    picture.setInt('orientation', orientation);
    const made = await thumbnailOf(painter.encode(picture, '.jpg'));
    expect(made).toMatchObject(isTurned ? { width: 200, height: 400 } : { width: 400, height: 200 });
    const places = isTurned
      ? ([
          [100, 50],
          [100, 350],
        ] as const)
      : ([
          [50, 100],
          [350, 100],
        ] as const);
    expect(places.map(([x, y]) => painter.colorAt(made!, x, y))).toEqual([first, second]);
  });

  test('keep transparency, and no metadata', async () => {
    const made = await thumbnailOf(png({ width: 40, height: 40, color: [255, 0, 0, 0] }));
    expect(painter.colorAt(made!, 20, 20)).toBe('clear');
    const picture = painter.flag(400, 200);
    picture.setString('exif-ifd0-Artist', 'Somebody (Somebody, ASCII, 9 components, 9 bytes)');
    picture.setInt('orientation', 1);
    const photo = painter.encode(picture, '.jpg');
    expect(photo.includes('Somebody')).toBe(true);
    expect(Buffer.from((await thumbnailOf(photo))!.bytes).includes('Somebody')).toBe(false);
  });

  test('show the first frame of several', async () => {
    const frames = painter.flag(100, 50).join(painter.flag(100, 50).invert(), 'vertical').copy();
    frames.setInt('page-height', 50);
    for (const suffix of ['.gif', '.webp']) {
      const made = await thumbnailOf(painter.encode(frames, suffix));
      expect(made).toMatchObject({ width: 100, height: 50 });
      expect(painter.colorAt(made!, 20, 25)).toBe('red');
    }
  });

  test('have the sRGB color space for any image', async () => {
    const grey = painter.flag(200, 100).colourspace('b-w');
    const deep = painter.flag(200, 100).colourspace('rgb16');
    const print = painter.flag(200, 100).colourspace('cmyk');
    expect(await thumbnailOf(painter.encode(grey, '.png'))).toMatchObject({ width: 200 });
    for (const bytes of [painter.encode(deep, '.png'), painter.encode(print, '.jpg')]) {
      const made = await thumbnailOf(bytes);
      expect(painter.colorAt(made!, 20, 50)).toBe('red');
    }
  });
});

describe('a file that is not an image', () => {
  test.for([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    ],
    ['noise', Buffer.alloc(5000, 0xa7)],
  ] as const)('has none, and starts no thread: %s', async ([, bytes]) => {
    let threads = 0;
    const note = (): void => void (threads += 1);
    process.on('worker', note);
    try {
      expect(await thumbnailOf(bytes)).toBeUndefined();
      expect(threads).toBe(0);
    } finally {
      process.off('worker', note);
    }
  });

  test.for([
    ['a PNG of 60,000 by 60,000 pixels', png({ width: 60_000, height: 60_000, data: deflateSync(Buffer.alloc(1000)) })],
    ['a TIFF', Buffer.from('II*\0\x08\0\0\0\0\0\0\0\0\0', 'latin1')],
    ['a PNG without width', png({ width: 0, height: 10 })],
    ['a PNG of the greatest numbers', png({ width: 0x7fffffff, height: 0x7fffffff, data: Buffer.alloc(0) })],
    ['the head of a JPEG', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5000, 0x5a)])],
    ['the head of a GIF', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(5000, 0xff)])],
    [
      'the head of a WebP',
      Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'), Buffer.alloc(500, 0xff)]),
    ],
    [
      'the head of an AVIF',
      Buffer.concat([Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1', 'latin1'), Buffer.alloc(500)]),
    ],
  ] as const)('has none, with any declared type: %s', async ([, bytes]) => {
    expect(await thumbnailOf(bytes)).toBeUndefined();
    expect(await thumbnailOf(png({ width: 3, height: 3 }))).toBeDefined();
    expect(logged).toEqual([]);
  });
});

describe('an image that would cost too much', () => {
  test('is not read if it has too many bytes', async () => {
    const read = (): never => {
      throw new Error('it was read');
    };
    expect(await images.render({ bytes: 2 ** 40, read }, { tenant: 1, signal })).toBeUndefined();
  });

  test('is not decoded if it has too many pixels', () =>
    withLimits({ maxPixels: 10_000 }, async (limited) => {
      expect(await thumbnailOf(png({ width: 100, height: 100 }), limited)).toBeDefined();
      expect(await thumbnailOf(png({ width: 101, height: 100 }), limited)).toBeUndefined();
    }));

  test('fails if a codec would need too much memory, and the next image is made', () =>
    withLimits({ memoryBytes: 300 * 1024 * 1024 }, async (limited) => {
      const data = deflateSync(Buffer.alloc(1_000_000), { level: 1 });
      const greedy = png({ width: 10_000, height: 10_000, interlaced: true, data });
      expect(await thumbnailOf(greedy, limited)).toBeUndefined();
      expect(await thumbnailOf(png({ width: 3, height: 3 }), limited)).toBeDefined();
    }));

  test('is refused quickly if it is compressed a thousandfold', async () => {
    const zeroes = deflateSync(Buffer.alloc(100_000_000), { level: 1 });
    const bombs = [
      pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeroes])),
      pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0'), zeroes])),
    ];
    const made = await thumbnailOf(png({ width: 9, height: 9, extra: bombs }));
    expect(made).toMatchObject({ width: 9, height: 9 });
    expect(made!.bytes.length).toBeLessThan(1000);
  });
});
