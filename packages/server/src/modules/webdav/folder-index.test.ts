import { beforeEach, describe, expect, it } from 'vitest';
import { davApi, type DavApi } from '../../../test/api/dav-api.ts';
import { drive, driveForEachTest, user } from '../../../test/use-drive.ts';

let dav: DavApi;
driveForEachTest();
beforeEach(() => {
  dav = davApi(drive, user);
});

const linksOf = (body: string): string[] => [...body.matchAll(/<a href="([^"]*)">/g)].map(([, href = '']) => href);

describe('GET of a folder', () => {
  it('answers links to its members, folders first and with a slash, relative to the URL', async () => {
    await dav.call('MKCOL', '/f');
    await dav.call('MKCOL', '/f/sub');
    await dav.put('/f/a.txt', 'hello', { 'x-oc-mtime': '1445412480' });
    const { status, headers, body } = await dav.call('GET', '/f/');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(linksOf(body)).toEqual(['../', 'sub/', 'a.txt']);
    expect(body).toContain('<a href="a.txt">a.txt</a>  2015-10-21 07:28  5\n');
    expect(body).toMatch(/<a href="sub\/">sub\/<\/a> {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}-\n/);
    expect(body).toContain('<title>Index of /dav/f</title>');
    for (const [path, links] of [
      ['/f', ['./', 'f/sub/', 'f/a.txt']],
      ['/', ['f/']],
      ['', ['dav/f/']],
    ] as const) {
      const answer = await dav.call('GET', path);
      expect([path, linksOf(answer.body)]).toEqual([path, links]);
      for (const link of links) {
        const { pathname } = new URL(link, `${drive.url}/dav${path}`);
        expect([link, (await drive.fetch(pathname, { key: user.key })).status]).toEqual([link, 200]);
      }
    }
  });

  it('is answered to HEAD by the same headers, and without a member by no link', async () => {
    const { status, headers, body } = await dav.call('HEAD', '/');
    expect([status, headers.get('content-type'), body]).toEqual([200, 'text/html; charset=utf-8', '']);
    expect(linksOf((await dav.call('GET', '/')).body)).toEqual([]);
    expect((await dav.call('HEAD', '/missing/')).status).toBe(404);
  });

  it.each([
    ['<img src=x onerror=alert(1)>&".txt', '&lt;img src=x onerror=alert(1)&gt;&amp;&quot;.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['a b#c?d%41.txt', 'a b#c?d%41.txt'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['ünï 🦆.txt', 'ünï 🦆.txt'],
  ])('escapes the name %j', async (name, shown) => {
    const path = `/${encodeURIComponent(name)}`;
    await dav.put(path, 'content');
    const { body } = await dav.call('GET', '/');
    expect(body).toContain(`<a href="${encodeURIComponent(name)}">${shown}</a>`);
    expect(await dav.read(`/${linksOf(body)[0] ?? ''}`)).toBe('content');
  });

  it('lists a large folder completely', async () => {
    await dav.call('MKCOL', '/many');
    await Promise.all(Array.from({ length: 150 }, (_, n) => dav.put(`/many/${n}`, 'x')));
    expect(new Set(linksOf((await dav.call('GET', '/many/')).body)).size).toBe(151);
  });

  it('honors conditions, and ignores ranges', async () => {
    const statusOf = async (headers: Record<string, string>) => (await dav.call('GET', '/', { headers })).status;
    expect(await statusOf({ 'if-match': '"x"' })).toBe(412);
    expect(await statusOf({ 'if-match': '*' })).toBe(200);
    expect(await statusOf({ 'if-none-match': '*' })).toBe(304);
    expect(await statusOf({ range: 'bytes=0-1' })).toBe(200);
  });

  it('needs a key', async () => {
    expect((await drive.fetch('/dav/')).status).toBe(401);
  });
});

describe('the URL of a file with a slash at its end', () => {
  it('has nothing at it, whatever the method', async () => {
    await dav.put('/a', 'a');
    await dav.put('/b', 'b');
    expect((await dav.call('GET', '/a/')).status).toBe(404);
    expect((await dav.call('HEAD', '/a/')).status).toBe(404);
    expect((await dav.call('PROPFIND', '/a/', { headers: { depth: '0' } })).status).toBe(404);
    expect((await dav.call('DELETE', '/a/')).status).toBe(404);
    expect(await dav.transfer('MOVE', '/a/', '/c')).toBe(404);
    expect(await dav.transfer('COPY', '/a/', '/c')).toBe(404);
    expect((await dav.tryLock('/a/')).status).toBe(404);
    expect((await dav.tryLock('/new/')).status).toBe(404);
    const body =
      '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="y">1</x></D:prop></D:set></D:propertyupdate>';
    expect((await dav.call('PROPPATCH', '/a/', { body })).status).toBe(404);
    expect(await dav.put('/a/', 'changed')).toBe(405);
    expect((await dav.call('MKCOL', '/a/')).status).toBe(405);
    expect(await dav.read('/a')).toBe('a');
    expect(await dav.members('/')).toEqual(['/dav/a', '/dav/b']);
  });
});

describe('a change', () => {
  const past = 'Thu, 01 Jan 2015 10:00:00 GMT';
  const patch =
    '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="y">1</x></D:prop></D:set></D:propertyupdate>';

  it.each<[string, Record<string, string>]>([
    ['If-Unmodified-Since', { 'if-unmodified-since': past }],
    ['If-Match', { 'if-match': '"x"' }],
    ['If-Match, weak', { 'if-match': 'W/"x"' }],
    ['If-None-Match', { 'if-none-match': '*' }],
  ])('is refused by a false %s', async (_name, headers) => {
    await dav.put('/a', 'a');
    const token = await dav.lock('/a', { scope: 'shared' });
    const given = { ...headers, if: `(<${token}>)` };
    const attempts = [
      await dav.put('/a', 'changed', given),
      await dav.transfer('MOVE', '/a', '/b', given),
      await dav.transfer('COPY', '/a', '/b', given),
      (await dav.call('PROPPATCH', '/a', { headers: given, body: patch })).status,
      (await dav.call('LOCK', '/a', { headers: given })).status,
      (await dav.tryLock('/a', { scope: 'shared', headers })).status,
      (await dav.call('UNLOCK', '/a', { headers: { ...headers, 'lock-token': `<${token}>` } })).status,
      (await dav.call('DELETE', '/a', { headers: given })).status,
    ];
    expect(attempts).toEqual(attempts.map(() => 412));
    expect([await dav.read('/a'), await dav.members('/')]).toEqual(['a', ['/dav/a']]);
  });

  it('is done with a true condition', async () => {
    await dav.put('/a', 'a');
    const { headers } = await dav.call('HEAD', '/a');
    const since = { 'if-unmodified-since': headers.get('last-modified') ?? '' };
    expect(await dav.put('/a', 'b', since)).toBe(204);
    expect((await dav.call('PROPPATCH', '/a', { headers: since, body: patch })).status).toBe(207);
    expect(await dav.transfer('MOVE', '/a', '/b', { 'if-match': '*', ...since })).toBe(201);
    // A folder has no date, so the condition is ignored.
    await dav.call('MKCOL', '/f');
    expect((await dav.call('DELETE', '/f', { headers: { 'if-unmodified-since': past } })).status).toBe(204);
    expect((await dav.call('DELETE', '/b', { headers: since })).status).toBe(204);
  });
});
