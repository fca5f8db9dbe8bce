import { dayMs } from '@drive/base';
import type { ShareDescriptor } from '@drive/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { treeApi } from '../../../../test/api/tree-api.ts';
import { startDrive } from '../../../../test/drive.ts';
import { driveForAllTests, drive, mine } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { SHARE_MAX_EXPIRY_DAYS: '100' } }));

const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
let slugs = 0;
const someSlug = (): string => `slug-${(slugs += 1)}`;
const isoIn = (ms: number): string => new Date(drive.clock.now() + ms).toISOString();
const changes = [
  ['', { shareMode: 'PUBLIC' }],
  ['/expiry', { expiresInDays: 1 }],
  ['/notify', { notifyOnDownload: true }],
  ['/password', { password: 'secret' }],
  ['/slug', { slug: 'a-slug-of-mine' }],
] as const;

/** Shares are selected by item or by token. */
const kinds = [
  ['file', 'file'],
  ['folder', 'folder'],
  ['token', 'file'],
] as const;

describe.each(kinds)('the share of a %s', (by, kind) => {
  let item: string;
  let shared: ShareDescriptor;
  let base: string;
  const call = (method: string, path: string, json?: unknown) => mine.call(method, `${base}${path}`, json);

  beforeEach(async () => {
    item = await (kind === 'file' ? mine.file('a.txt') : mine.folder('f'));
    shared = (await mine.call('POST', `/api/${kind}s/${item}/share`, { password: 'before' })).body;
    base = by === 'token' ? `/api/shares/${shared.shareToken}` : `/api/${kind}s/${item}/share`;
  });

  test('[P-3] keeps its token through every change', async () => {
    for (const [path, json] of changes) {
      const { status, body } = await call('PATCH', path, json);
      expect([path, status, body.shareToken]).toEqual([path, 200, shared.shareToken]);
    }
    expect((await mine.get(item)).shareToken).toBe(shared.shareToken);
    await call('PATCH', '/slug', { slug: null });
  });

  test('[P-72] ends after the given days, and never with 0 or null', async () => {
    const set = async (expiresInDays: unknown) => (await call('PATCH', '/expiry', { expiresInDays })).body.expiresAt;
    expect(await set(100)).toBe(isoIn(100 * dayMs));
    expect(await set(0)).toBeNull();
    expect(await set(1)).toBe(isoIn(dayMs));
    expect(await set(null)).toBeNull();
  });

  test.each([101, 366, -1, 1.5, '1', true, undefined])('[P-73] refuses an expiry of %j', async (expiresInDays) => {
    expect(await call('PATCH', '/expiry', { expiresInDays })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  test('[P-90] stores the given notification switches, and keeps those that are null', async () => {
    const set = async (json: unknown) => {
      const { notifyOwnerOnDownload, notifyOnView, notifyPerRecipient } = (await call('PATCH', '/notify', json)).body;
      return [notifyOwnerOnDownload, notifyOnView, notifyPerRecipient];
    };
    expect(await set({ notifyOnDownload: true })).toEqual([true, false, false]);
    expect(await set({ notifyOnDownload: true, notifyOnView: true, notifyPerRecipient: true })).toEqual([
      true,
      true,
      true,
    ]);
    expect(await set({ notifyOnDownload: false, notifyOnView: null, notifyPerRecipient: null })).toEqual([
      false,
      true,
      true,
    ]);
  });

  test.each([{ notifyOnDownload: null }, {}, { notifyOnDownload: 'yes' }])(
    '[P-89] refuses %j as a switch',
    async (json) => {
      expect((await call('PATCH', '/notify', json)).status).toBe(400);
    },
  );

  test.each(['four', 'x'.repeat(72), 'é'.repeat(36), '😀'.repeat(18)])(
    '[P-76] accepts the password %s',
    async (password) => {
      expect(await call('PATCH', '/password', { password })).toMatchObject({
        status: 200,
        body: { passwordProtected: true },
      });
    },
  );

  test.each([
    ['', 'validation_failed'],
    ['abc', 'validation_failed'],
    ['😀😀😀', 'validation_failed'],
    ['x'.repeat(73), 'password_too_long'],
    [`${'é'.repeat(36)}x`, 'password_too_long'],
    ['😀'.repeat(19), 'password_too_long'],
  ])('[P-77] refuses the password %s', async (password, code) => {
    expect(await call('PATCH', '/password', { password })).toMatchObject({ status: 400, body: { code } });
  });

  test('[P-79] clears its password with null, and returns it nowhere', async () => {
    expect((await call('PATCH', '/password', { password: null })).body.passwordProtected).toBe(false);
    const { body } = await call('PATCH', '/password', { password: 'correct horse' });
    expect(JSON.stringify(body)).not.toContain('correct horse');
    expect(JSON.stringify(drive.logged)).not.toContain('correct horse');
    const kept = await drive.database.reader.selectFrom('shares').selectAll().execute();
    expect(kept.find(({ token }) => token === shared.shareToken)?.password_hash).toMatch(/^\$2[aby]\$/);
    expect(JSON.stringify(kept)).not.toContain('correct horse');
  });

  test('[P-84] has a short link with the given slug beside its generated one', async () => {
    const slug = someSlug();
    const { body } = await call('PATCH', '/slug', { slug });
    expect(body.shortUrl).toBe(`${drive.url}/s/${slug}`);
    for (const url of [body.shortUrl, shared.shortUrl])
      expect((await drive.fetch(url)).headers.get('location')).toBe(shared.shareUrl);
    for (const none of [null, '', '  ']) {
      await call('PATCH', '/slug', { slug });
      expect((await call('PATCH', '/slug', { slug: none })).body.shortUrl).toBe(shared.shortUrl);
      expect((await drive.fetch(`${drive.url}/s/${slug}`)).status).toBe(404);
    }
  });

  test.each([
    ['ab', 'invalid'],
    ['a'.repeat(31), 'invalid'],
    ['Upper', 'invalid'],
    ['-lead', 'invalid'],
    ['trail-', 'invalid'],
    ['two--hyphens', 'invalid'],
    ['under_score', 'invalid'],
    ['sp ace', 'invalid'],
    ['ünder', 'invalid'],
    ['admin', 'reserved'],
    ['a-d-m-i-n', 'reserved'],
    ['fuck', 'profane'],
    ['f-u-c-k', 'profane'],
    ['what-the-fuck', 'profane'],
    ['2026-a55', 'profane'],
    ['5-h-1-7', 'profane'],
  ])('[P-83] refuses the slug %s, because it is %s', async (slug, code) => {
    expect(await call('PATCH', '/slug', { slug })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ field: 'slug', code }] },
    });
    expect((await mine.call('GET', `/api/share/slug-available?slug=${encodeURIComponent(slug)}`)).body).toEqual({
      slug,
      available: false,
      reason: code,
    });
  });

  test.each(['abc', 'a'.repeat(30), '123', 'q3-report-2026', '455-invoices', 'invoice-455', '80085'])(
    '[P-82] accepts the slug %s',
    async (slug) => {
      expect((await call('PATCH', '/slug', { slug })).status).toBe(200);
      expect((await call('PATCH', '/slug', { slug })).status).toBe(200);
      await call('PATCH', '/slug', { slug: null });
    },
  );

  test('[P-207] has no unlock events before the first attempt', async () => {
    expect(await call('GET', '/unlock-events')).toEqual({
      status: 200,
      body: { recentEvents: [], failedLast24h: 0, bruteForceAlert: false },
    });
  });

  test('[P-110] has a limit on downloads if one is set', async () => {
    const set = async (maxDownloads: unknown) =>
      (await call('PATCH', '', { shareMode: 'SHARED', maxDownloads })).body.maxDownloads;
    expect(await set(3)).toBe(3);
    expect((await call('PATCH', '', { shareMode: 'SHARED' })).body.maxDownloads).toBe(3);
    expect(await set(null)).toBeNull();
    expect((await call('PATCH', '', { shareMode: 'SHARED', maxDownloads: 0 })).status).toBe(400);
  });

  test('[P-19] is active also while it is PRIVATE or expired', async () => {
    await call('PATCH', '', { shareMode: 'PRIVATE' });
    expect((await call('PATCH', '/expiry', { expiresInDays: 1 })).status).toBe(200);
    drive.clock.advance(2 * dayMs);
    expect((await call('PATCH', '/expiry', { expiresInDays: 2 })).body.expiresAt).toBe(isoIn(2 * dayMs));
  });

  test('[P-88] is revoked permanently, and its slug is free again', async () => {
    const slug = someSlug();
    await call('PATCH', '/slug', { slug });
    expect((await call('DELETE', '')).status).toBe(204);
    expect((await drive.fetch(shared.shortUrl)).status).toBe(404);
    expect((await mine.call('GET', `/api/share/slug-available?slug=${slug}`)).body).toEqual({
      slug,
      available: true,
      reason: null,
    });
    const again = await mine.call('POST', `/api/${kind}s/${item}/share`, {});
    expect(again.body.shareToken).not.toBe(shared.shareToken);
    expect(again.body.passwordProtected).toBe(false);
  });

  test('[P-31] is available to its owner only', async () => {
    const theirs = treeApi(drive, await drive.createUser());
    const refusal = by === 'token' ? [404, 'share_not_found'] : [403, 'access_denied'];
    const tries = [...changes, ['', undefined, 'DELETE'], ['/unlock-events', undefined, 'GET']] as const;
    for (const [path, json, method = 'PATCH'] of tries) {
      const { status, body } = await theirs.call(method, `${base}${path}`, json);
      expect([path, status, body.code]).toEqual([path, ...refusal]);
    }
  });

  test('[P-86] gets a contested slug for one of two concurrent requests', async () => {
    const other = await mine.file('b.txt');
    const { body } = await mine.call('POST', `/api/files/${other}/share`, {});
    const slug = someSlug();
    const answers = await Promise.all([
      call('PATCH', '/slug', { slug }),
      mine.call('PATCH', `/api/shares/${body.shareToken}/slug`, { slug }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('vanity_slug_taken');
    expect((await mine.call('GET', `/api/share/slug-available?slug=${slug}`)).body.reason).toBe('taken');
  });
});

describe.each(['file', 'folder'] as const)('a %s', (kind) => {
  const make = () => (kind === 'file' ? mine.file('a.txt') : mine.folder('f'));
  const share = (id: string, json: unknown = {}) => mine.call('POST', `/api/${kind}s/${id}/share`, json);

  test('[P-23] without a share has nothing to change', async () => {
    const id = await make();
    const base = `/api/${kind}s/${id}/share`;
    for (const [path, json] of changes)
      expect([path, await mine.call('PATCH', `${base}${path}`, json)]).toMatchObject([
        path,
        path === ''
          ? { status: 404, body: { code: 'share_not_found' } }
          : { status: 409, body: { code: 'no_active_share' } },
      ]);
    expect((await mine.call('DELETE', base)).status).toBe(204);
    expect((await mine.call('GET', `${base}/unlock-events`)).body.recentEvents).toEqual([]);
  });

  test('[P-34] that is unknown or trashed cannot be shared, but its share can be revoked', async () => {
    const id = await make();
    await share(id);
    await mine.trash(id);
    const code = `${kind}_not_found`;
    expect(await share(id)).toMatchObject({ status: 404, body: { code } });
    expect(await share(unknownId)).toMatchObject({ status: 404, body: { code } });
    for (const [path, json] of changes)
      expect(await mine.call('PATCH', `/api/${kind}s/${id}/share${path}`, json)).toMatchObject({ status: 404 });
    expect((await mine.call('DELETE', `/api/${kind}s/${id}/share`)).status).toBe(204);
    expect(await mine.call('DELETE', `/api/${kind}s/${unknownId}/share`)).toMatchObject({
      status: 404,
      body: { code },
    });
    expect((await mine.restore(id)).body.shareToken).toBeNull();
  });

  test('[P-30] of another user cannot be shared, and its link stays unchanged', async () => {
    const id = await make();
    const { body: own } = await share(id);
    const theirs = treeApi(drive, await drive.createUser());
    for (const json of [{}, { shareMode: 'PUBLIC' }])
      expect(await theirs.call('POST', `/api/${kind}s/${id}/share`, json)).toMatchObject({
        status: 403,
        body: { code: 'access_denied' },
      });
    expect((await share(id)).body).toEqual(own);
  });

  test('[P-78] shared with a null password gets none if the share is new', async () => {
    expect(await share(await make(), { password: null })).toMatchObject({
      status: 200,
      body: { passwordProtected: false },
    });
  });

  test('[P-28] is refused under the id of the other kind', async () => {
    const other = kind === 'file' ? await mine.folder('f') : await mine.file('a');
    expect((await share(other)).status).toBe(404);
  });

  test('[P-2] can be shared with all options at once, and shared again with only changed ones', async () => {
    const id = await make();
    const all = {
      shareMode: 'PUBLIC',
      expiresInDays: 7,
      password: 'secret',
      notifyOnDownload: true,
      notifyOnView: true,
      notifyPerRecipient: true,
      maxDownloads: 5,
    };
    const { body: first } = await share(id, all);
    expect(first).toEqual({
      shareToken: expect.any(String),
      shareMode: 'PUBLIC',
      listed: false,
      shareUrl: `${drive.url}/share/${first.shareToken}`,
      shortUrl: expect.stringContaining(`${drive.url}/s/`),
      publicUrl: null,
      expiresAt: isoIn(7 * dayMs),
      passwordProtected: true,
      notifyOwnerOnDownload: true,
      notifyOnView: true,
      notifyPerRecipient: true,
      maxDownloads: 5,
      commentsEnabled: false,
      likesEnabled: false,
      label: null,
      coverItemId: null,
      allowUpload: false,
      uploadMaxFileBytes: null,
      uploadMaxFiles: null,
      uploadAllowedTypes: null,
    });
    expect((await share(id, {})).body).toEqual(first);
    expect((await share(id, { password: null, expiresInDays: null })).body).toEqual(first);
    expect((await share(id, { notifyOnView: false, maxDownloads: null, expiresInDays: 0 })).body).toEqual({
      ...first,
      notifyOnView: false,
      maxDownloads: null,
      expiresAt: null,
    });
  });

  test('[P-8] shared again after its link has expired is open again', async () => {
    const id = await make();
    await share(id, { expiresInDays: 1 });
    drive.clock.advance(2 * dayMs);
    expect((await share(id)).body.expiresAt).toBeNull();
  });

  test.each([
    [{ password: '' }, 'validation_failed'],
    [{ password: 'abc' }, 'validation_failed'],
    [{ password: 'é'.repeat(37) }, 'password_too_long'],
    [{ shareMode: 'PRIVATE' }, 'validation_failed'],
    [{ shareMode: 'public' }, 'validation_failed'],
    [{ expiresInDays: 101 }, 'validation_failed'],
    [{ maxDownloads: 0 }, 'validation_failed'],
    [{ maxDownloads: 1.5 }, 'validation_failed'],
    [{ slug: 'not-here' }, 'validation_failed'],
  ])('[P-63] is not shared with %j', async (json, code) => {
    const id = await make();
    expect(await share(id, json)).toMatchObject({ status: 400, body: { code } });
    expect((await mine.get(id)).shareToken).toBeNull();
  });

  test('[P-10] shared by twenty concurrent requests has one share', async () => {
    const id = await make();
    const answers = await Promise.all(Array.from({ length: 20 }, () => share(id)));
    expect(new Set(answers.map(({ body }) => body.shareToken)).size).toBe(1);
  });
});
