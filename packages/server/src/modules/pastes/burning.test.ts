import { dayMs } from '@drive/base';
import type { Paste } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, pasteApi } from '../../../test/api/paste-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

let drive: Drive;
let owner: TestUser;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  owner = await drive.createUser();
});
afterAll(() => drive.close());

const { call, create, resolve, reveal, unlock, raw, page } = pasteApi(() => drive);
const burning = (json: Parameters<typeof create>[0] = {}): Promise<Paste> =>
  create({ burnAfterReading: true, ...json }, { key: owner.key });
const contentOf = async ({ id }: Paste): Promise<string | null> =>
  (await drive.database.reader.selectFrom('pastes').select('content').where('id', '=', id).executeTakeFirstOrThrow())
    .content;

describe('a paste that burns', () => {
  it('shows its metadata to every visitor, and its content to none', async () => {
    const paste = await burning({ content: 'the-secret', title: 'Keys' });
    const session = await drive.signIn(owner);
    const looks = [
      () => resolve(paste),
      () => resolve(paste, { key: owner.key }),
      () => call('HEAD', `/api/public/pastes/${paste.token}`),
      () => call('GET', `/api/pastes/${paste.id}`, { key: owner.key }),
      () => raw(paste),
      () => raw(paste, { method: 'HEAD' }),
      () => raw(paste, { headers: { 'if-none-match': '*' } }),
      () => page(`/p/${paste.token}`),
      () => page(`/p/${paste.token}`, { headers: { cookie: session.cookie } }),
      () => page(`/p/${paste.token}`, { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0', accept: '*/*' } }),
      () => page(`/p/${paste.token}`, { method: 'HEAD' }),
      () => page(`/p/${paste.token}/reveal`),
      () => page(`/paste/made?of=${paste.token}`),
    ];
    for (const look of looks) {
      const { text, headers } = await look();
      expect(text + JSON.stringify([...headers])).not.toContain('the-secret');
    }
    expect((await resolve(paste)).body).toMatchObject({ title: 'Keys', burnAfterReading: true, content: null });
    expect(codeOf(await raw(paste))).toEqual([403, 'access_denied']);
    expect(await contentOf(paste)).toBe('the-secret');
  });

  it('is returned once, and is deleted then', async () => {
    const paste = await burning({ content: 'the-secret' });
    const { status, body } = await reveal(paste);
    expect([status, body['content'], body['burnAfterReading']]).toEqual([200, 'the-secret', true]);
    for (const answer of [await reveal(paste), await resolve(paste), await raw(paste), await unlock(paste, 'abcd')])
      expect(codeOf(answer)).toEqual([410, 'paste_burned']);
    expect(await contentOf(paste)).toBeNull();
    const [listed] = (await call('GET', '/api/pastes?limit=1', { key: owner.key })).body['pastes'];
    expect(listed).toEqual({ ...paste, burnedAt: new Date(drive.clock.now()).toISOString() });
  });

  it('is returned to one of twenty concurrent requests', async () => {
    for (let round = 0; round < 3; round += 1) {
      const paste = await burning({ content: `secret ${round}` });
      const answers = await Promise.all(Array.from({ length: 20 }, () => reveal(paste)));
      const given = answers.filter(({ status }) => status === 200);
      expect(given.map(({ body }) => body['content'])).toEqual([`secret ${round}`]);
      const others = answers.filter(({ status }) => status !== 200);
      expect(new Set(others.map((answer) => codeOf(answer).join(' ')))).toEqual(new Set(['410 paste_burned']));
    }
  });

  it('is either returned or deleted, and leaves the totals once', async () => {
    const { used_bytes: before } = await usage();
    for (let round = 0; round < 5; round += 1) {
      const paste = await burning({ content: 'x'.repeat(1000) });
      await Promise.all([
        call('DELETE', `/api/pastes/${paste.id}`, { key: owner.key }),
        ...Array.from({ length: 4 }, () => reveal(paste)),
      ]);
    }
    expect((await usage()).used_bytes).toBe(before);
  });

  it('asks for its password first', async () => {
    const paste = await burning({ content: 'the-secret', password: 'sesame' });
    expect(codeOf(await reveal(paste))).toEqual([401, 'share_locked']);
    const { unlockToken } = (await unlock(paste, 'sesame')).body;
    const headers = { 'x-share-unlock': unlockToken };
    expect((await resolve(paste, { headers })).body).toMatchObject({ locked: false, content: null });
    expect((await reveal(paste, { headers })).body['content']).toBe('the-secret');
    expect(codeOf(await reveal(paste, { headers }))).toEqual([410, 'paste_burned']);
  });

  it('does not burn by a cross-site request', async () => {
    const paste = await burning({ shareMode: 'PRIVATE' });
    const { cookie } = await drive.signIn(owner);
    const foreign = {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    };
    expect((await page(`/p/${paste.token}/reveal`, foreign)).status).toBe(403);
    // The API treats a session without its token as a visitor, who gets 404.
    expect(codeOf(await reveal(paste, { headers: { cookie } }))).toEqual([404, 'paste_not_found']);
    expect(await contentOf(paste)).toBe('hello\n');
  });

  it('is shown once by its page', async () => {
    const paste = await burning({ content: '<b>the-secret</b>' });
    const post = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };
    const shown = await page(`/p/${paste.token}/reveal`, post);
    expect([shown.status, shown.text.includes('&lt;b&gt;the-secret&lt;/b&gt;')]).toEqual([200, true]);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const again = await page(`/p/${paste.token}/reveal`, post);
    expect([again.status, again.text.includes('This paste has been read')]).toEqual([410, true]);
    expect((await page(`/p/${paste.token}`)).status).toBe(410);
  });

  it('expires unread', async () => {
    const paste = await burning({ expiresInDays: 1 });
    drive.clock.advance(dayMs);
    expect(codeOf(await reveal(paste))).toEqual([410, 'paste_expired']);
    await drive.drain();
    expect(await contentOf(paste)).toBeNull();
  });
});

const usage = async () => {
  const row = await drive.database.reader
    .selectFrom('storage_usage')
    .select('stored_bytes as used_bytes')
    .where('owner_id', '=', owner.userId)
    .executeTakeFirst();
  return row ?? { used_bytes: 0 };
};
