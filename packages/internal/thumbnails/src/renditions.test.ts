import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPainter, type Painter, type Picture } from '../test/painter.ts';
import { imageSource, png } from '../test/pictures.ts';
import { pictureTypeOf } from './image-types.ts';
import { thumbnailRendition, WorkerImages, type Images, type RenderedImage, type Rendition } from './index.ts';

const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const { signal } = new AbortController();

let painter: Painter;
let images: Images;
let photo: Buffer;
beforeAll(async () => {
  painter = await startPainter();
  images = new WorkerImages({ log }, { idleMs: 60_000 });
  photo = painter.encode(painter.flag(1200, 600), '.jpg');
});
afterAll(async () => {
  await images.close();
  painter.close();
});

async function render(bytes: Buffer, wanted: Partial<Rendition> = {}): Promise<RenderedImage> {
  const rendition = { ...thumbnailRendition, width: undefined, height: undefined, ...wanted };
  const image = await images.render(imageSource(bytes), { tenant: 1, signal, rendition });
  if (image === undefined) throw new Error('nothing was rendered');
  return image;
}
const sizeOf = async (bytes: Buffer, wanted: Partial<Rendition>): Promise<[number, number]> => {
  const { width, height, bytes: rendered } = await render(bytes, wanted);
  const seen = painter.library.Image.newFromBuffer(rendered);
  expect([seen.width, seen.height]).toEqual([width, height]);
  return [width, height];
};

describe('the size', () => {
  test.for([
    [{ width: 640 }, [640, 320]],
    [{ height: 150 }, [300, 150]],
    [{ width: 640, height: 64 }, [128, 64]],
    [{ width: 3840 }, [1200, 600]],
    [{}, [1200, 600]],
    [{ width: 384, height: 384, fit: 'cover' }, [384, 384]],
    [{ width: 2048, height: 1024, fit: 'cover' }, [2048, 1024]],
    [{ width: 384, height: 384, fit: 'contain' }, [384, 384]],
    [{ width: 384, fit: 'cover' }, [384, 192]],
    [{ height: 192, fit: 'contain' }, [384, 192]],
  ] as const)('%j makes of 1200 × 600 pixels %j', async ([wanted, size]) => {
    expect(await sizeOf(photo, wanted)).toEqual(size);
  });

  test('counts after the photo is turned upright, at every scale of the decoder', async () => {
    const turned = painter.flag(1200, 600);
    turned.setInt('orientation', 6);
    const bytes = painter.encode(turned, '.jpg');
    for (const width of [600, 384, 256, 128, 64, 32]) {
      expect(await sizeOf(bytes, { width })).toEqual([width, width * 2]);
      expect(await sizeOf(bytes, { width, height: width, fit: 'cover' })).toEqual([width, width]);
    }
  });

  test('of a line is never nothing', async () => {
    expect(await sizeOf(png({ width: 5000, height: 1 }), { width: 16 })).toEqual([16, 1]);
    expect(await sizeOf(png({ width: 1, height: 5000 }), { width: 64, height: 64, fit: 'contain' })).toEqual([64, 64]);
  });
});

test('cover cuts off both ends, contain adds bars: transparent ones, and white ones if the format has no transparency', async () => {
  const cut = await render(photo, { width: 300, height: 600, fit: 'cover' });
  expect([painter.colorAt(cut, 10, 300), painter.colorAt(cut, 290, 300)]).toEqual(['red', 'blue']);
  const barred = await render(photo, { width: 300, height: 300, fit: 'contain' });
  expect([10, 150].map((y) => painter.colorAt(barred, 100, y))).toEqual(['clear', 'red']);
  for (const format of ['jpeg', 'plain'] as const) {
    const { bytes } = await render(photo, { width: 300, height: 300, fit: 'contain', format });
    expect(painter.library.Image.newFromBuffer(bytes).getpoint(100, 10)).toEqual([255, 255, 255]);
  }
  const grey = painter.encode(painter.flag(200, 100).colourspace('b-w'), '.png');
  expect(await sizeOf(grey, { width: 64, height: 64, fit: 'contain' })).toEqual([64, 64]);
});

test('the format is the wanted one, and plain is PNG for a transparent source and else JPEG', async () => {
  const clear = png({ width: 40, height: 40, color: [255, 0, 0, 0] });
  for (const format of ['webp', 'avif', 'jpeg', 'png'] as const)
    for (const source of [photo, clear])
      expect(pictureTypeOf((await render(source, { width: 64, format })).bytes)).toBe(`image/${format}`);
  const plain = { width: 64, format: 'plain' } as const;
  expect(pictureTypeOf((await render(photo, plain)).bytes)).toBe('image/jpeg');
  const transparent = await render(clear, plain);
  expect([pictureTypeOf(transparent.bytes), painter.colorAt(transparent, 9, 9)]).toEqual(['image/png', 'clear']);
  const { bytes: flattened } = await render(clear, { format: 'jpeg' });
  expect(painter.library.Image.newFromBuffer(flattened).getpoint(9, 9)).toEqual([255, 255, 255]);
});

test('a lower quality makes fewer bytes', async () => {
  const noise = painter.library.Image.gaussnoise(300, 300).cast('uchar');
  const bytes = painter.encode(noise, '.png');
  for (const format of ['webp', 'avif', 'jpeg'] as const) {
    const [low, high] = [await render(bytes, { format, quality: 10 }), await render(bytes, { format, quality: 90 })];
    expect(low.bytes.length).toBeLessThan(high.bytes.length);
  }
});

test('the colors of another space than sRGB stay, although the profile is removed', async () => {
  const redOf = ({ bytes }: Pick<RenderedImage, 'bytes'>): number[] =>
    painter.library.Image.newFromBuffer(bytes).getpoint(10, 10);
  const wide: Picture = painter.flag(200, 100).iccTransform('p3', { input_profile: 'srgb' });
  const source = painter.encode(wide, '.jpg', { Q: 95 });
  expect(redOf({ bytes: source })[0]).toBeLessThan(240);
  const rendered = await render(source, { width: 128, format: 'jpeg', quality: 95 });
  expect(redOf(rendered)[0]).toBeGreaterThan(248);
  expect(Buffer.from(rendered.bytes).includes('ICC_PROFILE')).toBe(false);
});
