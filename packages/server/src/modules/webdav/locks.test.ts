import { hourMs, minuteMs } from '@drive/base';
import { beforeEach, describe, expect, it } from 'vitest';
import { davApi, type DavApi } from '../../../test/api/dav-api.ts';
import { treeApi } from '../../../test/api/tree-api.ts';
import { driveForEachTest, drive, user } from '../../../test/use-drive.ts';

let dav: DavApi;
driveForEachTest();
beforeEach(async () => {
  dav = davApi(drive, user);
  await dav.call('MKCOL', '/f');
  await dav.put('/f/a', 'a');
  await dav.put('/b', 'b');
});

const having = (token: string): Record<string, string> => ({ if: `(<${token}>)` });

describe('an exclusive lock', () => {
  it('[P-429] refuses every change without its token', async () => {
    const token = await dav.lock('/f/a');
    const body =
      '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="y">1</x></D:prop></D:set></D:propertyupdate>';
    const attempts = async (headers: Record<string, string>): Promise<number[]> => [
      await dav.put('/f/a', 'changed', headers),
      (await dav.call('PROPPATCH', '/f/a', { headers, body })).status,
      await dav.transfer('MOVE', '/b', '/f/a', headers),
      await dav.transfer('COPY', '/b', '/f/a', headers),
      await dav.transfer('MOVE', '/f/a', '/c', headers),
      (await dav.call('DELETE', '/f/a', { headers })).status,
      (await dav.call('DELETE', '/f', { headers })).status,
      (await dav.tryLock('/f/a', { headers })).status,
    ];
    expect(await attempts({})).toEqual([423, 423, 423, 423, 423, 423, 423, 423]);
    expect(await attempts(having('urn:uuid:unknown'))).toEqual([412, 412, 412, 412, 412, 412, 412, 412]);
    expect(await dav.read('/f/a')).toBe('a');
    expect(await dav.put('/f/a', 'changed', having(token))).toBe(204);
    expect(await dav.read('/f/a')).toBe('changed');
  });

  it('names the locked resource in a refusal', async () => {
    await dav.lock('/f');
    const { status, body } = await dav.call('PUT', '/f/new', { body: 'x' });
    expect([status, body]).toEqual([
      423,
      expect.stringContaining('<D:lock-token-submitted><D:href>/dav/f</D:href></D:lock-token-submitted>'),
    ]);
  });

  it('of depth infinity covers descendants and added items, of depth 0 the members of a folder', async () => {
    const deep = await dav.lock('/f');
    expect(await dav.put('/f/new', 'x')).toBe(423);
    expect(await dav.put('/f/new', 'x', having(deep))).toBe(201);
    expect(await dav.put('/f/a', 'x')).toBe(423);
    await dav.call('UNLOCK', '/f/a', { headers: { 'lock-token': `<${deep}>` } });
    const flat = await dav.lock('/f', { headers: { depth: '0' } });
    expect(await dav.put('/f/a', 'x')).toBe(204);
    expect(await dav.put('/f/other', 'x')).toBe(423);
    expect((await dav.call('DELETE', '/f/a')).status).toBe(423);
    expect(await dav.put('/f/other', 'x', { if: `<${drive.url}/dav/f/> (<${flat}>)` })).toBe(201);
  });

  it('is refused if another covers the resource or a descendant', async () => {
    await dav.lock('/f/a');
    const { status, body } = await dav.tryLock('/f');
    expect([status, body.includes('no-conflicting-lock')]).toEqual([423, true]);
    expect((await dav.tryLock('/f', { headers: { depth: '0' } })).status).toBe(200);
    expect((await dav.tryLock('/', { scope: 'shared' })).status).toBe(423);
  });

  it('[P-428] belongs to a path of one user, and does not restrict the API', async () => {
    await dav.lock('/b');
    const other = davApi(drive, await drive.createUser());
    expect(await other.put('/b', 'mine')).toBe(201);
    const [item] = (await treeApi(drive, user).call('GET', '/api/files?q=b')).body.files;
    expect((await treeApi(drive, user).patch(item.id, { name: 'renamed' })).status).toBe(200);
  });

  it('ends when its resource is deleted or moved', async () => {
    const token = await dav.lock('/f/a');
    expect(await dav.transfer('MOVE', '/f/a', '/f/c', having(token))).toBe(201);
    expect(await dav.put('/f/a', 'new')).toBe(201);
    expect(await dav.put('/f/c', 'new')).toBe(204);
    const second = await dav.lock('/f/c');
    expect((await dav.call('DELETE', '/f/c', { headers: having(second) })).status).toBe(204);
    expect(await dav.put('/f/c', 'again')).toBe(201);
  });
});

describe('a key for one folder', () => {
  it('[P-422] mounts that folder alone, and shares its locks with other keys', async () => {
    const other = await drive.createUser();
    const { id } = (await treeApi(drive, user).call('GET', '/api/files/by-path?path=/f')).body;
    await drive.database.write(async (tx) => {
      await tx
        .updateTable('api_keys')
        .set({ user_id: user.userId, folder_id: id })
        .where('user_id', '=', other.userId)
        .execute();
    });
    const limited = davApi(drive, other);
    expect(await limited.members('/')).toEqual(['/dav/a']);
    expect((await limited.call('GET', '/b')).status).toBe(404);
    expect(await limited.put('/new', 'x')).toBe(201);
    expect(await dav.read('/f/new')).toBe('x');
    expect(await limited.transfer('MOVE', '/new', '/renamed')).toBe(201);

    const token = await limited.lock('/a');
    expect(await dav.put('/f/a', 'y')).toBe(423);
    expect(await dav.put('/f/a', 'y', having(token))).toBe(204);
    await limited.call('UNLOCK', '/a', { headers: { 'lock-token': `<${token}>` } });
    const above = await dav.lock('/');
    expect(await limited.put('/a', 'z')).toBe(423);
    expect(await limited.put('/a', 'z', having(above))).toBe(204);
    const seen = (await limited.call('PROPFIND', '/a', { headers: { depth: '0' } })).body;
    expect([seen.includes(above), seen.includes('<D:owner>')]).toEqual([true, false]);
    expect((await limited.call('LOCK', '/a', { headers: having(above) })).status).toBe(403);
    expect((await limited.call('UNLOCK', '/a', { headers: { 'lock-token': `<${above}>` } })).status).toBe(403);
    expect(await dav.put('/f/a', 'z')).toBe(423);
    await dav.call('UNLOCK', '/', { headers: { 'lock-token': `<${above}>` } });

    expect((await dav.call('DELETE', '/f')).status).toBe(204);
    expect((await limited.call('PROPFIND', '/', { headers: { depth: '0' } })).status).toBe(404);
    expect(await limited.put('/new', 'x')).toBe(409);
  });
});

describe('shared locks', () => {
  it('are compatible, and a token of any of them opens the resource', async () => {
    const first = await dav.lock('/b', { scope: 'shared' });
    const second = await dav.lock('/b', { scope: 'shared' });
    expect((await dav.tryLock('/b')).status).toBe(423);
    expect(await dav.put('/b', 'x')).toBe(423);
    expect(await dav.put('/b', 'x', having(first))).toBe(204);
    expect(await dav.put('/b', 'y', having(second))).toBe(204);
  });
});

describe('the life of a lock', () => {
  it('begins with an empty file if none exists, and ends with UNLOCK', async () => {
    const answer = await dav.tryLock('/new');
    expect(answer.status).toBe(201);
    expect(answer.body).toContain('<D:owner>me</D:owner>');
    const token = answer.headers.get('lock-token') ?? '';
    expect(await dav.read('/new')).toBe('');
    expect((await dav.tryLock('/missing/new')).status).toBe(409);
    expect((await dav.call('UNLOCK', '/b', { headers: { 'lock-token': token } })).status).toBe(409);
    expect((await dav.call('UNLOCK', '/new', { headers: { 'lock-token': 'nonsense' } })).status).toBe(400);
    expect((await dav.call('UNLOCK', '/new', { headers: { 'lock-token': token } })).status).toBe(204);
    expect((await dav.call('UNLOCK', '/new', { headers: { 'lock-token': token } })).status).toBe(409);
    expect(await dav.put('/new', 'x')).toBe(204);
  });

  it('[P-430] lasts as long as requested, at most an hour, and longer if it is refreshed', async () => {
    const token = await dav.lock('/b', { headers: { timeout: 'Infinite, Second-4100000000' } });
    drive.clock.advance(50 * minuteMs);
    expect(await dav.put('/b', 'x')).toBe(423);
    const refresh = await dav.call('LOCK', '/b', { headers: { ...having(token), timeout: 'Second-1800' } });
    expect([refresh.status, refresh.headers.get('lock-token')]).toEqual([200, null]);
    expect(refresh.body).toContain('<D:timeout>Second-1800</D:timeout>');
    drive.clock.advance(29 * minuteMs);
    expect(await dav.put('/b', 'x')).toBe(423);
    drive.clock.advance(2 * minuteMs);
    expect(await dav.put('/b', 'x')).toBe(204);
    expect((await dav.call('LOCK', '/b', { headers: having(token) })).status).toBe(412);
  });

  it('ends with a sweep of its row', async () => {
    await dav.lock('/b');
    drive.clock.advance(2 * hourMs);
    await drive.drain();
    expect(await drive.database.reader.selectFrom('dav_locks').selectAll().execute()).toEqual([]);
  });

  it('is reported by PROPFIND on covered resources', async () => {
    const token = await dav.lock('/f');
    const { body } = await dav.call('PROPFIND', '/f/a', { headers: { depth: '0' } });
    expect(body).toContain(`<D:locktoken><D:href>${token}</D:href></D:locktoken>`);
    expect(body).toContain('<D:lockroot><D:href>/dav/f</D:href></D:lockroot>');
    expect((await dav.call('PROPFIND', '/b', { headers: { depth: '0' } })).body).toContain('<D:lockdiscovery/>');
  });

  it('is granted to one of several concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => dav.tryLock('/b')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(7);
    const created = await Promise.all(Array.from({ length: 8 }, () => dav.tryLock('/fresh')));
    expect(created.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await dav.members('/')).filter((href) => href.startsWith('/dav/fresh'))).toEqual(['/dav/fresh']);
  });

  it('that begins during a PUT refuses that PUT', async () => {
    const { openRequest } = await import('../../../test/network/raw-request.ts');
    const request = await openRequest(`${drive.url}/dav/b`, 'PUT', {
      authorization: `Bearer ${user.key}`,
      'content-length': 4,
      expect: '100-continue',
    });
    await request.continued;
    await dav.lock('/b');
    await request.send('late');
    expect((await request.answer)?.status).toBe(423);
    expect(await dav.read('/b')).toBe('b');
  });
});

describe('the If header', () => {
  it('matches if all conditions of one of its lists match', async () => {
    const token = await dav.lock('/b');
    const etag = (await dav.call('HEAD', '/b')).headers.get('etag') ?? '';
    const put = (header: string): Promise<number> => dav.put('/b', 'b', { if: header });
    expect(await put(`(<${token}> [${etag}])`)).toBe(204);
    expect(await put(`(<${token}> ["other"]) (Not <DAV:no-lock>)`)).toBe(204);
    expect(await put(`(<${token}> ["other"])`)).toBe(412);
    expect(await put(`(Not <${token}>)`)).toBe(412);
    expect(await put(`(Not <DAV:no-lock>)`)).toBe(423);
    expect(await put(`<${drive.url}/dav/b> (<${token}>) <${drive.url}/dav/f/a> (["other"])`)).toBe(204);
    expect(await put(`</dav/f/a> (<${token}>)`)).toBe(412);
    expect(await put(`</dav/b> ([${etag}] [${etag}]) </dav/f/a> ([${etag}])`)).toBe(423);
    expect(await put(`</dav/f/a> ([${etag}]) </dav/b> (["other"] [${etag}])`)).toBe(412);
    expect(await put(`</dav${'/n'.repeat(101)}> (["other"])`)).toBe(400);
  });

  it.each(['', '()', '(', '<x>', '(<a>', 'token', '(Not)', '(["x")', '('.repeat(5000)])(
    '%j is refused',
    async (header) => {
      expect(await dav.put('/b', 'x', { if: header })).toBe(400);
      expect(await dav.read('/b')).toBe('b');
    },
  );
});
