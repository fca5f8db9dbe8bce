import { beforeEach, describe, expect, it } from 'vitest';
import { davApi, type DavApi } from '../../../test/api/dav-api.ts';
import { openRequest } from '../../../test/network/raw-request.ts';
import { driveForEachTest, drive, user } from '../../../test/use-drive.ts';

// The requests of clients, in the order of their logs.

let dav: DavApi;
driveForEachTest();
beforeEach(() => {
  dav = davApi(drive, user);
});

const propfind = (path: string, depth: '0' | '1', properties: string, agent: string) =>
  dav.call('PROPFIND', path, {
    headers: { depth, 'user-agent': agent, 'content-type': 'text/xml' },
    body: `<?xml version="1.0" encoding="utf-8"?><D:propfind xmlns:D="DAV:"><D:prop>${properties}</D:prop></D:propfind>`,
  });

describe('the macOS Finder', () => {
  const agent = 'WebDAVFS/3.0.0 (03008000) Darwin/24.0.0 (arm64)';
  const listing =
    '<D:getlastmodified/><D:getcontentlength/><D:creationdate/><D:resourcetype/><D:quota-available-bytes/><D:quota-used-bytes/>';

  it('mounts, copies a file with its resource fork, and deletes it', async () => {
    expect((await drive.fetch('/dav/', { method: 'OPTIONS' })).headers.get('dav')).toContain('2');
    expect((await propfind('/', '0', listing, agent)).status).toBe(207);
    expect((await propfind('/', '1', listing, agent)).status).toBe(207);
    expect((await propfind('/photo.jpg', '0', listing, agent)).status).toBe(404);

    // An empty file, a lock, then the content in chunks, with the total in a header.
    expect(await dav.put('/photo.jpg', '')).toBe(201);
    const token = await dav.lock('/photo.jpg', { headers: { timeout: 'Second-600', depth: '0' } });
    const request = await openRequest(`${drive.url}/dav/photo.jpg`, 'PUT', {
      authorization: `Bearer ${user.key}`,
      'transfer-encoding': 'chunked',
      'x-expected-entity-length': 11,
      if: `(<${token}>)`,
    });
    await request.send('6\r\nhello \r\n5\r\nworld\r\n0\r\n\r\n');
    expect((await request.answer)?.status).toBe(204);
    expect((await dav.call('UNLOCK', '/photo.jpg', { headers: { 'lock-token': `<${token}>` } })).status).toBe(204);
    expect(await dav.read('/photo.jpg')).toBe('hello world');

    expect((await propfind('/._photo.jpg', '0', listing, agent)).status).toBe(404);
    expect(await dav.put('/._photo.jpg', Buffer.alloc(4096))).toBe(201);
    expect(await dav.put('/.DS_Store', Buffer.alloc(6148))).toBe(201);
    expect((await dav.call('DELETE', '/._photo.jpg')).status).toBe(204);
    expect((await dav.call('DELETE', '/photo.jpg')).status).toBe(204);
  });

  it('saves a document by a temporary file that replaces it', async () => {
    await dav.put('/text.rtf', 'first');
    expect((await dav.call('MKCOL', '/.sb-1/')).status).toBe(201);
    expect(await dav.put('/.sb-1/text.rtf', 'second')).toBe(201);
    expect(await dav.transfer('MOVE', '/.sb-1/text.rtf', '/text.rtf', { overwrite: 'T' })).toBe(204);
    expect((await dav.call('DELETE', '/.sb-1/')).status).toBe(204);
    expect(await dav.read('/text.rtf')).toBe('second');
  });

  it('finds a name in the normal form that it sends', async () => {
    expect(await dav.put(`/${encodeURIComponent('Müller'.normalize('NFD'))}`, 'x')).toBe(201);
    expect(await dav.members('/')).toEqual(['/dav/M%C3%BCller']);
    expect(await dav.read(`/${encodeURIComponent('Müller'.normalize('NFD'))}`)).toBe('x');
  });
});

describe('the Windows Explorer', () => {
  const agent = 'Microsoft-WebDAV-MiniRedir/10.0.22631';
  const times =
    '<Z:Win32CreationTime>Thu, 01 Jan 2026 10:00:00 GMT</Z:Win32CreationTime>' +
    '<Z:Win32LastAccessTime>Thu, 01 Jan 2026 10:00:00 GMT</Z:Win32LastAccessTime>' +
    '<Z:Win32LastModifiedTime>Thu, 01 Jan 2026 10:00:00 GMT</Z:Win32LastModifiedTime>' +
    '<Z:Win32FileAttributes>00000020</Z:Win32FileAttributes>';

  it('connects, creates a file under a lock, sets its times and renames it', async () => {
    const options = await drive.fetch('/dav/', { method: 'OPTIONS', headers: { 'user-agent': agent } });
    expect(options.headers.get('ms-author-via')).toBe('DAV');
    const challenge = await drive.fetch('/dav/', { method: 'PROPFIND', headers: { depth: '0', 'user-agent': agent } });
    expect(challenge.headers.get('www-authenticate')).toMatch(/^Basic /);
    // A PROPFIND without a body: all properties.
    const all = await dav.call('PROPFIND', '/', { headers: { depth: '1', 'content-length': '0' } });
    expect(all.body).toContain('<D:resourcetype><D:collection/></D:resourcetype>');

    expect((await dav.call('HEAD', '/report.docx')).status).toBe(404);
    expect(await dav.put('/report.docx', '')).toBe(201);
    const token = await dav.lock('/report.docx', { headers: { timeout: 'Second-3600' } });
    const tokens = { if: `(<${token}>)` };
    const patch = (): ReturnType<DavApi['call']> =>
      dav.call('PROPPATCH', '/report.docx', {
        headers: tokens,
        body: `<?xml version="1.0" encoding="utf-8" ?><D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop>${times}</D:prop></D:set></D:propertyupdate>`,
      });
    expect((await patch()).body).toContain('HTTP/1.1 200 OK');
    expect((await dav.call('HEAD', '/report.docx')).status).toBe(200);
    expect(await dav.put('/report.docx', 'content', tokens)).toBe(204);
    const patched = await patch();
    expect([patched.status, patched.body.includes('403')]).toEqual([207, false]);
    expect((await dav.call('UNLOCK', '/report.docx', { headers: { 'lock-token': `<${token}>` } })).status).toBe(204);
    expect((await dav.call('HEAD', '/report.docx')).headers.get('last-modified')).toBe('Thu, 01 Jan 2026 10:00:00 GMT');
    expect(await dav.transfer('MOVE', '/report.docx', '/final.docx', { overwrite: 'F' })).toBe(201);
    expect(await dav.read('/final.docx')).toBe('content');
  });
});

describe('GNOME Files', () => {
  it('lists, saves under a temporary name and moves over the original', async () => {
    const agent = 'gvfs/1.54';
    const query =
      '<D:creationdate/><D:displayname/><D:getcontentlength/><D:getcontenttype/><D:getetag/><D:getlastmodified/><D:resourcetype/>';
    await dav.put('/notes.txt', 'one');
    expect((await propfind('/', '1', query, agent)).body).toContain('<D:displayname>notes.txt</D:displayname>');
    expect(await dav.put('/.goutputstream-1', 'two', { 'if-none-match': '*' })).toBe(201);
    expect(await dav.transfer('MOVE', '/.goutputstream-1', '/notes.txt', { overwrite: 'T' })).toBe(204);
    expect(await dav.members('/')).toEqual(['/dav/notes.txt']);
    expect(await dav.read('/notes.txt')).toBe('two');
  });
});
