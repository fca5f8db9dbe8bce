import { dayMs, systemRandom } from '@drive/base';
import type { ListedShare, ShareDescriptor } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { reserveUpload } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';

let drive: Drive;
let owner: TestUser;
let mine: TreeApi;
/** The next short codes; random ones follow. */
const codes: string[] = [];

beforeAll(async () => {
  const random = {
    ...systemRandom,
    code: (length: number, alphabet: string) => codes.shift() ?? systemRandom.code(length, alphabet),
  };
  drive = await startDrive({ random, settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());
beforeEach(async () => {
  owner = await drive.createUser();
  mine = treeApi(drive, owner);
  drive.mails.length = 0;
});

const share = async (id: string, wishes: object = {}): Promise<ShareDescriptor> =>
  (await mine.call('POST', `/api/files/${id}/share`, wishes)).body;
const shareTogether = async (fileIds: readonly string[]): Promise<string> =>
  (await mine.call('POST', '/api/files/share-multi', { fileIds })).body.shareToken;
const listed = async (): Promise<ListedShare[]> => (await mine.call('GET', '/api/shares?limit=200')).body.shares;
const isFree = async (slug: string) =>
  (await mine.call('GET', `/api/share/slug-available?slug=${slug}`)).body.available as boolean;
let slugs = 0;
const someSlug = () => `slug-${(slugs += 1)}`;

describe('slugs', () => {
  test('set twice at once on one share leave one as its slug and the other free', async () => {
    const id = await mine.file('a');
    await share(id);
    for (let round = 0; round < 5; round += 1) {
      const slugs = [someSlug(), someSlug(), someSlug()];
      const answers = await Promise.all(
        slugs.map((slug) => mine.call('PATCH', `/api/files/${id}/share/slug`, { slug })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { shortUrl } = await share(id);
      const kept = slugs.filter((slug) => shortUrl.endsWith(`/s/${slug}`));
      expect(kept).toHaveLength(1);
      expect(await Promise.all(slugs.map(isFree))).toEqual(slugs.map((slug) => slug !== kept[0]));
    }
  });

  test('set while the share is revoked become free', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await mine.file('a');
      await share(id);
      const slug = someSlug();
      const [set, revoked] = await Promise.all([
        mine.call('PATCH', `/api/files/${id}/share/slug`, { slug }),
        mine.call('DELETE', `/api/files/${id}/share`),
      ]);
      expect([200, 409]).toContain(set.status);
      expect(revoked.status).toBe(204);
      expect(await isFree(slug)).toBe(true);
    }
  });

  test('[P-87] equal to the short code of another share are refused, also after that share is revoked', async () => {
    codes.push('abcdefghjk');
    const theirs = treeApi(drive, await drive.createUser());
    const id = await theirs.file('theirs');
    const { shortUrl } = (await theirs.call('POST', `/api/files/${id}/share`, {})).body;
    expect(shortUrl).toMatch(/\/s\/abcdefghjk$/);
    const own = await mine.file('a');
    await share(own);
    const take = () => mine.call('PATCH', `/api/files/${own}/share/slug`, { slug: 'abcdefghjk' });
    expect(await take()).toMatchObject({ status: 409, body: { code: 'vanity_slug_taken' } });
    await theirs.call('DELETE', `/api/files/${id}/share`);
    expect(await take()).toMatchObject({ status: 409, body: { code: 'vanity_slug_taken' } });
  });

  test('[P-251] that are taken are never generated as a short code', async () => {
    const [first, second] = [await mine.file('a'), await mine.file('b')];
    await share(first);
    await mine.call('PATCH', `/api/files/${first}/share/slug`, { slug: 'mnpqrstuvw' });
    codes.push('mnpqrstuvw', 'mnpqrstuvx');
    expect((await share(second)).shortUrl).toMatch(/\/s\/mnpqrstuvx$/);
  });

  test('equal to the token of another share open their own share only', async () => {
    const [first, second] = [await share(await mine.file('a')), await share(await mine.file('b'))];
    const slug = 'abcdefghijklmnopqrstuv';
    await mine.call('PATCH', `/api/shares/${first.shareToken}/slug`, { slug });
    expect((await drive.fetch(`/s/${slug}`)).headers.get('location')).toBe(first.shareUrl);
    for (const path of [`/share/${slug}`, `/api/public/share/${slug}`, `/s/${second.shareToken}`])
      expect((await drive.fetch(path)).status).toBe(404);
  });
});

describe('the end of a share', () => {
  const patches = [
    ['', { shareMode: 'PUBLIC' }],
    ['/expiry', { expiresInDays: 1 }],
    ['/notify', { notifyOnDownload: true }],
    ['/password', { password: 'secret' }],
    ['/slug', { slug: 'never-again' }],
  ] as const;
  const expectGone = async ({ shareToken, shareUrl, shortUrl }: ShareDescriptor): Promise<void> => {
    for (const [path, json] of patches)
      expect([path, await mine.call('PATCH', `/api/shares/${shareToken}${path}`, json)]).toMatchObject([
        path,
        { status: 404, body: { code: 'share_not_found' } },
      ]);
    for (const [method, path, json] of [
      ['DELETE', ''],
      ['GET', '/unlock-events'],
      ['GET', '/recipients'],
      ['POST', '/recipients', { emails: ['a@example.com'] }],
    ] as const)
      expect((await mine.call(method, `/api/shares/${shareToken}${path}`, json)).status).toBe(404);
    for (const url of [shareUrl, shortUrl]) expect((await drive.fetch(url)).status).toBe(404);
    expect((await listed()).map((one) => one.shareToken)).not.toContain(shareToken);
  };

  test('[P-25] by revoking is permanent: no change, email or link restores it', async () => {
    const id = await mine.file('a');
    const old = await share(id);
    await mine.call('DELETE', `/api/files/${id}/share`);
    await share(id);
    await expectGone(old);
  });

  test('[P-37] by purging is permanent, too, and frees its slug', async () => {
    const id = await mine.file('a');
    await share(id);
    const slug = someSlug();
    const { body: old } = await mine.call('PATCH', `/api/files/${id}/share/slug`, { slug });
    await mine.trash(id);
    await mine.purge(id);
    await drive.drain();
    await expectGone(old);
    const other = await share(await mine.file('b'));
    const taken = await mine.call('PATCH', `/api/shares/${other.shareToken}/slug`, { slug });
    expect(taken).toMatchObject({ status: 200, body: { shortUrl: `${drive.url}/s/${slug}` } });
  });

  test('[P-177] of a multi-share comes with the purge of its last file', async () => {
    const ids = [await mine.file('a'), await mine.file('b'), await mine.file('c')];
    const token = await shareTogether(ids);
    for (const [index, id] of ids.entries()) {
      expect(await listed()).toMatchObject([{ shareToken: token, fileCount: ids.length - index }]);
      await mine.trash(id);
      await mine.purge(id);
      await drive.drain();
    }
    expect(await listed()).toEqual([]);
    expect((await mine.call('PATCH', `/api/shares/${token}`, { shareMode: 'PUBLIC' })).status).toBe(404);
  });

  test('[P-176] of a multi-share comes when its last files are removed concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids = [await mine.file('a'), await mine.file('b'), await mine.file('c')];
      await shareTogether(ids);
      await Promise.all(ids.map((id) => mine.call('DELETE', `/api/files/${id}/share`)));
      expect(await listed()).toEqual([]);
    }
  });

  test('[P-57] comes with the failure of its upload, also after changes by its owner', async () => {
    const { uploadUrl, shareToken, fileId } = await reserveUpload(drive, owner, { autoShare: true });
    const slug = someSlug();
    const path = `/api/shares/${shareToken}`;
    expect((await mine.call('PATCH', `${path}/slug`, { slug })).status).toBe(200);
    expect((await mine.call('PATCH', `${path}/password`, { password: 'secret' })).status).toBe(200);
    expect((await mine.call('POST', `${path}/recipients`, { emails: ['a@example.com'] })).status).toBe(201);
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(404);
    expect((await mine.call('GET', `/api/files/${fileId}/share/unlock-events`)).status).toBe(404);
    expect(await listed()).toEqual([]);
    expect((await drive.fetch(uploadUrl, { method: 'DELETE' })).status).toBe(204);
    await drive.drain();
    expect(await isFree(slug)).toBe(true);
    expect((await mine.call('PATCH', path, { shareMode: 'PUBLIC' })).status).toBe(404);
  });

  test('[P-58] comes with the expiry of its upload', async () => {
    const { shareToken } = await reserveUpload(drive, owner, { autoShare: true });
    await mine.call('POST', `/api/shares/${shareToken}/recipients`, { emails: ['a@example.com'] });
    drive.clock.advance(2 * dayMs);
    await drive.drain();
    expect((await mine.call('PATCH', `/api/shares/${shareToken}`, { shareMode: 'PUBLIC' })).status).toBe(404);
    expect(drive.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

test('listing a file publicly while it is being shared lists it', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await mine.file('a');
    const [changed] = await Promise.all([
      mine.call('PATCH', '/api/files/visibility', { ids: [id], mode: 'PUBLIC' }),
      mine.call('POST', `/api/files/${id}/share`, {}),
    ]);
    expect(changed).toMatchObject({ status: 200, body: { updated: [{ shareMode: 'PUBLIC' }] } });
    expect((await mine.get(id)).shareMode).toBe('PUBLIC');
  }
});

describe('a request', () => {
  const odd = [null, '', 'x', '1', 0, 1, -1, 1.5, 1e21, true, [], ['x'], {}, { toString: 'x' }] as const;
  const bodies: readonly (readonly [
    method: string,
    path: string,
    field: string,
    taken: readonly unknown[],
    base: object,
  ])[] = [
    ['POST', '', 'shareMode', [null], {}],
    ['POST', '', 'expiresInDays', [null, 0, 1], {}],
    ['POST', '', 'password', [null], {}],
    ['POST', '', 'notifyOnDownload', [null, true], {}],
    ['POST', '', 'maxDownloads', [null, 1], {}],
    ['PATCH', '', 'shareMode', [], {}],
    ['PATCH', '', 'maxDownloads', [null, 1], { shareMode: 'SHARED' }],
    ['PATCH', '/expiry', 'expiresInDays', [null, 0, 1], {}],
    ['PATCH', '/notify', 'notifyOnDownload', [true], {}],
    ['PATCH', '/notify', 'notifyOnView', [null, true], { notifyOnDownload: false }],
    ['PATCH', '/notify', 'notifyPerRecipient', [null, true], { notifyOnDownload: false }],
    ['PATCH', '/password', 'password', [null], {}],
    ['PATCH', '/slug', 'slug', [null, ''], {}],
  ];

  test.each(bodies)(
    '[P-44] by %s …/share%s with %s of the wrong shape is refused',
    async (method, path, field, taken, base) => {
      const id = await mine.file('a');
      await share(id);
      for (const value of odd) {
        const { status } = await mine.call(method, `/api/files/${id}/share${path}`, { ...base, [field]: value });
        expect([value, status]).toEqual([value, taken.includes(value) ? 200 : 400]);
      }
      for (const body of [null, [], 'x', 1, { ...base, [field]: taken[0], more: 1 }])
        expect((await mine.call(method, `/api/files/${id}/share${path}`, body)).status).toBe(400);
    },
  );

  test('for a multi-share of the wrong shape shares and lists nothing', async () => {
    const ids = [await mine.file('a'), await mine.file('b')];
    for (const fileIds of [null, {}, 'x', ids[0], [ids], [...ids, null], { ...ids, length: 2 }])
      expect((await mine.call('POST', '/api/files/share-multi', { fileIds })).status).toBe(400);
    for (const some of [null, {}, ids[0], [ids], [null]])
      expect((await mine.call('PATCH', '/api/files/visibility', { ids: some, mode: 'PUBLIC' })).status).toBe(400);
    for (const mode of [null, ['PUBLIC'], 'public', true])
      expect((await mine.call('PATCH', '/api/files/visibility', { ids, mode })).status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  test('[P-46] has the same options on every plan', async () => {
    for (const plan of ['free', 'paid'] as const) {
      const theirs = treeApi(drive, await drive.createUser({ plan }));
      const id = await theirs.file('a');
      const wishes = { password: 'secret', maxDownloads: 2, notifyOnDownload: true, expiresInDays: 365 };
      expect((await theirs.call('POST', `/api/files/${id}/share`, wishes)).status).toBe(200);
      expect((await theirs.call('PATCH', `/api/files/${id}/share/slug`, { slug: someSlug() })).status).toBe(200);
    }
  });
});

test('[P-151] that lowers a limit below the count closes the link at once, and one that clears it opens the link again', async () => {
  const id = await mine.file('a');
  const { shareToken } = await share(id);
  const open = () => drive.fetch(`/api/public/share/${shareToken}`);
  for (let n = 0; n < 3; n += 1) {
    const response = await drive.fetch(`/api/public/share/${shareToken}/download-url`);
    await (await drive.fetch(((await response.json()) as { downloadUrl: string }).downloadUrl)).arrayBuffer();
  }
  await drive.drain();
  await share(id, { maxDownloads: 2 });
  expect(await (await open()).json()).toMatchObject({ status: 410, code: 'share_limit_reached' });
  await share(id, { maxDownloads: null });
  expect((await open()).status).toBe(200);
});

test('[P-467] loop that sets passwords is rate limited while other users can sign in', async () => {
  const id = await mine.file('a');
  await share(id);
  const people = await Promise.all(Array.from({ length: 5 }, () => drive.createUser()));
  const setting = Array.from({ length: 200 }, (_, turn) =>
    drive.fetch(`/api/files/${id}/share/password`, {
      method: 'PATCH',
      key: owner.key,
      json: { password: `password ${turn}` },
    }),
  );
  const signIns = await Promise.all(
    people.map(({ email, password }) => drive.fetch('/api/auth/login', { method: 'POST', json: { email, password } })),
  );
  expect(signIns.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const answers = await Promise.all(setting);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('5');
  expect(await refused?.json()).toMatchObject({ code: 'too_many_requests' });
});
