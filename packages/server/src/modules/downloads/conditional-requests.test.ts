import { dayMs, minuteMs } from '@drive/base';
import type { DownloadUrl, Item } from '@drive/contract';
import type { Images } from '@drive/thumbnails';
import { beforeEach, describe, expect, it } from 'vitest';
import { addFile, makeArchive } from '../../../test/api/archive-requests.ts';
import { putByPath } from '../../../test/api/by-path-requests.ts';
import { someBytes } from '../../../test/api/uploads.ts';
import { startDrive } from '../../../test/drive.ts';
import { driveForAllTests, drive, mine, user } from '../../../test/use-drive.ts';

const images: Images = {
  render: () => Promise.resolve({ bytes: Buffer.from('RIFF\x14\0\0\0WEBP a small picture'), width: 3, height: 2 }),
  close: () => Promise.resolve(),
};
driveForAllTests(() => startDrive({ images, settings: { FEATURE_LIMITS: 'off' } }));

type Headers = Readonly<Record<string, string>>;
/** URL of a content, a new one each time if it works once. Requests with the user's key may all read it. */
type Door = () => Promise<string>;

const bytes = someBytes(1000);
const signedUrl = async (id: string): Promise<string> =>
  ((await mine.call('GET', `/api/files/${id}/download-url`)).body as DownloadUrl).downloadUrl;

async function sharedUrl(options: object): Promise<string> {
  const { body } = await mine.call('POST', `/api/files/${id}/share`, options);
  const shared = await drive.fetch(`/api/public/share/${body.shareToken}/download-url`);
  return ((await shared.json()) as DownloadUrl).downloadUrl;
}

let id: string;
beforeEach(async () => {
  id = await addFile(drive, user, 'picture.png', bytes);
  await drive.drain();
  // Dates lie in whole seconds before the requests.
  drive.clock.advance(minuteMs);
});

/** Doors to a file: they have ranges. */
const files: Record<string, Door> = {
  'a signed URL': () => signedUrl(id),
  'a signed URL of a share': () => sharedUrl({}),
  'a path': async () => '/files/by-path/picture.png',
  WebDAV: async () => '/dav/picture.png',
};
const others: Record<string, Door> = {
  // A condition that does not hold takes none of its downloads.
  'a signed URL of a limited share': () => sharedUrl({ maxDownloads: 1000 }),
  'an archive': async () => (await makeArchive(drive, user, [id])).downloadUrl,
  'a paste': async () => (await mine.call('POST', '/api/pastes', { content: 'hello' })).body.rawUrl,
};
const thumbnail: Door = async () => ((await mine.get(id)) as Item & { previewUrl: string }).previewUrl;

const ask = (url: string, headers: Headers = {}, method = 'GET'): Promise<Response> =>
  drive.fetch(url, { key: user.key, headers, method });
async function validatorsOf(url: string): Promise<{ readonly etag: string; readonly date: string }> {
  const { status, headers } = await ask(url, {}, 'HEAD');
  expect(status).toBe(200);
  return { etag: headers.get('etag') ?? '', date: headers.get('last-modified') ?? '' };
}
const past = 'Sat, 01 Jan 2000 00:00:00 GMT';

/** The condition holds: 200. */
const conditions: [name: string, headers: (own: { etag: string; date: string }) => Headers, status: 200 | 304 | 412][] =
  [
    ['If-Match: own', ({ etag }) => ({ 'if-match': etag }), 200],
    ['If-Match: listed', ({ etag }) => ({ 'if-match': `"x", ${etag}` }), 200],
    ['If-Match: *', () => ({ 'if-match': '*' }), 200],
    ['If-Match: "x"', () => ({ 'if-match': '"x"' }), 412],
    ['If-Match: weak', ({ etag }) => ({ 'if-match': `W/${etag}` }), 412],
    ['If-Match: "x", with a range', () => ({ 'if-match': '"x"', range: 'bytes=1-' }), 412],
    ['If-None-Match: own', ({ etag }) => ({ 'if-none-match': etag }), 304],
    ['If-None-Match: weak', ({ etag }) => ({ 'if-none-match': `W/${etag}` }), 304],
    ['If-None-Match: *', () => ({ 'if-none-match': '*' }), 304],
    ['If-None-Match: own, with a range', ({ etag }) => ({ 'if-none-match': etag, range: 'bytes=9999-' }), 304],
    ['If-None-Match: "x"', () => ({ 'if-none-match': '"x"' }), 200],
    [
      'If-Match: own, If-Unmodified-Since: past',
      ({ etag }) => ({ 'if-match': etag, 'if-unmodified-since': past }),
      200,
    ],
    [
      'If-None-Match: "x", If-Modified-Since: own',
      ({ date }) => ({ 'if-none-match': '"x"', 'if-modified-since': date }),
      200,
    ],
  ];
const datedConditions: typeof conditions = [
  ['If-Unmodified-Since: own', ({ date }) => ({ 'if-unmodified-since': date }), 200],
  ['If-Unmodified-Since: past', () => ({ 'if-unmodified-since': past }), 412],
  ['If-Unmodified-Since: no date', () => ({ 'if-unmodified-since': '2000-01-01' }), 200],
  ['If-Modified-Since: own', ({ date }) => ({ 'if-modified-since': date }), 304],
  ['If-Modified-Since: past', () => ({ 'if-modified-since': past }), 200],
  ['If-Modified-Since: no date', () => ({ 'if-modified-since': 'yesterday' }), 200],
];

async function expectConditions(door: Door, table: typeof conditions): Promise<void> {
  for (const [name, headersFor, status] of table)
    for (const method of ['HEAD', 'GET']) {
      const url = await door();
      const own = await validatorsOf(url);
      const answer = await ask(url, headersFor(own), method);
      const text = await answer.text();
      expect([name, method, answer.status]).toEqual([name, method, status]);
      if (method === 'GET' && status === 412) expect(JSON.parse(text)).toMatchObject({ code: 'precondition_failed' });
      if (status === 304) expect([answer.headers.get('etag'), text]).toEqual([own.etag, '']);
      // Nothing was consumed.
      if (status !== 200) expect((await ask(url)).status).toBe(200);
    }
}

describe('conditions of RFC 9110', () => {
  it.each(Object.entries({ ...files, ...others }))('[P-225] hold for %s', async (_, door) => {
    await expectConditions(door, [...conditions, ...datedConditions]);
  });

  it('hold for a thumbnail, which has no date', async () => {
    await expectConditions(thumbnail, conditions);
    const undated = datedConditions.map(([name, headers]): (typeof conditions)[number] => [name, headers, 200]);
    await expectConditions(thumbnail, undated);
  });
});

describe('a range', () => {
  const rangeCases: [range: string, answer: [status: number, contentRange: string | null]][] = [
    ['bytes=100-199', [206, 'bytes 100-199/1000']],
    ['bytes=100-9223372036854775807', [206, 'bytes 100-999/1000']],
    ['bytes=-9223372036854775807', [206, 'bytes 0-999/1000']],
    ['bytes=1000-', [416, 'bytes */1000']],
    ['bytes=99999999999999999-', [416, 'bytes */1000']],
    ['bytes=18446744073709551616-', [416, 'bytes */1000']],
    ['bytes=-0', [416, 'bytes */1000']],
    ['bytes=0-1,5-6', [200, null]],
    ['bytes=9-1', [200, null]],
    ['items=0-1', [200, null]],
  ];

  it.each(Object.entries(files))('[P-226] is clamped to the file, whatever its numbers: %s', async (_, door) => {
    const url = await door();
    for (const [range, expected] of rangeCases) {
      const answer = await ask(url, { range });
      const body = Buffer.from(await answer.arrayBuffer());
      expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, ...expected]);
      if (answer.status === 200) expect(body.equals(bytes)).toBe(true);
      if (answer.status !== 206) continue;
      const [start = 0, end = 0] = (/ (\d+)-(\d+)/.exec(expected[1] ?? '') ?? []).slice(1).map(Number);
      expect(body.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    const head = await ask(url, { range: 'bytes=100-' }, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000']);
  });

  it.each(Object.entries(files))('is joined by If-Range to the same content only: %s', async (_, door) => {
    const url = await door();
    const { etag, date } = await validatorsOf(url);
    const status = async (ifRange: string): Promise<number> =>
      (await ask(url, { range: 'bytes=100-199', 'if-range': ifRange })).status;
    expect([await status(etag), await status(date)]).toEqual([206, 206]);
    for (const other of ['"x"', `W/${etag}`, past, new Date(drive.clock.now()).toUTCString(), 'no date'])
      expect([other, await status(other)]).toEqual([other, 200]);
  });

  it.each(Object.entries(files))('of an empty file is not satisfiable: %s', async (_, door) => {
    await drive.fetch(`/api/files/${id}`, { method: 'DELETE', key: user.key });
    id = String((await putByPath(drive, user, 'picture.png', '')).json['id']);
    const url = await door();
    expect((await ask(url, { range: 'bytes=0-' })).status).toBe(416);
    expect((await ask(url, { range: 'bytes=-5' })).status).toBe(200);
  });

  it('does not make a limited share of an empty file fail', async () => {
    await drive.fetch(`/api/files/${id}`, { method: 'DELETE', key: user.key });
    id = String((await putByPath(drive, user, 'empty', '')).json['id']);
    const url = await sharedUrl({ maxDownloads: 1 });
    for (const status of [200, 200, 410]) expect((await ask(url)).status).toBe(status);
  });
});

describe('Last-Modified', () => {
  const at = (time: number): string => new Date(time).toUTCString();
  const put = async (name: string, content: string, modifiedAt?: string): Promise<void> => {
    const query = modifiedAt === undefined ? '' : `&modifiedAt=${modifiedAt}`;
    expect((await putByPath(drive, user, `${name}?onConflict=replace${query}`, content)).status).toBeLessThan(300);
    drive.clock.advance(minuteMs);
  };
  const idAt = async (name: string): Promise<string> =>
    (await mine.call('GET', `/api/files/by-path?path=/${name}`)).body.id;
  const doorsTo = async (name: string): Promise<[string, string][]> => [
    ['a signed URL', await signedUrl(await idAt(name))],
    ['a path', `/files/by-path/${name}`],
    ['WebDAV', `/dav/${name}`],
  ];

  it.each([
    ['1965-01-01T10:11:13Z', 'Fri, 01 Jan 1965 10:11:13 GMT'],
    ['0001-01-01T00:00:00Z', 'Mon, 01 Jan 0001 00:00:00 GMT'],
    ['2015-05-03T02:01:00.900Z', 'Sun, 03 May 2015 02:01:00 GMT'],
  ])('is the modification time of the file, %s', async (modifiedAt, date) => {
    await put('dated', 'x', modifiedAt);
    for (const [door, url] of await doorsTo('dated'))
      expect([door, (await validatorsOf(url)).date]).toEqual([door, date]);
  });

  it('is the time of the upload without one, and while it is in the future', async () => {
    const uploadedAt = drive.clock.now();
    await put('plain', 'x');
    for (const [door, url] of await doorsTo('plain'))
      expect([door, (await validatorsOf(url)).date]).toEqual([door, at(uploadedAt)]);
    const second = drive.clock.now();
    const future = second + dayMs;
    await put('ahead', 'x', new Date(future).toISOString());
    for (const [door, url] of await doorsTo('ahead'))
      expect([door, (await validatorsOf(url)).date]).toEqual([door, at(second)]);
    drive.clock.advance(2 * dayMs);
    for (const [door, url] of await doorsTo('ahead'))
      expect([door, (await validatorsOf(url)).date]).toEqual([door, at(future)]);
  });

  it('does not call a content unchanged that has replaced a newer one', async () => {
    await put('back', 'newer', '2025-01-01T00:00:00Z');
    const first = await doorsTo('back');
    const beforeReplacement = at(drive.clock.now());
    drive.clock.advance(minuteMs);
    await put('back', 'older', '2020-01-01T00:00:00Z');
    for (const [door, url] of [...(await doorsTo('back'))].slice(1)) {
      for (const since of ['Wed, 01 Jan 2025 00:00:00 GMT', beforeReplacement]) {
        const changed = await ask(url, { 'if-modified-since': since });
        expect([door, since, changed.status, await changed.text()]).toEqual([door, since, 200, 'older']);
        expect((await ask(url, { 'if-unmodified-since': since })).status).toBe(412);
      }
      // The replaced file has a new date, and this server has had it since.
      for (const since of ['Wed, 01 Jan 2020 00:00:00 GMT', at(drive.clock.now())]) {
        expect([door, since, (await ask(url, { 'if-modified-since': since })).status]).toEqual([door, since, 304]);
        expect((await ask(url, { 'if-unmodified-since': since })).status).toBe(200);
      }
      // Two contents may have one date that a client chose, so that ranges are not joined by it.
      const part = await ask(url, { range: 'bytes=1-', 'if-range': 'Wed, 01 Jan 2020 00:00:00 GMT' });
      expect([door, part.status]).toEqual([door, 200]);
    }
    // A signed URL names one content, which is unchanged for ever.
    const [[, signed]] = first as [[string, string]];
    expect((await ask(signed, { 'if-modified-since': 'Wed, 01 Jan 2025 00:00:00 GMT' })).status).toBe(304);
    const part = await ask(signed, { range: 'bytes=1-', 'if-range': 'Wed, 01 Jan 2025 00:00:00 GMT' });
    expect([part.status, await part.text()]).toEqual([206, 'ewer']);
  });
});
