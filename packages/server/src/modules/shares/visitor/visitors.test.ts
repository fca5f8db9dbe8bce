import { hourMs, minuteMs } from '@drive/base';
import type { Item, NewShare, PublicShare, ShareDescriptor } from '@drive/contract';
import { describe, expect, test } from 'vitest';
import { treeApi } from '../../../../test/api/tree-api.ts';
import { startDrive } from '../../../../test/drive.ts';
import { driveForAllTests, drive, mine } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ featureBudgets: { shareResolve: { calls: 10_000, seconds: 60 } } }));

const share = async (kind: 'file' | 'folder', id: string, wishes: NewShare = {}): Promise<ShareDescriptor> =>
  (await mine.call('POST', `/api/${kind}s/${id}/share`, wishes)).body;
const ask = async (token: string, path = '', headers: Record<string, string> = {}, init: RequestInit = {}) => {
  const response = await drive.fetch(`/api/public/share/${token}${path}`, { ...init, headers });
  const body: any = await response.json();
  return { status: response.status, body, cookies: response.headers.getSetCookie() };
};
const unlock = (token: string, password: string) =>
  ask(token, '/unlock', { 'content-type': 'application/json' }, { method: 'POST', body: JSON.stringify({ password }) });
const unlockedBy = async (token: string, password: string) => ({
  'x-share-unlock': (await unlock(token, password)).body.unlockToken as string,
});
const names = (body: { files: Item[] }): string[] => body.files.map(({ name }) => name);

/** A shared folder with a file and a folder in it, next to a secret one. */
async function makeFolder() {
  const outside = await mine.folder('outside');
  const secret = await mine.file('secret.txt', { in: outside });
  const folder = await mine.folder('shared', outside);
  const near = await mine.file('near.txt', { in: folder, bytes: 5 });
  const inner = await mine.folder('inner', folder);
  const deep = await mine.file('deep.txt', { in: inner, bytes: 7 });
  return { outside, secret, folder, near, inner, deep };
}

describe('a shared folder', () => {
  test('[P-189] shows its content, and nothing around it', async () => {
    const { outside, secret, folder, near, inner, deep } = await makeFolder();
    const { shareToken } = await share('folder', folder);
    const { body } = await ask(shareToken);
    expect(body).toMatchObject({ kind: 'folder', name: 'shared', size: 12, fileCount: 1, item: { parentId: null } });
    expect(names((await ask(shareToken, '/files')).body)).toEqual(['inner', 'near.txt']);
    const { body: listed } = await ask(shareToken, `/files?parentId=${inner}`);
    expect(listed.files).toMatchObject([{ id: deep, parentId: inner, shareToken: null, shareMode: 'SHARED' }]);
    expect((await ask(shareToken, `/files?parentId=${folder}`)).body.files[0].parentId).toBeNull();
    for (const other of [outside, crypto.randomUUID(), near])
      expect(await ask(shareToken, `/files?parentId=${other}`)).toMatchObject({
        status: 404,
        body: { code: 'folder_not_found' },
      });
    for (const id of [near, deep]) expect((await ask(shareToken, `/download-url?fileId=${id}`)).status).toBe(200);
    for (const id of [secret, inner, crypto.randomUUID()])
      expect(await ask(shareToken, `/download-url?fileId=${id}`)).toMatchObject({
        status: 404,
        body: { code: 'file_not_found' },
      });
    expect(JSON.stringify([body, listed])).not.toContain(outside);
  });

  test('[P-211] loses items that are moved out or trashed at once, also at issued URLs', async () => {
    const { outside, folder, near, inner, deep } = await makeFolder();
    const { shareToken } = await share('folder', folder);
    const urls = [];
    for (const id of [near, deep]) urls.push((await ask(shareToken, `/download-url?fileId=${id}`)).body.downloadUrl);
    await mine.patch(near, { parentId: outside });
    await mine.trash(inner);
    expect(names((await ask(shareToken, '/files')).body)).toEqual([]);
    for (const id of [near, deep]) expect((await ask(shareToken, `/download-url?fileId=${id}`)).status).toBe(404);
    expect((await ask(shareToken, `/files?parentId=${inner}`)).status).toBe(404);
    for (const url of urls) expect((await drive.fetch(url)).status).toBe(403);
  });

  test('does not reveal the files’ own shares', async () => {
    const { folder, near } = await makeFolder();
    const own = await share('file', near, { shareMode: 'PUBLIC' });
    const { shareToken } = await share('folder', folder);
    expect(JSON.stringify((await ask(shareToken, '/files')).body)).not.toContain(own.shareToken);
  });

  test('[P-213] delivers its bytes', async () => {
    const { folder, deep } = await makeFolder();
    const { shareToken } = await share('folder', folder);
    const { body } = await ask(shareToken, `/download-url?fileId=${deep}`);
    const saved = await drive.fetch(body.downloadUrl);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect((await saved.arrayBuffer()).byteLength).toBe(7);
    const { body: inline } = await ask(shareToken, `/download-url?fileId=${deep}&inline=true`);
    expect((await drive.fetch(inline.downloadUrl)).headers.get('content-disposition')).toMatch(/^inline;/);
  });

  test('[P-208] is listed in the requested order, with at most the maximum page size', async () => {
    const strict = await startDrive({ settings: { LIST_MAX: '2' } });
    try {
      const theirs = treeApi(strict, await strict.createUser());
      const folder = await theirs.folder('shared');
      for (const [name, bytes] of [
        ['a', 3],
        ['b', 1],
        ['c', 2],
      ] as const)
        await theirs.file(name, { in: folder, bytes });
      const { shareToken } = (await theirs.call('POST', `/api/folders/${folder}/share`, {})).body;
      const list = async (query: string) => {
        const response = await strict.fetch(`/api/public/share/${shareToken}/files${query}`);
        const { files, pagination } = (await response.json()) as { files: Item[]; pagination: object };
        return [names({ files }).join(''), pagination];
      };
      const pages = { totalItems: 3, totalPages: 2 };
      const first = { ...pages, currentPage: 1, nextCursor: expect.any(String) as string };
      const last = { ...pages, currentPage: 2, nextCursor: null };
      expect(await list('')).toEqual(['ab', first]);
      expect(await list('?limit=3&page=2')).toEqual(['c', last]);
      expect(await list('?sort=-name')).toEqual(['cb', first]);
      expect(await list('?sort=size&page=2')).toEqual(['a', last]);
    } finally {
      await strict.close();
    }
  });
});

describe('a multi-share', () => {
  test('[P-190] is listed in the requested order, with pages, and contains nothing else', async () => {
    const ids: string[] = [];
    for (const [name, bytes] of [
      ['b', 1],
      ['A', 3],
      ['c', 2],
    ] as const)
      ids.push(await mine.file(name, { bytes }));
    const { shareToken } = (await mine.call('POST', '/api/files/share-multi', { fileIds: ids })).body;
    expect((await ask(shareToken)).body).toMatchObject({ kind: 'multi', name: '3 files', size: 6, fileCount: 3 });
    const sorted = async (sort: string) => names((await ask(shareToken, `/files?sort=${sort}`)).body).join('');
    expect(await sorted('type,name')).toBe('Abc');
    expect(await sorted('-name')).toBe('cbA');
    expect(await sorted('size')).toBe('bcA');
    expect(await sorted('-size')).toBe('Acb');
    expect((await ask(shareToken, '/files?limit=2&page=2')).body).toMatchObject({
      files: [{ name: 'c', parentId: null, shareToken: null }],
      pagination: { currentPage: 2, totalItems: 3, totalPages: 2, nextCursor: null },
    });
    expect((await ask(shareToken, `/download-url?fileId=${await mine.file('other')}`)).status).toBe(404);
    expect((await ask(shareToken, '/download-url')).status).toBe(404);

    await mine.trash(...ids.slice(0, 2));
    expect((await ask(shareToken)).body).toMatchObject({ name: '1 file', fileCount: 1 });
    await mine.trash(ids[2] ?? '');
    expect((await ask(shareToken)).status).toBe(404);
  });
});

describe('a share with a password', () => {
  const lockedKeys = ['expiresAt', 'indexable', 'kind', 'locked', 'passwordProtected', 'shareToken'];

  test('[P-191] shows only that it is locked until it is unlocked', async () => {
    const { folder, near } = await makeFolder();
    const { shareToken } = await share('folder', folder, { password: 'open sesame', shareMode: 'PUBLIC' });
    const { body } = await ask(shareToken);
    expect(Object.keys(body).toSorted()).toEqual(lockedKeys);
    expect(body).toMatchObject({ locked: true, passwordProtected: true, indexable: false });
    for (const path of ['/files', `/download-url?fileId=${near}`])
      expect(await ask(shareToken, path)).toMatchObject({ status: 401, body: { code: 'share_locked' } });

    const grant = await unlockedBy(shareToken, 'open sesame');
    const { body: opened } = await ask(shareToken, '', grant);
    expect(opened).toMatchObject({ locked: false, passwordProtected: true, indexable: false, name: 'shared' });
    expect(names((await ask(shareToken, '/files', grant)).body)).toEqual(['inner', 'near.txt']);
    expect((await ask(shareToken, `/download-url?fileId=${near}`, grant)).status).toBe(200);
  });

  test('[P-200] is unlocked by the cookie of the grant, too', async () => {
    const { shareToken } = await share('file', await mine.file('a'), { password: 'open sesame' });
    const { body, cookies } = await unlock(shareToken, 'open sesame');
    expect(body).toEqual({ unlockToken: expect.any(String), expiresAt: expect.any(String) });
    const [cookie = ''] = cookies;
    expect(cookies).toEqual(
      ['/share/', '/api/public/share/', '/files/share-form/'].map((path) =>
        expect.stringMatching(
          new RegExp(`^unlock_${shareToken}=.*; Path=${path}${shareToken}; HttpOnly; SameSite=Lax$`),
        ),
      ),
    );
    expect((await ask(shareToken, '', { cookie: cookie.split(';')[0] ?? '' })).body.locked).toBe(false);
  });

  test('[P-201] opens for no other password, and for five attempts in 15 minutes', async () => {
    const { shareToken } = await share('file', await mine.file('a'), { password: 'open sesame' });
    const tried = [];
    for (const password of ['Open sesame', '', 'open sesame\u0000', 'x'.repeat(100), 'nope', 'open sesame']) {
      const { code, attempts_left: left } = (await unlock(shareToken, password)).body;
      tried.push([code, left]);
    }
    expect(tried).toEqual([
      ['share_password_incorrect', 4],
      ['share_password_incorrect', 3],
      ['validation_failed', undefined],
      ['share_password_incorrect', 2],
      ['share_password_incorrect', 1],
      [undefined, undefined],
    ]);
    expect(await unlock(shareToken, 'open sesame')).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    drive.clock.advance(15 * minuteMs);
    expect((await unlock(shareToken, 'open sesame')).status).toBe(200);
  });

  test('[P-205] shows every attempt to its owner, newest first', async () => {
    const id = await mine.file('a');
    const { shareToken } = await share('file', id, { password: 'open sesame' });
    const times: number[] = [];
    for (const password of ['no', 'no', 'no', 'no', 'open sesame', 'open sesame']) {
      times.unshift(drive.clock.now());
      await unlock(shareToken, password);
      drive.clock.advance(1_000);
    }
    const { body } = await mine.call('GET', `/api/files/${id}/share/unlock-events`);
    const results = ['rate_limited', 'success', 'failure', 'failure', 'failure', 'failure'];
    expect(body).toEqual({
      recentEvents: results.map((result, n) => ({ createdAt: new Date(times[n] ?? 0).toISOString(), result })),
      failedLast24h: 4,
      bruteForceAlert: false,
    });
    for (let round = 0; round < 3; round += 1) {
      drive.clock.advance(15 * minuteMs);
      for (let n = 0; n < 5; n += 1) await unlock(shareToken, 'no');
    }
    const { body: later } = await mine.call('GET', `/api/files/${id}/share/unlock-events`);
    expect(later).toMatchObject({ failedLast24h: 19, bruteForceAlert: true });
    expect(later.recentEvents).toHaveLength(20);
    drive.clock.advance(24 * hourMs);
    const { body: nextDay } = await mine.call('GET', `/api/files/${id}/share/unlock-events`);
    expect(nextDay).toMatchObject({ failedLast24h: 0, bruteForceAlert: false });
  });

  test('[P-206] alerts its owner from the tenth failure within a day on', async () => {
    const id = await mine.file('a');
    const { shareToken } = await share('file', id, { password: 'open sesame' });
    const audit = async () => (await mine.call('GET', `/api/files/${id}/share/unlock-events`)).body;
    for (let failure = 1; failure <= 10; failure += 1) {
      if (failure % 5 === 1) drive.clock.advance(15 * minuteMs);
      expect((await unlock(shareToken, 'no')).status).toBe(403);
      expect(await audit()).toMatchObject({ failedLast24h: failure, bruteForceAlert: failure === 10 });
    }
  });

  test('[P-202] is locked again after two hours, after a change of the password, and for every other share', async () => {
    const id = await mine.file('a');
    const { shareToken } = await share('file', id, { password: 'open sesame' });
    const other = await share('file', await mine.file('b'), { password: 'open sesame' });
    const isLocked = async (grant: Record<string, string>, token = shareToken) =>
      ((await ask(token, '', grant)).body as PublicShare).locked;
    const grant = await unlockedBy(shareToken, 'open sesame');
    expect(await isLocked(grant, other.shareToken)).toBe(true);
    for (const forged of ['', 'x', `${grant['x-share-unlock']}x`, `z${grant['x-share-unlock']}`])
      expect(await isLocked({ 'x-share-unlock': forged })).toBe(true);
    drive.clock.advance(2 * hourMs - 1);
    expect(await isLocked(grant)).toBe(false);
    drive.clock.advance(1);
    expect(await isLocked(grant)).toBe(true);

    const fresh = await unlockedBy(shareToken, 'open sesame');
    expect(await isLocked(fresh)).toBe(false);
    await mine.call('PATCH', `/api/files/${id}/share/password`, { password: 'open sesame' });
    expect(await isLocked(fresh)).toBe(true);
    await mine.call('PATCH', `/api/files/${id}/share/password`, { password: null });
    expect(await isLocked({})).toBe(false);
  });
});

describe('a link that is not open', () => {
  test('[P-192] looks the same if it is unknown, revoked, PRIVATE, trashed or not yet stored', async () => {
    const answers: unknown[] = [];
    const closed = async (close: (id: string) => Promise<unknown>): Promise<void> => {
      const id = await mine.file(`${answers.length}`);
      const { shareToken } = await share('file', id, { password: 'secret' });
      await close(id);
      const { status, body } = await ask(shareToken);
      answers.push([status, { ...body, timestamp: '' }]);
    };
    await closed((id) => mine.call('DELETE', `/api/files/${id}/share`));
    await closed((id) => mine.call('PATCH', `/api/files/${id}/share`, { shareMode: 'PRIVATE' }));
    await closed((id) => mine.trash(id));
    const { status, body } = await ask('x'.repeat(22));
    for (const answer of answers) expect(answer).toEqual([status, { ...body, timestamp: '' }]);
    expect(status).toBe(404);
  });
});
