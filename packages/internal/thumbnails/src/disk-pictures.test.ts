import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs, hourMs, systemRandom } from '@drive/base';
import { createTestClock } from '@drive/base/test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { imageSource, png } from '../test/pictures.ts';
import { DiskPictures, thumbnailRendition, type Images, type PictureReader, type RenderedImage } from './index.ts';

const clock = createTestClock();
let directory: string;
let rendered: number;
let answer: () => Promise<RenderedImage | undefined>;
const opened: DiskPictures[] = [];
const warned: string[] = [];
let refuseWrites = false;

const picture = png({ width: 40, height: 40 });
const ofBytes = (bytes: number): RenderedImage => ({
  bytes: Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]),
  width: 40,
  height: 40,
});

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'drive-pictures-')), 'derived');
  rendered = 0;
  refuseWrites = false;
  answer = async () => ofBytes(4096);
});
afterEach(async () => {
  for (const pictures of opened.splice(0)) await pictures.close();
  await rm(join(directory, '..'), { recursive: true });
  warned.splice(0);
});

function openPictures(maxBytes = 1024 * 1024): DiskPictures {
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: (event: string) => void warned.push(event), error: silent };
  const images: Images = {
    render: () => {
      rendered += 1;
      return answer();
    },
    close: async () => {},
  };
  const requireRoom = async (): Promise<void> => {
    if (refuseWrites) throw new Error('full');
  };
  const pictures = new DiskPictures({
    directory,
    maxBytes,
    images,
    clock,
    random: systemRandom,
    log,
    freeSpace: { require: requireRoom },
  });
  opened.push(pictures);
  return pictures;
}

const openReader = (pictures: DiskPictures, content = 'a', width = 64, format: 'webp' | 'avif' = 'webp') =>
  pictures.open({
    content,
    rendition: { ...thumbnailRendition, width, format },
    tenant: 1,
    openSource: async () => ({ ...imageSource(picture), close: async () => {} }),
  });
async function readAll(reader: PictureReader | undefined): Promise<Buffer> {
  if (reader === undefined) throw new Error('there is no picture');
  const bytes = Buffer.alloc(reader.bytes);
  await reader.read(bytes, 0);
  await reader.close();
  return bytes;
}
/** Opens and closes the picture; returns its type. */
async function open(...picture: Parameters<typeof openReader>): Promise<string | undefined> {
  const reader = await openReader(...picture);
  await reader?.close();
  return reader?.type;
}
const countFiles = async (): Promise<number> =>
  (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

test('a picture is rendered once for all requests of a moment, and for those of later processes', async () => {
  const pictures = openPictures();
  const first = await Promise.all(Array.from({ length: 20 }, async () => readAll(await openReader(pictures))));
  const later = [await readAll(await openReader(pictures)), await readAll(await openReader(openPictures()))];
  expect(new Set([...first, ...later].map((bytes) => bytes.toString('hex'))).size).toBe(1);
  expect(await open(pictures)).toBe('image/png');
  expect(rendered).toBe(1);
});

test('contents and renditions have their own pictures', async () => {
  const pictures = openPictures();
  await open(pictures, 'a', 64);
  await open(pictures, 'a', 128);
  await open(pictures, 'b', 64);
  await open(pictures, 'a', 64, 'avif');
  expect([rendered, await countFiles()]).toEqual([4, 4]);
});

test('the least recently used are removed beyond the limit', async () => {
  const pictures = openPictures(3 * 4096);
  for (const content of ['a', 'b', 'c', 'a', 'd']) await open(pictures, content);
  expect([rendered, await countFiles()]).toEqual([4, 3]);
  await open(pictures, 'a');
  expect(rendered).toBe(4);
  await open(pictures, 'b');
  expect(rendered).toBe(5);
});

test('those of an earlier process count, too, by the time of their last use', async () => {
  const before = openPictures();
  for (const content of ['a', 'b']) {
    await open(before, content);
    clock.advance(hourMs);
  }
  const pictures = openPictures(2 * 4096);
  await open(pictures, 'c');
  expect(await countFiles()).toBe(2);
});

test('those that nobody used for a week are removed', async () => {
  const pictures = openPictures();
  await open(pictures, 'old');
  clock.advance(4 * dayMs);
  await open(pictures, 'used');
  clock.advance(4 * dayMs);
  await open(pictures, 'new');
  expect(await countFiles()).toBe(2);
  clock.advance(2 * dayMs);
  await open(pictures, 'used');
  expect(rendered).toBe(3);
});

test('a deleted content has none', async () => {
  const pictures = openPictures();
  await open(pictures, 'a', 64);
  await open(pictures, 'a', 128);
  await open(pictures, 'b');
  await pictures.forget('a');
  await pictures.forget('never seen');
  expect(await countFiles()).toBe(1);
  await open(pictures, 'a');
  expect(rendered).toBe(4);
});

test('a source that cannot be rendered is not tried for an hour, whatever the size', async () => {
  const pictures = openPictures();
  answer = async () => undefined;
  for (const width of [64, 128, 256]) expect(await open(pictures, 'a', width)).toBeUndefined();
  expect(rendered).toBe(1);
  expect(await open(pictures, 'a', 64, 'avif')).toBeUndefined();
  expect(rendered).toBe(2);
  answer = async () => ofBytes(4096);
  clock.advance(hourMs);
  expect(await open(pictures)).toBeDefined();
});

test('a failure reaches those that wait, and the next request tries again', async () => {
  const pictures = openPictures();
  answer = () => Promise.reject(new Error('busy'));
  await Promise.all([1, 2].map(() => expect(open(pictures)).rejects.toThrow('busy')));
  answer = async () => ofBytes(4096);
  await readAll(await openReader(pictures));
  expect(rendered).toBe(2);
});

test('pictures are sent without being kept if the disk is full, the limit is 0 or less than one, or the file is gone', async () => {
  refuseWrites = true;
  const full = openPictures();
  expect((await readAll(await openReader(full))).length).toBe(4096);
  expect(warned).toEqual(['image not kept']);
  refuseWrites = false;
  const none = openPictures(0);
  await readAll(await openReader(none));
  await readAll(await openReader(none));
  expect(rendered).toBe(3);
  const pictures = openPictures();
  await open(pictures);
  const [file] = (await readdir(directory, { recursive: true })).filter((name) => name.includes('webp'));
  await rm(join(directory, file ?? ''));
  await pictures.forget('a');
  await readAll(await openReader(pictures));
  expect(rendered).toBe(5);
});

test('a file whose bytes the disk has lost is rendered again', async () => {
  await readAll(await openReader(openPictures()));
  const [file] = (await readdir(directory, { recursive: true })).filter((name) => name.includes('webp'));
  await writeFile(join(directory, file ?? ''), Buffer.alloc(100));
  expect((await readAll(await openReader(openPictures()))).length).toBe(4096);
  expect(rendered).toBe(2);
});

test('what a killed process had begun to write is removed', async () => {
  const before = openPictures();
  await open(before);
  const [folder] = await readdir(directory);
  const left = join(directory, folder ?? '', 'left.tmp');
  await writeFile(left, 'half');
  await utimes(left, 0, 0);
  await open(openPictures(), 'b');
  expect(await stat(left).catch(() => undefined)).toBeUndefined();
});
