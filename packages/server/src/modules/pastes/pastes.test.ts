import { dayMs } from '@drive/base';
import type { Paste } from '@drive/contract';
import { describe, expect, it } from 'vitest';
import { codeOf, pasteApi } from '../../../test/api/paste-api.ts';
import { startDrive } from '../../../test/drive.ts';
import { driveForAllTests, drive, user as owner } from '../../../test/use-drive.ts';
import { checkUsage } from '../files/index.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { call, create, resolve, reveal, unlock, raw } = pasteApi(() => drive);
const own = (json: Parameters<typeof create>[0] = {}): Promise<Paste> => create(json, { key: owner.key });
const listOwn = async (query = ''): Promise<Paste[]> =>
  (await call('GET', `/api/pastes${query}`, { key: owner.key })).body['pastes'];
const usedBytes = async (): Promise<number> => (await call('GET', '/api/me', { key: owner.key })).body['usedBytes'];

describe('a paste', () => {
  it('is stored unchanged, and shown to every visitor with its link', async () => {
    const content = '\uFEFFa\r\nb\rc\n\n  <script>alert(1)</script>\t“ü” 🦆\u0001';
    const paste = await own({ content, title: ' A  title ', language: 'C++' });
    expect(paste).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      token: expect.stringMatching(/^[\w-]{22}$/),
      url: `${drive.url}/p/${paste.token}`,
      rawUrl: `${drive.url}/files/pastes/${paste.token}/raw`,
      title: 'A  title',
      language: 'C++',
      sizeBytes: Buffer.byteLength(content),
      shareMode: 'SHARED',
      expiresAt: null,
      passwordProtected: false,
      burnAfterReading: false,
      burnedAt: null,
      createdAt: expect.any(String),
    });
    const { status, body } = await resolve(paste);
    const { id: _id, passwordProtected, burnedAt: _burned, ...shown } = paste;
    expect(status).toBe(200);
    expect(body).toEqual({ ...shown, passwordProtected, locked: false, indexable: false, ownerName: null, content });
    expect((await call('GET', `/api/pastes/${paste.id}`, { key: owner.key })).body).toEqual({ ...paste, content });

    const text = await raw(paste);
    expect([text.status, text.text, text.headers.get('content-type')]).toEqual([
      200,
      content,
      'text/plain; charset=utf-8',
    ]);
    // A paste that does not burn can be read repeatedly.
    expect((await reveal(paste)).body).toEqual(body);
    expect((await reveal(paste)).status).toBe(200);
  });

  it('is served as plain text that browsers do not interpret', async () => {
    const paste = await own({ content: '<script>alert(1)</script>', title: 'a"\\\r\nSet-Cookie: x=1; é😀.html' });
    const { headers } = await raw(paste);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="a__Set-Cookie: x=1; e__.html.txt"; filename*=UTF-8''a%22%5CSet-Cookie%3A%20x%3D1%3B%20%C3%A9%F0%9F%98%80.html.txt`,
    );
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const etag = headers.get('etag') ?? '';
    expect(await raw(paste, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' });
    const head = await raw(paste, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '25']);
    expect((await raw(paste, { method: 'POST' })).status).toBe(405);
  });

  it('is listed for its owner only, newest first, with pages', async () => {
    const [a, b, c] = [await own({ title: 'a' }), await own({ title: 'b' }), await own({ title: 'c' })];
    const other = await drive.createUser();
    await create({}, { key: other.key });
    expect(await listOwn()).toEqual([c, b, a]);
    const page = await call('GET', '/api/pastes?limit=2&page=2', { key: owner.key });
    expect(page.body).toEqual({
      pastes: [a],
      pagination: { currentPage: 2, totalItems: 3, totalPages: 2, nextCursor: null },
    });
  });

  it('is deleted permanently by its owner, and by no other user', async () => {
    const paste = await own();
    const other = await drive.createUser();
    const admin = await drive.createUser({ isAdmin: true });
    for (const { key } of [other, admin]) {
      expect(codeOf(await call('GET', `/api/pastes/${paste.id}`, { key }))).toEqual([403, 'access_denied']);
      expect(codeOf(await call('DELETE', `/api/pastes/${paste.id}`, { key }))).toEqual([403, 'access_denied']);
    }
    expect((await call('DELETE', `/api/pastes/${paste.id}`, { key: owner.key })).status).toBe(204);
    expect(codeOf(await call('DELETE', `/api/pastes/${paste.id}`, { key: owner.key }))).toEqual([
      404,
      'paste_not_found',
    ]);
    for (const answer of [await resolve(paste), await reveal(paste), await unlock(paste, 'abcd'), await raw(paste)])
      expect(codeOf(answer)).toEqual([404, 'paste_not_found']);
    expect(await listOwn()).toEqual([]);
  });

  it('is recorded in the audit log without its content', async () => {
    const { id } = await own({ content: 'the-secret', title: 'Hidden', password: 'sesame' });
    await call('DELETE', `/api/pastes/${id}`, { key: owner.key });
    const rows = await drive.database.reader
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'via', 'details'])
      .where('target_id', '=', id)
      .orderBy('row_id')
      .execute();
    expect(rows).toEqual([
      {
        action: 'paste.created',
        actor_kind: 'user',
        via: 'key',
        details: JSON.stringify({ hasPassword: true, expiresAt: null, burnAfterReading: false }),
      },
      { action: 'paste.deleted', actor_kind: 'user', via: 'key', details: null },
    ]);
  });

  it('counts in the quota of its owner while its content is stored', async () => {
    expect(await usedBytes()).toBe(0);
    const [kept, burning] = [
      await own({ content: 'ü'.repeat(50) }),
      await own({ content: 'x', burnAfterReading: true }),
    ];
    await own({ content: 'y', expiresInDays: 1 });
    expect(await usedBytes()).toBe(102);
    await reveal(burning);
    expect(await usedBytes()).toBe(101);
    drive.clock.advance(dayMs);
    await drive.drain();
    expect(await usedBytes()).toBe(100);
    expect(await checkUsage(drive.database.reader)).toEqual([]);
    await call('DELETE', `/api/pastes/${kept.id}`, { key: owner.key });
    expect(await usedBytes()).toBe(0);
    // A burned paste has left the totals already.
    await call('DELETE', `/api/pastes/${burning.id}`, { key: owner.key });
    expect(await usedBytes()).toBe(0);
  });

  it('is refused if the quota has no room', async () => {
    const small = await startDrive({ settings: { FREE_QUOTA_BYTES: '100' } });
    try {
      const { key } = await small.createUser();
      const at = pasteApi(() => small);
      await at.create({ content: 'x'.repeat(60) }, { key });
      const refused = await Promise.all(
        Array.from({ length: 5 }, () =>
          at.call('POST', '/api/pastes', { key, json: { content: 'x'.repeat(30) } }).then(({ status }) => status),
        ),
      );
      expect(refused.filter((status) => status === 201)).toHaveLength(1);
      expect(refused.filter((status) => status === 409)).toHaveLength(4);
    } finally {
      await small.close();
    }
  });

  it('is created once for one Idempotency-Key', async () => {
    const init = { key: owner.key, headers: { 'idempotency-key': 'once' } };
    const [first, second] = [await create({ title: 'a' }, init), await create({ title: 'a' }, init)];
    expect(second).toEqual(first);
    expect(await listOwn()).toHaveLength(1);
    const other = await call('POST', '/api/pastes', { ...init, json: { content: 'other' } });
    expect(codeOf(other)).toEqual([409, 'idempotency_conflict']);
  });

  it('expires, and the next sweep deletes its content', async () => {
    const paste = await own({ expiresInDays: 7 });
    expect(paste.expiresAt).toBe(new Date(drive.clock.now() + 7 * dayMs).toISOString());
    drive.clock.advance(7 * dayMs - 1);
    expect((await resolve(paste)).status).toBe(200);
    drive.clock.advance(1);
    for (const answer of [await resolve(paste), await reveal(paste), await unlock(paste, 'abcd'), await raw(paste)])
      expect(codeOf(answer)).toEqual([410, 'paste_expired']);
    expect((await call('GET', `/api/pastes/${paste.id}`, { key: owner.key })).body).toEqual({
      ...paste,
      content: null,
    });
    await drive.drain();
    const { content } = await drive.database.reader
      .selectFrom('pastes')
      .select('content')
      .where('id', '=', paste.id)
      .executeTakeFirstOrThrow();
    expect(content).toBeNull();
    expect(codeOf(await resolve(paste))).toEqual([410, 'paste_expired']);
    expect(await listOwn()).toEqual([paste]);
    drive.clock.advance(30 * dayMs);
    await drive.drain();
    expect(codeOf(await resolve(paste))).toEqual([404, 'paste_not_found']);
    expect(await listOwn()).toEqual([]);
  });
});

describe('access to a paste', () => {
  it('is limited to its owner if it is PRIVATE', async () => {
    const paste = await own({ shareMode: 'PRIVATE', content: 'mine' });
    const other = await drive.createUser();
    for (const init of [{}, { key: other.key }, { session: await drive.signIn(other) }])
      for (const answer of [await resolve(paste, init), await reveal(paste, init), await raw(paste, init)])
        expect(codeOf(answer)).toEqual([404, 'paste_not_found']);
    expect(codeOf(await unlock(paste, 'abcd'))).toEqual([404, 'paste_not_found']);
    const session = await drive.signIn(owner);
    for (const init of [{ key: owner.key }, { session }])
      expect((await resolve(paste, init)).body).toMatchObject({ content: 'mine', shareMode: 'PRIVATE' });
    expect((await raw(paste, { headers: { cookie: session.cookie } })).text).toBe('mine');
  });

  it('is limited to its owner and visitors with its password', async () => {
    const paste = await own({ password: 'sésame', title: 'secret title', content: 'secret text', shareMode: 'PUBLIC' });
    expect(paste.passwordProtected).toBe(true);
    const locked = { token: paste.token, passwordProtected: true, locked: true, expiresAt: null, indexable: false };
    expect((await resolve(paste)).body).toEqual(locked);
    expect(codeOf(await reveal(paste))).toEqual([401, 'share_locked']);
    expect(codeOf(await raw(paste))).toEqual([401, 'share_locked']);
    expect(codeOf(await unlock(paste, 'sesame'))).toEqual([403, 'share_password_incorrect']);

    const grant = await unlock(paste, 'sésame');
    expect(grant.body).toEqual({ unlockToken: expect.any(String), expiresAt: expect.any(String) });
    const cookie = grant.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(new RegExp(`^unlock_${paste.token}=.*HttpOnly`, 'i'));
    const grants = [{ 'x-share-unlock': grant.body['unlockToken'] }, { cookie: cookie.split(';')[0]! }];
    for (const headers of grants) {
      expect((await resolve(paste, { headers })).body).toMatchObject({ locked: false, content: 'secret text' });
      expect((await raw(paste, { headers })).text).toBe('secret text');
      expect((await reveal(paste, { headers })).status).toBe(200);
    }
    expect((await resolve(paste, { key: owner.key })).body).toMatchObject({ content: 'secret text' });
    // A grant is valid for its own paste until it expires.
    const other = await own({ password: 'sésame' });
    expect((await resolve(other, { headers: grants[0]! })).body).toMatchObject({ locked: true });
    drive.clock.advance(2 * 3_600_000);
    expect((await resolve(paste, { headers: grants[0]! })).body).toEqual(locked);
  });

  it('is open to search engines if it is PUBLIC and needs no action', async () => {
    const modes = [
      [{ shareMode: 'PUBLIC' }, true],
      [{ shareMode: 'SHARED' }, false],
      [{ shareMode: 'PUBLIC', password: 'abcd' }, false],
      [{ shareMode: 'PUBLIC', burnAfterReading: true }, false],
    ] as const;
    for (const [wish, indexable] of modes) {
      const paste = await own(wish);
      expect((await resolve(paste)).body['indexable']).toBe(indexable);
      const { headers } = await call('GET', `/p/${paste.token}`, { headers: { accept: 'text/html' } });
      expect(headers.get('x-robots-tag')).toBe(indexable ? 'all' : 'noindex, nofollow');
    }
  });
});
