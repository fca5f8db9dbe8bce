import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPainter, type Painter } from '../test/painter.ts';
import { imageSource } from '../test/pictures.ts';
import { rawPhoto } from '../test/raw-photos.ts';
import { WorkerImages, type Images } from './index.ts';

const { signal } = new AbortController();
const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

let painter: Painter;
let images: Images;
const fixtures: Buffer[] = [];
beforeAll(async () => {
  painter = await startPainter();
  const picture = painter.flag(64, 48);
  picture.setInt('orientation', 6);
  for (const [suffix, options] of [
    ['.jpg', {}],
    ['.jpg', { interlace: true }],
    ['.png', {}],
    ['.png', { interlace: true }],
    ['.gif', {}],
    ['.webp', {}],
    ['.webp', { lossless: true }],
    ['.avif', { effort: 0 }],
  ] as const)
    fixtures.push(painter.encode(picture, suffix, options));
  const jpeg = painter.encode(picture, '.jpg');
  fixtures.push(
    rawPhoto({
      directories: [
        ({ directories }) => [
          [274, 3, 1, 6],
          [330, 4, 1, directories[1] ?? 0],
        ],
        ({ jpegs }) => [
          [513, 4, 1, jpegs[0] ?? 0],
          [514, 4, 1, jpeg.length],
        ],
      ],
      jpegs: [jpeg],
    }),
  );
  images = new WorkerImages({ log }, { timeMs: 5000, idleMs: 60_000 });
});
afterAll(async () => {
  await images.close();
  painter.close();
});

/**
 * Mutations by an attacker who knows the format: changed, cut, repeated or swapped bytes; the head stays, so that it is
 * decoded.
 */
const spoiled = fc
  .record({
    fixture: fc.nat({ max: 8 }),
    changes: fc.array(fc.record({ at: fc.nat(), to: fc.nat({ max: 255 }) }), { maxLength: 20 }),
    cut: fc.option(fc.nat(), { freq: 3 }),
    repeat: fc.option(fc.record({ from: fc.nat(), length: fc.nat({ max: 200 }) }), { freq: 3 }),
  })
  .map(({ fixture, changes, cut, repeat }) => {
    let bytes = Buffer.from(fixtures[fixture]!);
    const place = (at: number): number => 12 + (at % (bytes.length - 12));
    for (const { at, to } of changes) bytes[place(at)] = to;
    if (repeat !== null) {
      const from = place(repeat.from);
      bytes = Buffer.concat([
        bytes.subarray(0, from),
        bytes.subarray(from, from + repeat.length),
        bytes.subarray(from),
      ]);
    }
    return cut === null ? bytes : bytes.subarray(0, place(cut));
  });

const side = fc.constantFrom(undefined, 16, 100, 512);
const renditions = fc.record({
  width: side,
  height: side,
  fit: fc.constantFrom('inside' as const, 'cover' as const, 'contain' as const),
  format: fc.constant('webp' as const),
  quality: fc.constant(75),
});

describe('hostile images', () => {
  test('[P-415] get a thumbnail or none, and have no other effect', { timeout: 120_000 }, async () => {
    let made = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(spoiled, renditions, async (bytes, rendition) => {
        const thumbnail = await images.render(imageSource(bytes), { tenant: 1, signal, rendition });
        if (thumbnail === undefined) refused += 1;
        else {
          made += 1;
          if (rendition.width !== undefined) expect(thumbnail.width).toBeLessThanOrEqual(rendition.width);
          if (rendition.height !== undefined) expect(thumbnail.height).toBeLessThanOrEqual(rendition.height);
          expect(Buffer.from(thumbnail.bytes).toString('latin1', 8, 12)).toBe('WEBP');
        }
      }),
      { numRuns: 400 },
    );
    // Some were refused and some were decoded.
    expect(made).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
  });
});
