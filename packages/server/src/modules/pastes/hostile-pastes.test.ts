import { minuteMs } from '@drive/base';
import type { Paste } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, pasteApi } from '../../../test/api/paste-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

let drive: Drive;
let owner: TestUser;
beforeAll(async () => {
  drive = await startDrive();
  owner = await drive.createUser();
});
afterAll(() => drive.close());

const { call, create, resolve, unlock, raw, page } = pasteApi(() => drive);
const own = (json: Parameters<typeof create>[0] = {}): Promise<Paste> => create(json, { key: owner.key });
const post = (json: unknown) => call('POST', '/api/pastes', { key: owner.key, json });
const most = 512 * 1024;

describe('the size of a paste', () => {
  const texts = [
    ['letters', 'x'.repeat(most), 'x'],
    ['letters of two bytes', 'ü'.repeat(most / 2), 'x'],
    ['letters of four bytes', '🦆'.repeat(most / 4), 'x'],
    ['ends of lines, which JSON writes as two', '\n'.repeat(most), '\n'],
    ['quotes', '"'.repeat(most), '"'],
    ['control characters, which JSON writes as six', '\u0001'.repeat(most), '\u0001'],
  ] as const;
  it.each(texts)('is counted in bytes of UTF-8: %s', async (_, content, more) => {
    const paste = await own({ content });
    expect(paste.sizeBytes).toBe(most);
    expect((await raw(paste)).text === content).toBe(true);
    expect((await resolve(paste)).body['content'] === content).toBe(true);
    expect(codeOf(await post({ content: content + more }))).toEqual([413, 'payload_too_large']);
  });

  it('has the same limit if a client escapes every character', async () => {
    const body = `{"content":"${'\\u00fc'.repeat(most / 2)}"}`;
    const headers = { 'content-type': 'application/json' };
    const { status, body: made } = await call('POST', '/api/pastes', { key: owner.key, headers, body });
    expect([status, made['sizeBytes']]).toEqual([201, most]);
    const tooMuch = await call('POST', '/api/pastes', {
      key: owner.key,
      headers,
      body: `{"content":"${'\\u0001'.repeat(600_000)}"}`,
    });
    expect(codeOf(tooMuch)).toEqual([413, 'payload_too_large']);
    // Bodies of other endpoints have their usual limit.
    const folder = await call('POST', '/api/files/folders', {
      key: owner.key,
      headers,
      body: JSON.stringify({ name: 'x'.repeat(1024 * 1024) }),
    });
    expect(folder.status).toBe(413);
  });
});

describe('an invalid paste', () => {
  const wrong: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['no text', {}, 'content'],
    ['an empty text', { content: '' }, 'content'],
    ['a number', { content: 1 }, 'content'],
    ['half a character', { content: 'a\ud83e' }, 'content'],
    ['a NUL', { content: 'a\0b' }, 'content'],
    ['a blank title', { content: 'x', title: ' ' }, 'title'],
    ['a long title', { content: 'x', title: 'x'.repeat(201) }, 'title'],
    ['a language with markup', { content: 'x', language: '<script>' }, 'language'],
    ['a long language', { content: 'x', language: 'x'.repeat(41) }, 'language'],
    ['a short password', { content: 'x', password: 'abc' }, 'password'],
    ['an empty password', { content: 'x', password: '' }, 'password'],
    ['a life of less than nothing', { content: 'x', expiresInDays: -1 }, 'expiresInDays'],
    ['a life too long', { content: 'x', expiresInDays: 366 }, 'expiresInDays'],
    ['part of a day', { content: 'x', expiresInDays: 0.5 }, 'expiresInDays'],
    ['another mode', { content: 'x', shareMode: 'HIDDEN' }, 'shareMode'],
    ['yes as a word', { content: 'x', burnAfterReading: 'true' }, 'burnAfterReading'],
  ];
  it.each(wrong)('is refused: %s', async (_, json, field) => {
    const answer = await post(json);
    expect([...codeOf(answer), answer.body['errors']?.[0]?.field]).toEqual([400, 'validation_failed', field]);
  });

  it('is refused with its own code if the password is over 72 bytes', async () => {
    expect((await post({ content: 'x', password: 'ü'.repeat(36) })).status).toBe(201);
    expect(codeOf(await post({ content: 'x', password: `${'ü'.repeat(36)}x` }))).toEqual([400, 'password_too_long']);
  });

  it('is not found under any token in the URL', async () => {
    for (const token of ['x', '%00', '..%2f..', 'a'.repeat(5000), '%F0%9F%A6%86', "'--"]) {
      expect((await call('GET', `/api/public/pastes/${token}`)).status).toBe(404);
      expect((await call('GET', `/files/pastes/${token}/raw`)).status).toBe(404);
      expect((await page(`/p/${token}`)).status).toBe(404);
    }
    expect(codeOf(await call('DELETE', '/api/pastes/none', { key: owner.key }))).toEqual([404, 'paste_not_found']);
  });
});

describe('the page of a paste', () => {
  const script = `</pre><script>alert(1)</script><img src=x onerror="alert(1)">&amp;\u2028`;
  it('escapes every text', async () => {
    const paste = await own({ content: script, title: `${script.slice(6)}"'`, shareMode: 'PUBLIC' });
    const { text, headers } = await page(`/p/${paste.token}`);
    expect(text).not.toMatch(/<script|<img/);
    expect(text).toContain('&lt;/pre&gt;&lt;script&gt;');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('content-security-policy')).not.toContain('script-src');
  });

  it('shows nothing of a locked paste, for any method and format', async () => {
    const secrets = { content: 'inner text', title: 'Hidden title', language: 'brainfuck' };
    const paste = await own({ ...secrets, password: 'sesame', expiresInDays: 1 });
    const shown = [
      await page(`/p/${paste.token}`),
      await page(`/p/${paste.token}/reveal`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } }),
      await page(`/paste/made?of=${paste.token}`),
      await resolve(paste),
      await raw(paste),
      await raw(paste, { method: 'HEAD' }),
    ];
    for (const { text, headers } of shown)
      for (const secret of [...Object.values(secrets), '10 bytes'])
        expect(`${text} ${JSON.stringify([...headers])}`).not.toContain(secret);
    expect(shown[0]!.status).toBe(401);
  });

  it('shows any number of lines, and truncates too many', async () => {
    const paste = await own({ content: 'line\n'.repeat(30_000) });
    const { text } = await page(`/p/${paste.token}`);
    expect(text).toContain('the first 10,000 of 30,000 lines');
    expect(text.split('line\n').length - 1).toBe(10_000);
    const burning = await own({ content: 'line\n'.repeat(30_000), burnAfterReading: true });
    const post = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };
    expect((await page(`/p/${burning.token}/reveal`, post)).text.split('line\n').length - 1).toBe(30_000);
  });
});

describe('guessing', () => {
  it('ends after five wrong passwords for one paste, by API and page together', async () => {
    const [one, other] = [await own({ password: 'sesame' }), await own({ password: 'sesame' })];
    const form = (password: string) =>
      page(`/p/${one.token}/unlock`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ password }),
      });
    for (let count = 0; count < 3; count += 1)
      expect(codeOf(await unlock(one, `wrong ${count}`))).toEqual([403, 'share_password_incorrect']);
    for (let count = 0; count < 2; count += 1) expect((await form(`wrong ${count}`)).status).toBe(403);
    const refused = await unlock(one, 'sesame');
    expect([...codeOf(refused), Number(refused.headers.get('retry-after')) > 800]).toEqual([
      429,
      'too_many_requests',
      true,
    ]);
    const shown = await form('sesame');
    expect([shown.status, shown.text.includes('Too many attempts')]).toEqual([429, true]);
    expect((await unlock(other, 'sesame')).status).toBe(200);
    drive.clock.advance(15 * minuteMs);
    expect((await unlock(one, 'sesame')).status).toBe(200);
  });

  it('ends after forty unknown tokens a minute, while known ones cost nothing', async () => {
    drive.clock.advance(minuteMs);
    const paste = await own();
    for (let count = 0; count < 50; count += 1) expect((await raw(paste)).status).toBe(200);
    const ways = [
      (token: string) => resolve({ token }),
      (token: string) => raw({ token }),
      (token: string) => page(`/p/${token}`),
    ];
    for (let count = 0; count < 40; count += 1) expect((await ways[count % 3]!(`none${count}`)).status).toBe(404);
    for (const way of ways) expect((await way('none')).status).toBe(429);
    drive.clock.advance(minuteMs);
  });
});

describe('a disabled owner', () => {
  it('has no readable pastes until the account is enabled again', async () => {
    const user = await drive.createUser();
    const paste = await create({ burnAfterReading: true }, { key: user.key });
    const open = await create({}, { key: user.key });
    const setDisabled = (at: number | null) =>
      drive.database.write((tx) =>
        tx.updateTable('users').set({ disabled_at: at }).where('row_id', '=', user.userId).execute(),
      );
    await setDisabled(1);
    for (const look of [
      await resolve(open),
      await raw(open),
      await call('POST', `/api/public/pastes/${paste.token}/reveal`),
    ])
      expect(codeOf(look)).toEqual([404, 'paste_not_found']);
    expect((await page(`/p/${open.token}`)).status).toBe(404);
    await setDisabled(null);
    expect((await raw(open)).status).toBe(200);
    expect((await call('POST', `/api/public/pastes/${paste.token}/reveal`)).status).toBe(200);
  });
});
