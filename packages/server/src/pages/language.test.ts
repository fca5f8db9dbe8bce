import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLanguage } from '@drive/texts/build';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestSession, type TestUser } from '../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../test/shared.ts';

const english = readLanguage('en');
let drive: Drive;
let user: TestUser;
let session: TestSession;
let mine: SharedApi;
beforeAll(async () => {
  drive = await startDrive({ settings: { ANONYMOUS_UPLOADS: 'on', REGISTRATION: 'open', SHARE_FEEDBACK: 'on' } });
  user = await drive.createUser({ isAdmin: true });
  session = await drive.signIn(user);
  mine = sharedApi(drive, user);
});
afterAll(() => drive.close());

const open = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
  const response = await drive.fetch(path, { ...init, headers: { accept: 'text/html', ...headers } });
  return { status: response.status, html: await response.text() };
};
const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };

describe('the language of pages', () => {
  it.each([
    ['de', { 'accept-language': 'de' }],
    ['de', { 'accept-language': 'sv-SE, de-CH;q=0.8, en;q=0.7' }],
    ['de', { 'accept-language': 'en', cookie: 'a=1; drive-language=de' }],
    ['en', { 'accept-language': 'de', cookie: 'drive-language=en' }],
    ['en', { 'accept-language': 'de', cookie: 'drive-language=de; __Secure-drive-language=en' }],
    ['en', { 'accept-language': 'sv, xx-constructor' }],
    ['en', { 'accept-language': 'constructor', cookie: 'drive-language=toString' }],
    ['de', { 'accept-language': `de${', fr'.repeat(1000)}` }],
    ['en', {}],
  ])('is %s for %o', async (language, headers: Record<string, string>) => {
    const { html } = await open('/sign-in', headers);
    expect(/<html lang="(\w+)"/.exec(html)?.[1]).toBe(language);
    expect(html).toContain(language === 'de' ? '<h1>Anmelden</h1>' : '<h1>Sign in</h1>');
  });

  it('has the numbers, sizes and dates of the language', async () => {
    const id = await mine.put('a.bin', Buffer.alloc(1_500_000));
    const { shareUrl } = await mine.shareFile(id, { expiresInDays: 7 });
    const path = new URL(shareUrl).pathname;
    expect((await open(path)).html).toContain('1.4 MiB');
    const { html } = await open(path, german);
    expect(html).toContain('1,4 MiB');
    expect(html).toContain('1.500.000 Bytes');
    expect(html).toMatch(/Verfügbar bis <time[^>]*>\d\d\.\d\d\.\d{4}, \d\d:\d\d UTC/);
  });

  it('is also that of errors, in forms and of whole pages', async () => {
    const form = new URLSearchParams({ email: user.email, password: 'wrong horse' });
    const headers = { ...german, 'content-type': 'application/x-www-form-urlencoded', origin: drive.url };
    const wrong = await open('/sign-in', headers, { method: 'POST', body: form.toString() });
    expect(wrong.html).toContain('Die E-Mail-Adresse oder das Passwort ist falsch.');
    expect((await open('/nowhere', german)).html).toContain('<h1>Nicht gefunden</h1>');
    expect((await open('/share/nothing', german)).html).toContain('<h1>Diesen Link gibt es nicht</h1>');
  });

  it('leaves no text of any page in English', async () => {
    const file = await mine.put('b.txt', 'b');
    const folder = await mine.folder('F');
    await mine.put('c.txt', 'c', { in: folder });
    const [single, many, locked] = [
      await mine.shareFile(file, { likesEnabled: true, commentsEnabled: true }),
      await mine.shareFolder(folder, { likesEnabled: true, commentsEnabled: true }),
      await mine.shareFile(await mine.put('d.txt', 'd'), { password: 'secret' }),
    ];
    const created = async (path: string, json: object) =>
      (await mine.call('POST', path, json)).body as { token: string };
    const request = await created('/api/collections', { name: 'Bilder' });
    const proofing = await created('/api/proofings', { name: 'Auswahl', fileIds: [file] });
    const paste = await created('/api/pastes', { content: 'Hallo' });
    const burning = await created('/api/pastes', { content: 'Hallo', burnAfterReading: true });
    const guest = ['/', '/sign-in', '/forgot', '/forgot?sent=1', '/reset', '/register', '/setup', '/upload', '/paste'];
    const links = [single, many, locked].map(({ shareUrl }) => new URL(shareUrl).pathname);
    const own = ['/device', '/upload', '/paste', `/p/${paste.token}`];
    const pages = [
      ...guest.map((path) => [path, german] as const),
      ...[...links, `${links[0]}/comments`, `/collect/${request.token}`, `/proof/${proofing.token}`].map(
        (path) => [path, german] as const,
      ),
      ...[`/p/${paste.token}`, `/p/${burning.token}`, '/p/none', '/collect/none', '/proof/none'].map(
        (path) => [path, german] as const,
      ),
      ...own.map((path) => [path, { ...german, cookie: session.cookie }] as const),
    ];
    const { pages: translated } = readLanguage('de');
    const untranslated = new Set(Object.keys(translated).filter((text) => text !== translated[text]));
    for (const [path, headers] of pages) {
      const { html } = await open(path, headers);
      const body = html.slice(html.indexOf('<body'));
      const attributes = [...body.matchAll(/(?:aria-label|alt|title)="([^"]*)"/g)].map(([, value]) => value ?? '');
      const texts = [...body.replaceAll(/<[^>]*>/g, '\n').split('\n'), ...attributes].map((each) => each.trim());
      expect([path, texts.filter((each) => untranslated.has(each))]).toEqual([path, []]);
      // Entries that are left over may be names of the test only.
      expect([path, texts.filter((each) => /\b(?:the|your|this|with|and|you)\b/i.test(each))]).toEqual([path, []]);
    }
  });

  it('translates no message that the server no longer has', () => {
    const root = join(import.meta.dirname, '../../../..');
    const sources = globSync(['packages/{server,internal/*}/src/**/*.{ts,tsx}', 'packages/contract/src/**/*.ts'], {
      cwd: root,
      exclude: (path) => /\.test\.|texts\/src/.test(typeof path === 'string' ? path : ''),
    })
      .filter((path) => !/\.test\.|texts\/src/.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n')
      .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{n}')
      .replaceAll(/\d+/g, '{n}');
    // The pages put the name of a field, or a capital letter and a period, around these.
    const partOf = (message: string) => message.replace(/^(?:The (?:text|comment|password) )/, '').replace(/\.$/, '');
    const missing = Object.keys(english.messages).filter((message) => {
      const part = partOf(message);
      return ![message, part, part.charAt(0).toLowerCase() + part.slice(1)].some((each) => sources.includes(each));
    });
    expect(missing).toEqual([]);
  });
});
