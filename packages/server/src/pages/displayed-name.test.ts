import { displayedName, shortName } from '@drive/pages';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive } from '../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../test/shared.ts';

describe('a displayed name', () => {
  it.each([
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['\u200fa\u2066b\u2069.txt', 'ab.txt'],
    ['שלום.txt', 'שלום.txt'],
    ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
    ['\u202e', 'Without a name'],
    ['\u200b\u2060\ufeff', 'Without a name'],
    ['\u3164\u2800', 'Without a name'],
    ['\u00a0', 'Without a name'],
  ])('of %j is %j', (name, shown) => {
    expect(displayedName(name)).toBe(shown);
  });

  it.each([
    ['short.txt', 'short.txt'],
    ['a'.repeat(120), 'a'.repeat(120)],
    [`${'a'.repeat(200)}.tar.gz`, `${'a'.repeat(82)}…${'a'.repeat(28)}.tar.gz`],
    [`${'🏔'.repeat(100)}.jpg`, `${'🏔'.repeat(20)}…${'🏔'.repeat(7)}.jpg`],
  ])('in a list of %j is %j', (name, shown) => {
    expect(shortName(name)).toBe(shown);
  });

  it('in a list has at most 120 bytes, from its beginning and its end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }), (name) => {
        const shown = shortName(name);
        const [head = '', tail] = shown.split('…');
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(120);
        expect(displayedName(name).startsWith(head)).toBe(true);
        if (!name.includes('…') && tail !== undefined) expect(displayedName(name).endsWith(tail)).toBe(true);
      }),
    );
  });
});

describe('a hostile name', () => {
  let drive: Drive;
  let mine: SharedApi;
  beforeAll(async () => {
    drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
    mine = sharedApi(drive, await drive.createUser());
  });
  afterAll(() => drive.close());

  const strange = [
    '<script>alert(1)<!--.html',
    '"><img src=x onerror=alert(1)>.png',
    `' onmouseover='alert(1).txt`,
    '&lt;b&gt;.txt',
    '{{7*7}}${7*7}.txt',
    'a%0d%0aSet-Cookie: x=y.txt',
    'a\u2028b\u2029c.txt',
    'photo\u202egpj.exe',
    '🏔️'.repeat(85),
    'ſ'.repeat(255),
    'x'.repeat(251) + '.txt',
    '; filename=evil.exe;.txt',
    '=cmd|calc.csv',
    '-rf *',
    '.hidden',
    'CON',
    '..%2f..%2fetc%2fpasswd',
  ];

  it.each(strange)('[P-410] is escaped on the page and is one header value: %j', async (wanted) => {
    const id = await mine.put(wanted, 'bytes', { type: 'text/plain' });
    const { name } = await mine.get(id);
    const folder = await mine.folder(`in ${[...wanted].slice(0, 250).join('')}`);
    await mine.patch(id, { parentId: folder });
    const { shareToken: ofFile } = await mine.shareFile(id);
    const { shareToken: ofFolder } = await mine.shareFolder(folder);
    for (const token of [ofFile, ofFolder]) {
      const html = await (await drive.fetch(`/share/${token}`, { headers: { accept: 'text/html' } })).text();
      // The page's own script stays; a name must not add another.
      expect(html.replace(/<script type="module" src="\/[\w./-]+"><\/script>/, '')).not.toMatch(
        /<script|<img|<b>|\u202e/,
      );
      expect(html.replaceAll(/"[^"]*"/g, '""').match(/<[^>]* on\w+=/g)).toBeNull();
    }
    for (const way of ['download', 'view']) {
      const handedOut = await drive.fetch(`/share/${ofFile}/${way}`);
      expect([handedOut.status, handedOut.headers.getSetCookie()]).toEqual([302, []]);
      const got = await drive.fetch(handedOut.headers.get('location') ?? '');
      expect([got.status, got.headers.getSetCookie(), await got.text()]).toEqual([200, [], 'bytes']);
      const disposition = got.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(/^(?:attachment|inline); filename="[ -!#-$&-[\]-~]*"; filename\*=UTF-8''[\w.!~%-]+$/);
      expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(name);
    }
  });
});
