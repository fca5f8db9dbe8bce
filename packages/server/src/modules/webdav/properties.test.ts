import { hourMs } from '@drive/base';
import { beforeEach, describe, expect, it } from 'vitest';
import { davApi, type DavApi } from '../../../test/api/dav-api.ts';
import { treeApi } from '../../../test/api/tree-api.ts';
import { driveForEachTest, drive, user } from '../../../test/use-drive.ts';

let dav: DavApi;
driveForEachTest();
beforeEach(async () => {
  dav = davApi(drive, user);
  await dav.put('/a', 'hello', { 'content-type': 'text/plain' });
});

const find = async (path: string, properties: string): Promise<string> =>
  (
    await dav.call('PROPFIND', path, {
      headers: { depth: '0' },
      body: `<?xml version="1.0"?><D:propfind xmlns:D="DAV:" xmlns:x="urn:x"><D:prop>${properties}</D:prop></D:propfind>`,
    })
  ).body;
const patch = (path: string, changes: string) =>
  dav.call('PROPPATCH', path, {
    body: `<D:propertyupdate xmlns:D="DAV:" xmlns:x="urn:x">${changes}</D:propertyupdate>`,
  });
const set = (path: string, property: string) => patch(path, `<D:set><D:prop>${property}</D:prop></D:set>`);

describe('live properties', () => {
  it('return known values, and 404 for others', async () => {
    const body = await find(
      '/a',
      '<D:getcontentlength/><D:getcontenttype/><D:resourcetype/><x:y/><D:quota-used-bytes/>',
    );
    expect(body).toContain('<D:getcontentlength>5</D:getcontentlength>');
    expect(body).toContain('<D:getcontenttype>text/plain</D:getcontenttype>');
    expect(body).toContain('<D:resourcetype/>');
    expect(body).toMatch(/<D:prop><y xmlns="urn:x"\/><D:quota-used-bytes\/><\/D:prop><D:status>HTTP\/1.1 404/);
  });

  it('include used and available bytes on folders', async () => {
    expect(await find('/', '<D:quota-used-bytes/>')).toContain('<D:quota-used-bytes>5</D:quota-used-bytes>');
    expect(await find('/', '<D:quota-available-bytes/>')).toContain('404');
    await drive.app.accounts.directory.change('console', { email: user.email }, { quotaBytes: 12 });
    expect(await find('/', '<D:quota-available-bytes/>')).toContain('>7</D:quota-available-bytes>');
  });

  it('cannot be set, and fail the other properties of the request', async () => {
    const { status, body } = await patch(
      '/a',
      '<D:set><D:prop><x:y>1</x:y><D:getetag>"z"</D:getetag></D:prop></D:set>',
    );
    expect(status).toBe(207);
    expect(body).toContain('403 Forbidden');
    expect(body).toContain('cannot-modify-protected-property');
    expect(body).toContain('424 Failed Dependency');
    expect(await find('/a', '<x:y/>')).toContain('404');
  });

  it('are listed by name on request', async () => {
    const { body } = await dav.call('PROPFIND', '/a', {
      headers: { depth: '0' },
      body: '<D:propfind xmlns:D="DAV:"><D:propname/></D:propfind>',
    });
    expect(body).toContain('<D:getetag/>');
    expect(body).not.toContain('quota');
  });
});

describe('the time that Windows sets', () => {
  const windows = '<Win32LastModifiedTime xmlns="urn:schemas-microsoft-com:"/>';
  const setTime = (path: string, time: string) =>
    set(path, `<Win32LastModifiedTime xmlns="urn:schemas-microsoft-com:">${time}</Win32LastModifiedTime>`);
  const apiTime = async (): Promise<string | null> =>
    (await treeApi(drive, user).call('GET', '/api/files/by-path?path=/a')).body.modifiedAt;

  it.each([
    ['Wed, 21 Oct 2015 07:28:00 GMT', '2015-10-21T07:28:00.000Z'],
    ['Sat, 01 Jan 1955 10:00:00 GMT', '1955-01-01T10:00:00.000Z'],
    ['Thu, 01 Jan 1970 00:00:00 GMT', '1970-01-01T00:00:00.000Z'],
    ['Sun, 01 Jan 2040 00:00:00 GMT', '2040-01-01T00:00:00.000Z'],
  ])('is the time of the file: %s', async (time, iso) => {
    expect((await setTime('/a', time)).status).toBe(207);
    expect(await apiTime()).toBe(iso);
    expect(await find('/a', `<D:getlastmodified/>${windows}`)).toContain(
      `<D:getlastmodified>${time}</D:getlastmodified>` +
        `<Win32LastModifiedTime xmlns="urn:schemas-microsoft-com:">${time}</Win32LastModifiedTime>`,
    );
    // Files of clients: rclone sets the same by seconds.
    expect((await set('/a', `<D:lastmodified>${Date.parse(iso) / 1000 + 60}</D:lastmodified>`)).status).toBe(207);
    expect(Date.parse((await apiTime()) ?? '')).toBe(Date.parse(iso) + 60_000);
  });

  it('ends with the content that it belongs to, or when it is removed', async () => {
    await setTime('/a', 'Wed, 21 Oct 2015 07:28:00 GMT');
    expect(await dav.put('/a', 'new')).toBe(204);
    expect(await apiTime()).toBeNull();
    const all = (await dav.call('PROPFIND', '/a', { headers: { depth: '0' } })).body;
    expect(all).not.toContain('Win32LastModifiedTime');
    expect(all).not.toContain('2015');
    expect(await find('/a', windows)).toContain('404');
    await setTime('/a', 'Wed, 21 Oct 2015 07:28:00 GMT');
    await patch('/a', `<D:remove><D:prop>${windows}</D:prop></D:remove>`);
    expect(await apiTime()).toBeNull();
  });

  it('is not read from a property of an earlier version', async () => {
    const [item] = (await treeApi(drive, user).call('GET', '/api/files')).body.files;
    await drive.database.write(async (tx) => {
      const { row_id } = await tx
        .selectFrom('items')
        .select('row_id')
        .where('id', '=', item.id)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('dav_properties')
        .values({
          item_id: row_id,
          namespace: 'urn:schemas-microsoft-com:',
          name: 'Win32LastModifiedTime',
          xml: '<Win32LastModifiedTime xmlns="urn:schemas-microsoft-com:">Old</Win32LastModifiedTime>',
        })
        .execute();
    });
    expect((await dav.call('PROPFIND', '/a', { headers: { depth: '0' } })).body).not.toContain('Old');
    expect(await find('/a', windows)).toContain('404');
  });

  it.each(['', 'never', '12345678901234', '+275760-09-13T00:00:01Z'])('is refused if it is %j', async (time) => {
    const { status, body } = await setTime('/a', time);
    expect([status, body]).toEqual([400, expect.stringContaining('must be a time such as')]);
    expect(await apiTime()).toBeNull();
  });
});

describe('dead properties', () => {
  it('keep namespaces, attributes and markup', async () => {
    await set('/a', '<x:y xml:lang="de" x:k="&lt;&quot;">Grüße &amp; <z xmlns="urn:z"/>&#x1F600;</x:y>');
    expect(await find('/a', '<x:y/>')).toContain(
      '<y xmlns="urn:x" xml:lang="de" xmlns:a1="urn:x" a1:k="&lt;&quot;">Grüße &amp; <z xmlns="urn:z"/>😀</y>',
    );
  });

  it('are set and removed in the order of the request', async () => {
    await patch(
      '/a',
      '<D:set><D:prop><x:y>1</x:y></D:prop></D:set><D:remove><D:prop><x:y/></D:prop></D:remove><D:set><D:prop><x:z>2</x:z></D:prop></D:set>',
    );
    expect(await find('/a', '<x:y/>')).toContain('404');
    expect(await find('/a', '<x:z/>')).toContain('<z xmlns="urn:x">2</z>');
  });

  it('follow renames, moves and copies, and survive a replacement', async () => {
    await set('/a', '<x:y>kept</x:y>');
    await dav.call('MKCOL', '/f');
    await set('/f', '<x:y>of the folder</x:y>');
    expect(await dav.transfer('MOVE', '/a', '/f/b')).toBe(201);
    expect(await find('/f/b', '<x:y/>')).toContain('kept');
    expect(await dav.put('/f/b', 'new')).toBe(204);
    expect(await find('/f/b', '<x:y/>')).toContain('kept');
    expect(await dav.transfer('COPY', '/f', '/g')).toBe(201);
    expect(await find('/g', '<x:y/>')).toContain('of the folder');
    expect(await find('/g/b', '<x:y/>')).toContain('kept');
  });

  it('end when the item is purged or the account deleted', async () => {
    await set('/a', '<x:y>1</x:y>');
    await set('/', '<x:y>of the root</x:y>');
    const tree = treeApi(drive, user);
    const [item] = (await tree.call('GET', '/api/files')).body.files;
    await tree.trash(item.id);
    await tree.purge(item.id);
    await drive.drain();
    drive.clock.advance(hourMs);
    await drive.drain();
    const rows = () => drive.database.reader.selectFrom('dav_properties').select('xml').execute();
    expect(await rows()).toHaveLength(1);
    await dav.lock('/b');
    await drive.app.accounts.directory.remove('console', { email: user.email });
    await drive.drain();
    expect(await rows()).toEqual([]);
    expect(await drive.database.reader.selectFrom('dav_locks').selectAll().execute()).toEqual([]);
  });

  it('are limited in number and size', async () => {
    const many = (from: number): string =>
      Array.from({ length: 60 }, (_, index) => `<x:p${from + index}>1</x:p${from + index}>`).join('');
    expect((await set('/a', many(0))).status).toBe(207);
    expect((await set('/a', many(60))).status).toBe(507);
    expect(await find('/a', '<x:p60/>')).toContain('404');
    expect((await set('/a', `<x:long>${'a'.repeat(17_000)}</x:long>`)).status).toBe(507);
  });

  it('are limited in total size, and can be replaced within it', async () => {
    const value = (name: string): string => `<x:${name}>${'a'.repeat(16_000)}</x:${name}>`;
    for (const name of ['a', 'b', 'c', 'd']) expect((await set('/a', value(name))).status).toBe(207);
    expect((await set('/a', value('e'))).status).toBe(507);
    expect(await find('/a', '<x:e/>')).toContain('404');
    expect((await set('/a', value('d'))).status).toBe(207);
    await patch('/a', '<D:remove><D:prop><x:d/></D:prop></D:remove>');
    expect((await set('/a', value('e'))).status).toBe(207);
  });

  it('are returned for every member of a folder', async () => {
    for (let index = 0; index < 20; index += 1) {
      await dav.put(`/${index}`);
      await set(`/${index}`, `<x:y>${index}${'.'.repeat(10_000)}</x:y>`);
    }
    const { body } = await dav.call('PROPFIND', '/', { headers: { depth: '1' } });
    const found = [...body.matchAll(/<y xmlns="urn:x">(\d+)\./g)].map(([, index]) => Number(index));
    expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
});

const hostile: readonly (readonly [string, string])[] = [
  ['a document type', '<!DOCTYPE x><D:propfind xmlns:D="DAV:"><D:allprop/></D:propfind>'],
  [
    'entities in entities',
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><D:propfind xmlns:D="DAV:"><D:prop>&b;</D:prop></D:propfind>',
  ],
  [
    'an external entity',
    '<!DOCTYPE x SYSTEM "file:///etc/passwd"><D:propfind xmlns:D="DAV:"><D:allprop/></D:propfind>',
  ],
  ['an unknown entity', '<D:propfind xmlns:D="DAV:"><D:prop>&nbsp;</D:prop></D:propfind>'],
  ['deep nesting', `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`],
  ['too many elements', `<D:propfind xmlns:D="DAV:"><D:prop>${'<a/>'.repeat(5000)}</D:prop></D:propfind>`],
  [
    'too many attributes',
    `<D:propfind xmlns:D="DAV:"><D:prop><a ${Array.from({ length: 3000 }, (_, index) => `b${index}=""`).join(' ')}/></D:prop></D:propfind>`,
  ],
  [
    'a namespace of 115 KB that each element would repeat',
    `<D:propfind xmlns:D="DAV:" xmlns:a="${'n'.repeat(115_000)}"><D:prop>${'<a:b/>'.repeat(1990)}</D:prop></D:propfind>`,
  ],
  [
    'a namespace over 256 characters',
    `<D:propfind xmlns:D="DAV:" xmlns="${'n'.repeat(257)}"><D:allprop/></D:propfind>`,
  ],
  [
    'a namespace that most elements repeat',
    `<D:propfind xmlns:D="DAV:" xmlns:a="${'n'.repeat(256)}"><D:prop><D:x>${'<a:b/>'.repeat(600)}</D:x></D:prop></D:propfind>`,
  ],
  ['an undeclared prefix', '<D:propfind xmlns:D="DAV:"><D:prop><q:r/></D:prop></D:propfind>'],
  ['an end that is missing', '<D:propfind xmlns:D="DAV:"><D:allprop/>'],
  ['two roots', '<D:propfind xmlns:D="DAV:"><D:allprop/></D:propfind><x/>'],
  ['another root', '<D:multistatus xmlns:D="DAV:"/>'],
  ['no XML', 'depth one please'],
  ['a name twice', '<D:propfind xmlns:D="DAV:" xmlns:D="DAV:"><D:allprop/></D:propfind>'],
];

describe('an XML body', () => {
  it.each(hostile)('[P-425] with %s is refused', async (_what, body) => {
    for (const method of ['PROPFIND', 'PROPPATCH', 'LOCK'])
      expect((await dav.call(method, '/a', { headers: { depth: '0' }, body })).status).toBe(400);
  });

  it('[P-427] names at most 100 properties, and gets each once', async () => {
    const some = (count: number): string => Array.from({ length: count }, (_, index) => `<x:p${index}/>`).join('');
    expect(await find('/a', some(100))).toContain('<p99 xmlns="urn:x"/>');
    expect(await find('/a', some(101))).toContain('at most 100 properties');
    expect((await set('/a', some(101))).status).toBe(400);
    expect((await find('/a', '<x:y/><x:y/>')).match(/<y /g)).toHaveLength(1);
  });

  it('[P-426] that is too long or not UTF-8 is refused', async () => {
    const long = `<D:propfind xmlns:D="DAV:"><D:allprop/>${' '.repeat(200_000)}</D:propfind>`;
    expect((await dav.call('PROPFIND', '/a', { headers: { depth: '0' }, body: long })).status).toBe(413);
    const latin = Buffer.from('<D:propfind xmlns:D="DAV:"><!-- \xe9 --><D:allprop/></D:propfind>', 'latin1');
    expect((await dav.call('PROPFIND', '/a', { headers: { depth: '0' }, body: latin })).status).toBe(400);
  });
});
