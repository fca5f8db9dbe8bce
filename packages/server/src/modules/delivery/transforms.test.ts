import { readdir } from 'node:fs/promises';
import type { BatchFailure, Item } from '@drive/contract';
import { pictureTypeOf, type Images } from '@drive/thumbnails';
import { png } from '@drive/thumbnails/test';
import { beforeEach, describe, expect, it } from 'vitest';
import { putByPath } from '../../../test/api/by-path-requests.ts';
import { sharedImages, startDrive } from '../../../test/drive.ts';
import { drive, driveForAllTests, mine, user } from '../../../test/use-drive.ts';

/** What was rendered, with the real codecs. */
const rendered: string[] = [];
const images: Images = {
  ...sharedImages,
  render: (source, options) => {
    const { width, height, fit, format, quality } = options.rendition ?? {};
    rendered.push(`${width ?? ''}x${height ?? ''} ${fit} ${format} ${quality}`);
    return sharedImages.render(source, options);
  },
};
driveForAllTests(() => startDrive({ images, settings: { FEATURE_LIMITS: 'off' } }));

const picture = png({ width: 300, height: 150 });
let item: Item & { readonly publicUrl: string };
let path: string;

beforeEach(async () => {
  const id = await mine.put('the sea.png', picture, { type: 'image/png' });
  await mine.shareFile(id, { shareMode: 'PUBLIC' });
  await drive.drain();
  rendered.length = 0;
  item = (await mine.get(id)) as typeof item;
  const { pathname, search } = new URL(item.publicUrl);
  path = pathname + search;
});

const get = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  drive.fetch(`${path}&${query}`, { headers, method });
async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { code: string }).code];
}
const signed = async (transform: object, more: object = {}) =>
  (await mine.call('POST', '/api/files/download-urls', { ids: [item.id], transform, ...more })).body;

describe('the public URL of an image', () => {
  it('[P-946] sends it in another size and format, with the headers of the original', async () => {
    const response = await get('w=100', { accept: 'image/avif,image/webp,*/*' });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringContaining('the sea.webp') as string,
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      vary: 'Accept',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([Number(response.headers.get('content-length')), pictureTypeOf(bytes)]).toEqual([
      bytes.length,
      'image/webp',
    ]);
    expect(rendered).toEqual(['128x inside webp 75']);
  });

  it('[P-947] renders each of the allowed sizes once, however many are requested at the same time', async () => {
    const sizes = Array.from({ length: 1000 }, (_, index) => index + 1);
    for (let from = 0; from < sizes.length; from += 100)
      await Promise.all(
        sizes.slice(from, from + 100).map(async (size) => {
          const response = await get(`w=${size * 5}&format=webp`);
          await response.arrayBuffer();
          expect(response.status).toBe(200);
        }),
      );
    const allowed = [16, 32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840];
    expect(rendered.toSorted()).toEqual(allowed.map((size) => `${size}x inside webp 75`).toSorted());
  });

  it('chooses a format that the client accepts, and one for all others', async () => {
    const typeOf = async (query: string, accept: string) => (await get(query, { accept })).headers.get('content-type');
    expect(await typeOf('w=64', 'image/webp')).toBe('image/webp');
    expect(await typeOf('w=64', '*/*')).toBe('image/jpeg');
    expect(await typeOf('w=64&format=avif', '*/*')).toBe('image/avif');
    expect(await typeOf('w=64&format=png', 'image/webp')).toBe('image/png');
    expect((await get('w=64&format=png')).headers.has('vary')).toBe(false);
    expect(rendered).toEqual(['64x inside webp 75', '64x inside plain 80', '64x inside avif 50', '64x inside png 100']);
  });

  it('joins wishes that differ little, and ignores what a single side cannot have', async () => {
    for (const query of ['w=60&h=60&q=71', 'h=64&w=49&q=75', 'w=64&h=64&fit=inside&q=74&utm_source=mail'])
      await get(`${query}&format=jpeg`);
    await get('w=60&fit=cover&format=jpeg&q=75');
    await get('format=jpeg&q=100');
    expect(rendered).toEqual(['64x64 inside jpeg 75', '64x inside jpeg 75', '3840x3840 inside jpeg 100']);
  });

  it('answers conditions without rendering, and has no ranges', async () => {
    const first = await get('w=64&format=webp');
    const etag = first.headers.get('etag') ?? '';
    await drive.fetch('/healthz');
    expect((await get('w=64&format=webp', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('w=64&format=avif', { 'if-none-match': etag })).status).toBe(200);
    expect((await get('w=64&format=webp', { range: 'bytes=0-1' })).status).toBe(200);
    const head = await get('w=64&format=webp', {}, 'HEAD');
    expect(['content-length', 'content-type', 'etag'].map((name) => head.headers.get(name))).toEqual(
      ['content-length', 'content-type', 'etag'].map((name) => first.headers.get(name)),
    );
    expect(rendered).toEqual(['64x inside webp 75', '64x inside avif 50']);
  });

  it('[P-948] answers 400 transform_unsupported for what is no image, once decoded for all sizes', async () => {
    const id = await mine.put('page.png', '<script>alert(1)</script>', { type: 'image/png' });
    const { publicUrl } = await mine.shareFile(id, { shareMode: 'PUBLIC' });
    await drive.drain();
    rendered.length = 0;
    const { pathname } = new URL(publicUrl ?? '');
    for (const width of [64, 128, 256]) {
      const response = await drive.fetch(`${pathname}?w=${width}`);
      expect(await codeOf(response)).toEqual([400, 'transform_unsupported']);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    expect(rendered).toHaveLength(1);
    expect((await drive.fetch(pathname)).status).toBe(200);
  });

  it.each(['w=0', 'w=-1', 'w=1e3', 'w=', 'h=abc', 'fit=fill', 'format=gif', 'q=0', 'q=101', 'w=1&w=2'])(
    'refuses %s',
    async (query) => {
      expect(await codeOf(await get(query))).toEqual([400, 'validation_failed']);
    },
  );

  it('is not transformed once it is closed, nor kept once it is deleted', async () => {
    const countKept = async (): Promise<number> =>
      (await readdir(drive.config.dataDir, { recursive: true })).filter((name) => name.includes('-inside-')).length;
    const before = await countKept();
    await get('w=64');
    expect(await countKept()).toBe(before + 1);
    await mine.revoke(item.id);
    expect((await get('w=64')).status).toBe(404);
    await mine.call('DELETE', `/api/files/${item.id}`);
    await mine.call('DELETE', `/api/files/${item.id}/permanent`);
    await drive.drain();
    expect(await countKept()).toBe(before);
  });

  it('shows the current content after a replacement', async () => {
    await get('w=64&format=png');
    const replaced = await putByPath(drive, user, 'the%20sea.png?onConflict=replace', png({ width: 30, height: 60 }));
    expect(replaced.status).toBe(200);
    const response = await get('w=64&format=png');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([30, 60]);
  });
});

describe('a signed URL with a transform', () => {
  it('[P-949] sends the picture to those who have it, is not counted, and ends as the file does', async () => {
    const [{ downloadUrl }] = (await signed({ w: 50, h: 50, fit: 'cover', format: 'jpeg', q: 60 }, { inline: true }))
      .urls;
    const response = await drive.fetch(downloadUrl);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^inline; filename="the sea.jpeg"/) as string,
      'cache-control': 'private, no-cache',
    });
    expect(pictureTypeOf(Buffer.from(await response.arrayBuffer()))).toBe('image/jpeg');
    expect(rendered).toEqual(['64x64 cover jpeg 60']);
    await drive.drain();
    expect((await mine.get(item.id)).downloadCount).toBe(0);
    const tampered = downloadUrl.replace('64x64', '16x16');
    expect(await codeOf(await drive.fetch(tampered))).toEqual([403, 'access_denied']);
    await mine.call('DELETE', `/api/files/${item.id}`);
    expect((await drive.fetch(downloadUrl)).status).toBe(404);
  });

  it('is saved under the name of its format unless it is inline, and quarantine hides it from nobody but visitors', async () => {
    const [{ downloadUrl }] = (await signed({ w: 64 })).urls;
    await mine.holdBack(item.id);
    const response = await drive.fetch(downloadUrl, { headers: { accept: 'image/webp' } });
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="the sea.webp"/);
    expect((await get('w=64')).status).toBe(404);
  });

  it('exists for images only', async () => {
    const text = await mine.put('a.txt', 'hello', { type: 'text/plain' });
    const { status, body } = await mine.call('POST', '/api/files/download-urls', {
      ids: [text, item.id],
      transform: { w: 64 },
    });
    expect([status, body.urls.length]).toEqual([207, 1]);
    expect(body.failed.map(({ id, code, status: each }: BatchFailure) => [id, code, each])).toEqual([
      [text, 'transform_unsupported', 400],
    ]);
    const unknown = await mine.call('POST', '/api/files/download-urls', { ids: [item.id], transform: { width: 5 } });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'validation_failed']);
  });
});

it('renders so many pictures for a network, and sends all that are kept', async () => {
  const own = await startDrive({ images, featureBudgets: { publicPicture: { calls: 2, seconds: 60 } } });
  try {
    const owner = await own.createUser();
    const stored = await putByPath(own, owner, 'sea.png?share=true', picture);
    const { id } = stored.json as unknown as Item;
    const json = { ids: [id], mode: 'PUBLIC' };
    await own.fetch('/api/files/visibility', { method: 'PATCH', key: owner.key, json });
    const { publicUrl } = (await (await own.fetch(`/api/files/${id}`, { key: owner.key })).json()) as Item;
    const { pathname, search } = new URL(publicUrl ?? '');
    const ask = (width: number) => own.fetch(`${pathname}${search}&w=${width}&format=webp`);
    expect([(await ask(16)).status, (await ask(32)).status]).toEqual([200, 200]);
    const refused = await ask(64);
    expect([await codeOf(refused), refused.headers.get('retry-after')]).toEqual([[429, 'too_many_requests'], '60']);
    expect((await ask(16)).status).toBe(200);
    own.clock.advance(60_000);
    expect((await ask(64)).status).toBe(200);
  } finally {
    await own.close();
  }
});
