import { dayMs, minuteMs } from '@drive/base';
import { describe, expect, test } from 'vitest';
import { treeApi } from '../../../../test/api/tree-api.ts';
import { browser, doors, visitorOf } from '../../../../test/api/visitor-api.ts';
import { startDrive } from '../../../../test/drive.ts';
import { driveForAllTests, drive, mine } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { ask, addressOf, archiveOf, fetchWhole, grantOf } = visitorOf(() => drive);

describe('a signed URL', () => {
  const partsOf = (url: string): { parts: string[]; make(parts: readonly string[]): string } => {
    const [, before = '', token = '', after = ''] = /^(.*\/files\/d\/)([^/]+)(\/.*)$/.exec(url) ?? [];
    return { parts: token.split('.'), make: (parts) => `${before}${parts.join('.')}${after}` };
  };

  test('[P-219] is invalid with any part changed', async () => {
    const [id, other] = [await mine.file('a'), await mine.file('b')];
    const { shareToken } = await mine.shareFile(id);
    const { parts, make } = partsOf(await addressOf(shareToken));
    expect(parts).toHaveLength(8);
    const changes: Record<number, string[]> = {
      0: [other.replaceAll('-', ''), id.toUpperCase().replaceAll('-', '')],
      1: ['0', '', 'zz', `${parts[1]}1`, `${parts[1]}-1`, `~${parts[1]}`],
      2: ['1', '2'],
      3: ['i', 'p', 'A', ''],
      4: ['zzzzzzzzzz', '0', '-1'],
      5: ['', 'x'],
      6: ['', 'x', (parts[6] ?? '').slice(1), `${parts[6]}x`],
      7: ['', 'x', (parts[7] ?? '').slice(1), `${parts[7]}x`, (parts[7] ?? '').toLowerCase()],
    };
    for (const [index, values] of Object.entries(changes))
      for (const value of values)
        expect([index, value, await fetchWhole(make(parts.with(Number(index), value)))]).toEqual([index, value, 403]);
    for (const wrong of [parts.slice(1), parts.slice(0, -1), [...parts, 'x'], parts.toReversed(), ['']])
      expect([403, 404]).toContain(await fetchWhole(make(wrong)));
    expect(await fetchWhole(make(parts))).toBe(200);
  });

  test('of a thumbnail does not open the file, nor the reverse', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'));
    const url = await addressOf(shareToken);
    expect(await fetchWhole(url.replace(/\/files\/d\/([^/]+)\/.*/, '/files/previews/$1'))).toBe(403);
    expect(await fetchWhole(url.replace('/files/d/', '/files/archives/'))).toBe(403);
  });

  test('[P-239] is not revived by a new share, the same slug or the same password', async () => {
    const id = await mine.file('a');
    const wishes = { password: 'open sesame' };
    const { shareToken } = await mine.shareFile(id, wishes);
    const slug = 'once-more';
    await mine.call('PATCH', `/api/files/${id}/share/slug`, { slug });
    const grant = { 'x-share-unlock': await grantOf(shareToken, 'open sesame') };
    const [url, archive] = [await addressOf(shareToken, '', grant), await archiveOf(shareToken, grant)];
    await mine.call('DELETE', `/api/files/${id}/share`);
    const again = await mine.shareFile(id, wishes);
    await mine.call('PATCH', `/api/files/${id}/share/slug`, { slug });
    for (const old of [url, archive]) expect(await fetchWhole(old)).toBe(403);
    expect((await ask('GET', `/api/public/share/${again.shareToken}`, undefined, grant)).body.locked).toBe(true);
    expect((await ask('GET', `/api/public/share/${shareToken}`, undefined, grant)).status).toBe(404);
  });

  test.each([
    ['set', null, 'first secret'],
    ['changed', 'first secret', 'second secret'],
    ['set to the same', 'first secret', 'first secret'],
    ['cleared', 'first secret', null],
  ] as const)('[P-235] ends when a password is %s, for every kind of share and endpoint', async (_, before, after) => {
    const folder = await mine.folder('folder');
    const [file, inside, together] = [
      await mine.file('a'),
      await mine.file('b', { in: folder }),
      await mine.shareTogether([await mine.file('c'), await mine.file('d')]),
    ];
    const shares = [
      { token: (await mine.shareFile(file)).shareToken, own: `/api/files/${file}/share` },
      { token: (await mine.shareFolder(folder)).shareToken, own: `/api/folders/${folder}/share` },
      { token: together, own: `/api/shares/${together}` },
    ];
    for (const { token, own } of shares) {
      if (before !== null) await mine.call('PATCH', `${own}/password`, { password: before });
      const grant: Record<string, string> = before === null ? {} : { 'x-share-unlock': await grantOf(token, before) };
      const listed = await ask('GET', `/api/public/share/${token}/files`, undefined, grant);
      const { id } = (listed.body.files as { id: string }[])[0] ?? { id: inside };
      const urls = [
        await addressOf(token, `fileId=${id}`, grant),
        await addressOf(token, `fileId=${id}&inline=true`, grant),
        await archiveOf(token, grant),
      ];
      for (const url of urls) expect(await fetchWhole(url, { method: 'HEAD' })).toBe(200);
      expect((await mine.call('PATCH', `${own}/password`, { password: after })).status).toBe(200);
      for (const url of urls) expect(await fetchWhole(url)).toBe(403);
      const now: Record<string, string> = after === null ? {} : { 'x-share-unlock': await grantOf(token, after) };
      expect(await fetchWhole(await addressOf(token, `fileId=${id}`, now))).toBe(200);
    }
  });

  test('[P-236] ends when its file is shared again with a password, and stays valid after other changes', async () => {
    const id = await mine.file('a');
    const { shareToken } = await mine.shareFile(id);
    const url = await addressOf(shareToken);
    await mine.shareFile(id, { shareMode: 'PUBLIC', notifyOnDownload: true, expiresInDays: 3 });
    expect(await fetchWhole(url)).toBe(200);
    await mine.shareFile(id, { password: 'open sesame' });
    expect(await fetchWhole(url)).toBe(403);
  });

  test('[P-195] ends with the share at the millisecond of its expiry, at every endpoint', async () => {
    const id = await mine.file('a');
    const { shareToken, shortUrl } = await mine.shareFile(id, { expiresInDays: 1 });
    drive.clock.advance(dayMs - 5 * minuteMs);
    const [url, archive] = [await addressOf(shareToken), await archiveOf(shareToken)];
    drive.clock.advance(5 * minuteMs - 1);
    expect(await fetchWhole(url)).toBe(200);
    drive.clock.advance(1);
    for (const old of [url, archive]) expect(await fetchWhole(old)).toBe(403);
    for (const [method, path, json] of doors.filter(([, path]) => !path.startsWith('/s/')))
      expect([path, (await ask(method, path.replace('{token}', shareToken), json)).body.code]).toEqual([
        path,
        'share_expired',
      ]);
    expect((await ask('GET', shortUrl)).status).toBe(410);
  });
});

describe('a shared folder', () => {
  const list = (token: string, parentId = '') =>
    ask('GET', `/api/public/share/${token}/files${parentId === '' ? '' : `?parentId=${parentId}`}`);
  const names = async (token: string, parentId = '') =>
    ((await list(token, parentId)).body.files as { name: string }[]).map(({ name }) => name);

  test('[P-402] stays shared with its content when its owner moves it, without its new surroundings', async () => {
    const [first, second] = [await mine.folder('first'), await mine.folder('second')];
    const shared = await mine.folder('shared', first);
    const inside = await mine.file('inside', { in: shared });
    await mine.file('beside', { in: second });
    const { shareToken } = await mine.shareFolder(shared);
    const url = await addressOf(shareToken, `fileId=${inside}`);
    await mine.patch(first, { parentId: second });
    await mine.patch(shared, { parentId: second });
    expect(await names(shareToken)).toEqual(['inside']);
    expect(await fetchWhole(url)).toBe(200);
    for (const around of [first, second]) expect((await list(shareToken, around)).status).toBe(404);
    await mine.trash(second);
    expect((await list(shareToken)).status).toBe(404);
    expect(await fetchWhole(url)).toBe(403);
    await mine.restore(second);
    expect(await names(shareToken)).toEqual(['inside']);
  });

  test('[P-210] does not include a sibling with the same name prefix, nor an ancestor through a shared child', async () => {
    const shared = await mine.folder('shared');
    const sibling = await mine.folder('shared-not');
    const secret = await mine.file('secret', { in: sibling });
    const inner = await mine.folder('inner', shared);
    const above = await mine.file('above', { in: shared });
    const { shareToken } = await mine.shareFolder(inner);
    await mine.shareFolder(sibling);
    for (const id of [secret, above]) {
      expect((await ask('GET', `/api/public/share/${shareToken}/download-url?fileId=${id}`)).status).toBe(404);
      expect((await ask('POST', `/api/public/share/${shareToken}/archive`, { fileIds: [id] })).status).toBe(403);
    }
    for (const id of [shared, sibling]) {
      expect((await list(shareToken, id)).status).toBe(404);
      expect((await ask('GET', `/share/${shareToken}?folder=${id}`, undefined, browser)).status).toBe(404);
      expect((await ask('GET', `/share/${shareToken}/archive?folder=${id}`, undefined, browser)).status).toBe(404);
    }
    expect((await mine.patch(shared, { parentId: inner })).status).toBe(409);
  });

  test('refuses a file that is moved out after its URL was issued, until it is moved back', async () => {
    const shared = await mine.folder('shared');
    const id = await mine.file('a', { in: shared });
    await mine.file('b', { in: shared });
    const { shareToken } = await mine.shareFolder(shared);
    const [url, archive] = [await addressOf(shareToken, `fileId=${id}`), await archiveOf(shareToken)];
    await mine.patch(id, { moveToRoot: true });
    for (const gone of [url, archive]) expect(await fetchWhole(gone)).toBe(403);
    await mine.patch(id, { parentId: shared });
    expect(await fetchWhole(url)).toBe(200);
  });

  test('[P-403] accepts only ids, folders and URLs of the same share', async () => {
    const theirs = treeApi(drive, await drive.createUser());
    const [folder, foreign] = [await mine.folder('mine'), await theirs.folder('theirs')];
    const secret = await theirs.file('secret', { in: foreign });
    const { shareToken } = await mine.shareFolder(folder);
    for (const path of [`files?parentId=${foreign}`, `download-url?fileId=${secret}`])
      expect((await ask('GET', `/api/public/share/${shareToken}/${path}`)).status).toBe(404);
    expect((await ask('POST', `/api/public/share/${shareToken}/archive`, { fileIds: [secret] })).status).toBe(403);
  });
});

describe('a multi-share', () => {
  test('leaves out each file whose ancestor is in the trash', async () => {
    const folder = await mine.folder('f');
    const inner = await mine.folder('inner', folder);
    const [a, b] = [await mine.file('a', { in: inner }), await mine.file('b')];
    const token = await mine.shareTogether([a, b]);
    const [url, archive] = [await addressOf(token, `fileId=${a}`), await archiveOf(token)];
    await mine.trash(folder);
    expect((await ask('GET', `/api/public/share/${token}`)).body).toMatchObject({ fileCount: 1, size: 10 });
    expect((await ask('GET', `/api/public/share/${token}/download-url?fileId=${a}`)).status).toBe(404);
    for (const gone of [url, archive]) expect(await fetchWhole(gone)).toBe(403);
    await mine.trash(b);
    for (const path of [`/api/public/share/${token}`, `/share/${token}`])
      expect((await ask('GET', path)).status).toBe(404);
    await mine.restore(folder);
    expect(await fetchWhole(url)).toBe(200);
  });
});
