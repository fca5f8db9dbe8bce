import { png } from '@drive/thumbnails/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { davApi, type DavApi } from '../../../test/api/dav-api.ts';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { listBlobs, readUsage, sha256, someBytes } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { readTallies } from '../../../test/tree/tree-tallies.ts';

let drive: Drive;
let user: TestUser;
let dav: DavApi;
let tree: TreeApi;
beforeEach(async () => {
  drive = await startDrive();
  user = await drive.createUser();
  dav = davApi(drive, user);
  tree = treeApi(drive, user);
});
afterEach(() => drive.close());

describe('the credential', () => {
  it('[P-420] is an API key as Basic password with any user name, or as Bearer', async () => {
    const basic = (name: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
    });
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await drive.fetch('/dav/', { method: 'PROPFIND', headers: { depth: '0', ...headers } })).status;
    expect(await statusOf(basic('someone', user.key))).toBe(207);
    expect(await statusOf(basic('', user.key))).toBe(207);
    expect(await statusOf({ authorization: `Bearer ${user.key}` })).toBe(207);
    expect(await statusOf(basic(user.email, user.password))).toBe(401);
    expect(await statusOf(basic(user.key, ''))).toBe(401);
    expect(await statusOf({ authorization: 'Basic !!!' })).toBe(401);
    expect(await statusOf({ cookie: (await drive.signIn(user)).cookie })).toBe(401);
  });

  it('is requested by a Basic challenge, and not needed for OPTIONS', async () => {
    const refused = await drive.fetch('/dav/', { method: 'PROPFIND' });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Drive", charset="UTF-8"',
    ]);
    const options = await drive.fetch('/dav/anything', { method: 'OPTIONS' });
    expect(options.status).toBe(200);
    expect(options.headers.get('dav')).toBe('1, 2');
    expect(options.headers.get('ms-author-via')).toBe('DAV');
    expect(options.headers.get('allow')).toContain('PROPPATCH');
    const root = await drive.fetch('/', { method: 'OPTIONS' });
    expect([root.status, root.headers.get('dav'), root.headers.get('allow')]).toEqual([
      200,
      '1, 2',
      'OPTIONS, GET, HEAD',
    ]);
  });

  it('[P-421] needs the scope files:read to read and files:write to change', async () => {
    const keyOf = async (scopes: readonly string[]): Promise<string> => {
      const response = await drive.fetch('/api/me/api-keys', { method: 'POST', key: user.key, json: { scopes } });
      return ((await response.json()) as { rawKey: string }).rawKey;
    };
    const statuses = async (scopes: readonly string[]): Promise<number[]> => {
      const limited = davApi(drive, { ...user, key: await keyOf(scopes) });
      const answers = [
        await limited.call('PROPFIND', '/', { headers: { depth: '0' } }),
        await limited.call('MKCOL', `/${scopes.join('-').replaceAll(':', '-')}/`),
        await limited.call('OPTIONS', '/'),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await statuses(['files:read'])).toEqual([207, 403, 200]);
    expect(await statuses(['files:write'])).toEqual([403, 201, 200]);
    expect(await statuses(['shares', 'account'])).toEqual([403, 403, 200]);
  });

  it('[P-423] counts in the limit on calls if it is wrong, and in the limit on transfers if it is valid', async () => {
    const limited = await startDrive({
      settings: { RATE_API: '2', RATE_APIKEY: '1', RATE_FILES: '4', RATE_TRANSFERS: '8' },
    });
    try {
      const { key } = await limited.createUser();
      const statusOf = async (authorization?: string): Promise<number> => {
        const headers = { depth: '0', ...(authorization === undefined ? {} : { authorization }) };
        return (await limited.fetch('/dav/', { method: 'PROPFIND', headers })).status;
      };
      for (const expected of [401, 401, 429]) expect(await statusOf('Basic eDp5')).toBe(expected);
      expect(await statusOf()).toBe(401);
      for (let call = 0; call < 8; call += 1) expect(await statusOf(`Bearer ${key}`)).toBe(207);
      expect(await statusOf(`Bearer ${key}`)).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it('of a disabled account is refused', async () => {
    await drive.app.accounts.directory.change('console', { email: user.email }, { disabled: true });
    expect((await dav.call('PROPFIND', '/', { headers: { depth: '0' } })).status).toBe(401);
  });

  it('[P-424] reveals nothing of another user', async () => {
    await dav.put('/secret.txt', 'mine');
    const other = davApi(drive, await drive.createUser());
    expect(await other.members('/')).toEqual([]);
    expect((await other.call('GET', '/secret.txt')).status).toBe(404);
    expect((await other.call('DELETE', '/secret.txt')).status).toBe(404);
  });
});

describe('files', () => {
  it('are stored by PUT and read by GET with ranges and conditions', async () => {
    const bytes = someBytes(100_000);
    expect(await dav.put('/a.bin', bytes, { 'content-type': 'image/x-test' })).toBe(201);
    const response = await drive.fetch('/dav/a.bin', { key: user.key });
    expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sha256(bytes));
    const etag = response.headers.get('etag') ?? '';
    expect(etag).toBe(`"${Buffer.from(sha256(bytes), 'hex').toString('base64url')}"`);
    expect(response.headers.get('content-type')).toBe('image/x-test');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);

    const range = await drive.fetch('/dav/a.bin', { key: user.key, headers: { range: 'bytes=10-19' } });
    expect([range.status, range.headers.get('content-range')]).toEqual([206, 'bytes 10-19/100000']);
    expect(Buffer.from(await range.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    expect((await dav.call('GET', '/a.bin', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await dav.call('GET', '/a.bin', { headers: { range: 'bytes=100000-' } })).status).toBe(416);
    const head = await dav.call('HEAD', '/a.bin');
    expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '100000', '']);
    expect(await readUsage(drive)).toEqual({ stored: 100_000, reserved: 0 });
  });

  it('are replaced by PUT, and keep their id and their links', async () => {
    expect(await dav.put('/a.txt', 'one')).toBe(201);
    const [before] = (await tree.call('GET', '/api/files')).body.files;
    await tree.call('POST', `/api/files/${before.id}/share`, {});
    expect(await dav.put('/a.txt', 'three')).toBe(204);
    expect(await dav.read('/a.txt')).toBe('three');
    const { files } = (await tree.call('GET', '/api/files')).body;
    expect(files).toMatchObject([{ id: before.id, size: 5, shareMode: 'SHARED' }]);
    expect(await tree.trashed()).toEqual([]);
    expect(await readUsage(drive)).toEqual({ stored: 8, reserved: 0 });
  });

  it('may be empty, can be downloaded and archived, and keep the counts exact', async () => {
    expect(await dav.put('/empty.txt', '')).toBe(201);
    expect(await dav.read('/empty.txt')).toBe('');
    const { body } = await tree.call('GET', '/api/files');
    const [item] = body.files;
    expect(item).toMatchObject({ name: 'empty.txt', size: 0, sha256: sha256(Buffer.alloc(0)) });
    const url = await tree.call('GET', `/api/files/${item.id}/download-url`);
    const download = await fetch(url.body.downloadUrl);
    expect([download.status, await download.text()]).toEqual([200, '']);
    const archive = await tree.call('POST', '/api/files/archive', { fileIds: [item.id] });
    expect((await fetch(archive.body.downloadUrl)).status).toBe(200);
    await tree.trash(item.id);
    expect((await tree.purge(item.id)).status).toBe(204);
    await drive.drain();
    expect(await listBlobs(drive)).toEqual({ staged: [], blobs: [] });
  });

  it('keep the time that the client sends', async () => {
    const { headers } = await dav.call('PUT', '/a.txt', { body: 'x', headers: { 'x-oc-mtime': '1500000000' } });
    expect(headers.get('x-oc-mtime')).toBe('accepted');
    const lastModified = async () => (await dav.call('HEAD', '/a.txt')).headers.get('last-modified');
    expect(await lastModified()).toBe('Fri, 14 Jul 2017 02:40:00 GMT');
    const patch = async (property: string): Promise<number> =>
      (
        await dav.call('PROPPATCH', '/a.txt', {
          body: `<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop>${property}</D:prop></D:set></D:propertyupdate>`,
        })
      ).status;
    expect(await patch('<D:lastmodified>1500000060</D:lastmodified>')).toBe(207);
    expect(await lastModified()).toBe('Fri, 14 Jul 2017 02:41:00 GMT');
    expect(await patch('<Z:Win32LastModifiedTime>Fri, 14 Jul 2017 02:42:00 GMT</Z:Win32LastModifiedTime>')).toBe(207);
    expect(await lastModified()).toBe('Fri, 14 Jul 2017 02:42:00 GMT');
    expect(await patch('<D:lastmodified>never</D:lastmodified>')).toBe(400);
    expect(await lastModified()).toBe('Fri, 14 Jul 2017 02:42:00 GMT');
  });

  it('can be sent chunked, too, within the quota', async () => {
    const chunked = async (bytes: Buffer, headers = {}): Promise<number> => {
      const response = await drive.fetch('/dav/chunked.bin', {
        method: 'PUT',
        key: user.key,
        headers,
        body: new Blob([new Uint8Array(bytes)]).stream(),
        duplex: 'half',
      });
      await response.text();
      return response.status;
    };
    const bytes = someBytes(50_000);
    expect(await chunked(bytes)).toBe(201);
    expect(await chunked(bytes, { 'x-expected-entity-length': '50000' })).toBe(204);
    expect(await chunked(bytes, { 'x-expected-entity-length': '50001' })).toBe(400);
    expect(await chunked(Buffer.alloc(0))).toBe(204);
    expect(await readUsage(drive)).toMatchObject({ reserved: 0 });
    await drive.app.accounts.directory.change('console', { email: user.email }, { quotaBytes: 120_000 });
    expect(await chunked(bytes)).toBe(507);
    expect(await dav.put('/announced.bin', bytes)).toBe(507);
    expect(await readUsage(drive)).toEqual({ stored: 100_000, reserved: 0 });
    expect(await dav.read('/chunked.bin')).toBe('');
  });

  it('of unknown size are refused with 413 above the file size of the plan and with 507 above the quota', async () => {
    await drive.close();
    drive = await startDrive({ settings: { FREE_USER_MAX_BYTES: '50000', FREE_QUOTA_BYTES: '90000' } });
    user = await drive.createUser();
    const send = async (path: string, bytes: number): Promise<number> => {
      const body = new Blob([new Uint8Array(bytes)]).stream();
      const response = await drive.fetch(path, { method: 'PUT', key: user.key, body, duplex: 'half' });
      await response.text();
      return response.status;
    };
    expect(await send('/dav/large.bin', 50_001)).toBe(413);
    expect(await davApi(drive, user).put('/large.bin', someBytes(50_001))).toBe(413);
    expect(await send('/dav/a.bin', 50_000)).toBe(201);
    expect(await send('/dav/b.bin', 50_000)).toBe(507);
    expect(await send('/files/by-path/c.bin', 50_000)).toBe(409);
    expect(await readUsage(drive)).toEqual({ stored: 50_000, reserved: 0 });
    expect((await listBlobs(drive)).staged).toEqual([]);
  });

  it('are refused as ranges, at a folder, below a file and without a parent folder', async () => {
    await dav.call('MKCOL', '/folder');
    await dav.put('/file', 'x');
    expect(await dav.put('/part', 'x', { 'content-range': 'bytes 0-0/2' })).toBe(400);
    expect(await dav.put('/folder', 'x')).toBe(405);
    expect(await dav.put('/folder/', 'x')).toBe(405);
    expect(await dav.put('/', 'x')).toBe(405);
    expect(await dav.put('/file/below', 'x')).toBe(409);
    expect(await dav.put('/missing/below', 'x')).toBe(409);
    expect(await dav.members('/')).toEqual(['/dav/folder/', '/dav/file']);
  });

  it('support If-Match and If-None-Match', async () => {
    expect(await dav.put('/a', 'one', { 'if-match': '*' })).toBe(412);
    expect(await dav.put('/a', 'one', { 'if-none-match': '*' })).toBe(201);
    expect(await dav.put('/a', 'two', { 'if-none-match': '*' })).toBe(412);
    const etag = (await dav.call('HEAD', '/a')).headers.get('etag') ?? '';
    expect(await dav.put('/a', 'two', { 'if-match': '"other"' })).toBe(412);
    expect(await dav.put('/a', 'two', { 'if-match': etag })).toBe(204);
    expect(await dav.put('/a', 'three', { 'if-match': etag })).toBe(412);
    expect(await dav.read('/a')).toBe('two');
  });
});

describe('folders', () => {
  it('are created by MKCOL, once, with an existing parent and without a body', async () => {
    expect((await dav.call('MKCOL', '/a/')).status).toBe(201);
    expect((await dav.call('MKCOL', '/a/')).status).toBe(405);
    expect((await dav.call('MKCOL', '/b/c/')).status).toBe(409);
    expect((await dav.call('MKCOL', '/d/', { body: '<x/>' })).status).toBe(415);
    expect((await dav.call('MKCOL', '/')).status).toBe(405);
    expect(await tree.names()).toEqual(['a']);
  });

  it('are listed with depth 1, and refused with depth infinity', async () => {
    await dav.call('MKCOL', '/a');
    await dav.put('/a/x &.txt', 'x');
    expect(await dav.members('/a/')).toEqual(['/dav/a/x%20%26.txt']);
    const infinite = await dav.call('PROPFIND', '/', { headers: { depth: 'infinity' } });
    expect([infinite.status, infinite.body.includes('propfind-finite-depth')]).toEqual([403, true]);
    expect((await dav.call('PROPFIND', '/missing', { headers: { depth: '0' } })).status).toBe(404);
  });

  it('are trashed with their content', async () => {
    await dav.call('MKCOL', '/a');
    await dav.put('/a/x.txt', 'x');
    expect((await dav.call('DELETE', '/a')).status).toBe(204);
    expect((await dav.call('DELETE', '/a')).status).toBe(404);
    expect((await dav.call('DELETE', '/')).status).toBe(403);
    expect(await tree.trashed(true)).toEqual(['a', 'x.txt']);
  });

  it('with many members are listed completely', async () => {
    const parentId = await tree.folder('many');
    for (let index = 0; index < 300; index += 1) await tree.folder(`f${index}`, parentId);
    expect(new Set(await dav.members('/many')).size).toBe(300);
  });
});

describe('moving', () => {
  it('renames, moves and overwrites according to its headers', async () => {
    await dav.put('/a', 'a');
    await dav.put('/b', 'b');
    await dav.call('MKCOL', '/f');
    expect(await dav.transfer('MOVE', '/a', '/c')).toBe(201);
    expect(await dav.transfer('MOVE', '/c', '/f/c')).toBe(201);
    expect(await dav.transfer('MOVE', '/f/c', '/b', { overwrite: 'F' })).toBe(412);
    expect(await dav.transfer('MOVE', '/f/c', '/b')).toBe(204);
    expect(await dav.read('/b')).toBe('a');
    expect(await dav.transfer('MOVE', '/b', '/missing/b')).toBe(409);
    expect(await dav.transfer('MOVE', '/missing', '/b')).toBe(404);
    expect(await dav.transfer('MOVE', '/f', '/f/in')).toBe(403);
    expect(await dav.transfer('MOVE', '/f', '/f/')).toBe(403);
    await dav.put('/f/x', 'x');
    expect(await dav.transfer('MOVE', '/f/x', '/f')).toBe(403);
  });

  it('a file over a file keeps the links of the target and makes its content a version', async () => {
    await dav.call('MKCOL', '/f');
    await dav.put('/f/doc', 'before');
    await dav.put('/tmp', 'after it');
    const idOf = async (path: string): Promise<string> =>
      (await tree.call('GET', `/api/files/by-path?path=${path}`)).body.id;
    const [id, temporary] = [await idOf('/f/doc'), await idOf('/tmp')];
    await tree.call('POST', `/api/files/${id}/share`, {});
    expect(await dav.transfer('MOVE', '/tmp', '/f/doc')).toBe(204);
    expect([await dav.read('/f/doc'), await idOf('/f/doc')]).toEqual(['after it', id]);
    expect((await tree.get(id)).shareMode).toBe('SHARED');
    expect(await tree.trashed()).toEqual([]);
    await drive.drain();
    expect((await tree.call('GET', `/api/files/${temporary}/download-url`)).status).toBe(410);
    expect(await readUsage(drive)).toEqual({ stored: 14, reserved: 0 });
    expect((await listBlobs(drive)).blobs).toHaveLength(2);
    const tallies = await readTallies(drive.database, user.userId);
    expect(tallies.kept).toEqual(tallies.counted);
  });

  it('a temporary file over a file sets the type of the new name, and a thumbnail', async () => {
    await dav.put('/photo.png', 'no image');
    await dav.put('/photo.png.tmp', png({ width: 20, height: 10 }));
    expect(await dav.transfer('MOVE', '/photo.png.tmp', '/photo.png')).toBe(204);
    await drive.drain();
    const item = (await tree.call('GET', '/api/files/by-path?path=/photo.png')).body;
    expect(item).toMatchObject({ mimeType: 'image/png', previewUrl: expect.any(String) });
    await dav.put('/other', 'x', { 'content-type': 'text/x-own' });
    expect(await dav.transfer('MOVE', '/other', '/photo.png')).toBe(204);
    expect((await tree.call('GET', '/api/files/by-path?path=/photo.png')).body.mimeType).toBe('text/x-own');
  });

  it('a file with links, versions or a quarantine trashes the target', async () => {
    const idOf = async (path: string): Promise<string> =>
      (await tree.call('GET', `/api/files/by-path?path=${path}`)).body.id;
    for (const prepare of [
      async () => void (await tree.call('POST', `/api/files/${await idOf('/a')}/share`, {})),
      async () => void (await dav.put('/a', 'a again')),
      async () => {
        const admin = await drive.createUser({ isAdmin: true });
        const path = `/api/admin/files/${await idOf('/a')}/quarantine`;
        await drive.fetch(path, { method: 'POST', key: admin.key, json: { quarantined: true, reason: 'x' } });
      },
    ]) {
      await dav.put('/a', 'a');
      await dav.put('/b', 'b');
      await prepare();
      const id = await idOf('/a');
      expect(await dav.transfer('MOVE', '/a', '/b')).toBe(204);
      expect(await idOf('/b')).toBe(id);
      expect(await tree.trashed()).toContain('b');
      await dav.call('DELETE', '/b');
    }
  });

  it('[P-431] accepts destinations as URLs and as paths, and none of another server', async () => {
    await dav.put('/a', 'a');
    const move = async (destination: string): Promise<number> =>
      (await dav.call('MOVE', '/a', { headers: { destination, overwrite: 'F' } })).status;
    expect(await move('http://elsewhere.example/dav/b')).toBe(502);
    expect(await move(`${drive.url}/api/b`)).toBe(502);
    expect(await move('b')).toBe(400);
    expect(await move('/dav/../dav/b')).toBe(400);
    expect(await move('/dav/%2e%2e/b')).toBe(400);
    expect(await move('/dav/b')).toBe(201);
  });
});

describe('paths', () => {
  it.each(['/a//b', '/a%2Fb', '/%00', '/%ff', '/%', '/a%5Cb', '/%20a', '/a%0d'])(
    '[P-435] such as %s are refused',
    async (path) => {
      expect((await dav.call('MKCOL', path)).status).toBe(400);
      expect(await tree.names()).toEqual([]);
    },
  );

  it('[P-436] are decoded once and found in any normal form', async () => {
    expect(await dav.put('/%2520', 'x')).toBe(201);
    expect(await dav.put('/e%CC%81', 'x')).toBe(201);
    expect(await tree.names()).toEqual(['%20', 'é']);
    expect(await dav.read('/%C3%A9')).toBe('x');
  });
});

it('answers 404 if it is switched off', async () => {
  const off = await startDrive({ settings: { WEBDAV: 'off' } });
  try {
    expect((await off.fetch('/dav/', { method: 'PROPFIND' })).status).toBe(404);
    expect((await off.fetch('/dav/', { method: 'OPTIONS' })).status).toBe(404);
  } finally {
    await off.close();
  }
});

it('uses the path of the base URL', async () => {
  const below = await startDrive({ settings: { BASE_URL: 'http://drive.example/cloud' } });
  try {
    const { key } = await below.createUser();
    const headers = { authorization: `Bearer ${key}` };
    const put = await below.fetch('/cloud/dav/a', { method: 'PUT', headers, body: 'x' });
    expect(put.status).toBe(201);
    const destination = 'http://drive.example/cloud/dav/b';
    const move = await below.fetch('/cloud/dav/a', { method: 'MOVE', headers: { ...headers, destination } });
    expect(move.status).toBe(201);
    const listing = await below.fetch('/cloud/dav/', { method: 'PROPFIND', headers: { ...headers, depth: '1' } });
    expect(await listing.text()).toContain('<D:href>/cloud/dav/b</D:href>');
  } finally {
    await below.close();
  }
});
