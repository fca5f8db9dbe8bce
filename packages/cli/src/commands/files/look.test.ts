import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { startProxy } from '../../../test/proxy.ts';

const me = useDrive({ settings: { LIST_MAX: '3' } });
const { on, grow } = me;
const onTerminal = (...argv: string[]) => me.with({ terminal: 80, env: { NO_COLOR: '1', LANG: 'C.UTF-8' } }, ...argv);
const json = <T>(out: string): T[] => JSON.parse(out) as T[];
const lines = (out: string): string[] => out.split('\n').filter((line) => line !== '');
const records = <T>(out: string): T[] => lines(out).map((line) => JSON.parse(line) as T);

describe('ls', () => {
  it('writes one name a line without a terminal, from all pages, folders with a slash', async () => {
    await grow('/b/', '/c/', '/d/', '/e/', '/f/', '/g/', '/a.txt');
    expect(await on('ls')).toEqual({ code: 0, out: 'b/\nc/\nd/\ne/\nf/\ng/\na.txt\n', err: '' });
    expect((await on('ls', '--sort', '-name')).out).toBe('g/\nf/\ne/\nd/\nc/\nb/\na.txt\n');
    const items = json<{ name: string; path: string }>((await on('ls', '--json')).out);
    expect(items.map(({ path }) => path)).toEqual(['/b', '/c', '/d', '/e', '/f', '/g', '/a.txt']);
  });

  it('writes columns on a terminal, with colors for folders', async () => {
    await grow('/Photos/', '/a.txt', '/写真.jpg');
    expect((await onTerminal('ls')).out).toBe('Photos/  a.txt  写真.jpg\n');
    expect((await me.with({ terminal: 80 }, 'ls')).out).toContain('\u001b[1;34mPhotos/\u001b[0m');
    expect((await me.with({ terminal: 80 }, 'ls', '--no-color')).out).not.toContain('\u001b');
    const narrow = await me.with({ terminal: 10, env: { NO_COLOR: '1' } }, 'ls');
    expect(narrow.out).toBe('Photos/\na.txt\n写真.jpg\n');
  });

  it('writes a table with -l', async () => {
    await grow('/Photos/');
    await me.put('/a.txt', 'x'.repeat(2048));
    await on('share', '/a.txt');
    const { out } = await onTerminal('ls', '-l');
    expect(out.split('\n').map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'TIME'))).toEqual([
      '    SIZE  CHANGED           LINK    NAME',
      '     0 B  TIME          Photos/',
      ' 2.0 KiB  TIME  shared  a.txt',
      '',
    ]);
    expect((await on('ls', '--long')).out).toMatch(/SIZE +CHANGED +LINK +ID +NAME\n/);
  });

  it('shows one file by its path, and nothing for an empty folder', async () => {
    await grow('/x/a.txt', '/empty/');
    expect(await on('ls', '/x/a.txt')).toEqual({ code: 0, out: '/x/a.txt\n', err: '' });
    expect(await on('ls', '/empty')).toEqual({ code: 0, out: '', err: '' });
    expect((await onTerminal('ls', '/empty')).err).toBe('nothing here\n');
    expect((await on('ls', '/empty', '--json')).out).toBe('[]\n');
    const [item] = json<{ id: string }>((await on('ls', '/x/a.txt', '--json')).out);
    expect((await on('ls', item!.id)).out).toBe('/x/a.txt\n');
  });

  it('lists files first and each folder under its path, like ls of a shell', async () => {
    await grow('/x/a.txt', '/x/b/c.txt', '/y/', '/d.txt');
    expect((await on('ls', '/x', '/y', '/d.txt')).out).toBe('/d.txt\n\n/x:\nb/\na.txt\n\n/y:\n');
    expect((await on('ls', '-d', '/x', '/y')).out).toBe('/x/\n/y/\n');
    expect((await on('ls', '-R', '/x')).out).toBe('/x:\nb/\na.txt\n\n/x/b:\nc.txt\n');
    const items = json<{ path: string }>((await on('ls', '-R', '/x', '/d.txt', '--json')).out);
    expect(items.map(({ path }) => path)).toEqual(['/d.txt', '/x/b', '/x/a.txt', '/x/b/c.txt']);
  });

  it('continues after missing items', async () => {
    await grow('/a.txt');
    const { code, out, err } = await on('ls', '/a.txt', '/nothing');
    expect({ code, out }).toEqual({ code: 3, out: '/a.txt\n' });
    expect(err).toMatch(/^error: \/nothing: no such file/);
    const asJson = await on('ls', '/a.txt', '/nothing', '--json');
    expect(json(asJson.out)).toHaveLength(1);
    expect(JSON.parse(asJson.err)).toMatchObject({ level: 'error', code: 'not_found', exitCode: 5 });
  });

  it('exits with 5 for missing items and those of other users', async () => {
    expect(await on('ls', '/nothing')).toEqual({
      code: 5,
      out: '',
      err: 'error: /nothing: no such file or folder on the server; list items with: drive-cli ls\n',
    });
    await grow('/mine/');
    const [mine] = json<{ id: string }>((await on('ls', '--json')).out);
    const other = await me.drive.createUser();
    expect(await me.with({ env: { DRIVE_API_KEY: other.key } }, 'ls', mine!.id)).toMatchObject({ code: 5 });
  });

  it('requires a folder for a path with a trailing slash', async () => {
    await grow('/a.txt');
    expect(await on('ls', '/a.txt/')).toMatchObject({ code: 6, err: 'error: /a.txt is a file, not a folder\n' });
  });
});

describe('patterns in paths', () => {
  const ls = async (...patterns: string[]): Promise<string[]> => lines((await on('ls', '-d', ...patterns)).out);

  it('match names in any segment of a path', async () => {
    await grow('/2025/a.jpg', '/2025/b.png', '/2026/a.jpg', '/2026/deep/er/c.jpg', '/.cache/d.jpg', '/2026/.e.jpg');
    expect(await ls('/2025/*.jpg')).toEqual(['/2025/a.jpg']);
    expect(await ls('/*/a.jpg')).toEqual(['/2025/a.jpg', '/2026/a.jpg']);
    expect(await ls('/202[5-6]/*.{jpg,png}')).toEqual(['/2025/a.jpg', '/2025/b.png', '/2026/a.jpg']);
    expect(await ls('/{2025,2026}/?.jpg')).toEqual(['/2025/a.jpg', '/2026/a.jpg']);
    expect(await ls('/*/')).toEqual(['/2025/', '/2026/']);
    expect(await ls('/**/*.jpg')).toEqual(['/2025/a.jpg', '/2026/deep/er/c.jpg', '/2026/a.jpg']);
    expect(await ls('/**/er/*')).toEqual(['/2026/deep/er/c.jpg']);
    expect(await ls('/2026/**/')).toEqual(['/2026/deep/', '/2026/deep/er/']);
    expect(await ls('/.*/*')).toEqual(['/.cache/d.jpg']);
    expect(await ls('/**/.*')).toEqual(['/.cache/', '/2026/.e.jpg']);
  });

  it('find names in a large folder by the search, with the same result', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `/big/IMG_${1000 + index}.jpg`);
    await grow('/big/IMG_1/', '/other/IMG_1011.jpg', ...names);
    const proxy = await startProxy(() => me.drive.url);
    const through = { env: { DRIVE_BASE_URL: proxy.url } };
    expect(lines((await me.with(through, 'ls', '-d', '/big/IMG_1{,01?}{,.jpg}')).out)).toEqual([
      '/big/IMG_1/',
      ...names.filter((name) => name.includes('IMG_101')),
    ]);
    const few = proxy.calls.length;
    expect(lines((await me.with(through, 'ls', '-d', '/big/*101[0-3].jpg')).out)).toHaveLength(4);
    const searched = proxy.requests.slice(few).filter(({ url }) => url?.includes('q='));
    expect(searched.length).toBeGreaterThan(0);
    expect(proxy.calls.length - few).toBeLessThan(9);
  });

  it('exit with 5 if they match nothing', async () => {
    await grow('/a.txt');
    expect(await on('ls', '/*.jpg')).toEqual({
      code: 5,
      out: '',
      err: 'error: /*.jpg: nothing on the server matches; list items with: drive-cli ls\n',
    });
    expect(await on('ls', '/a.txt/*')).toMatchObject({ code: 5 });
  });

  it('do not match existing names that contain their characters literally', async () => {
    await grow('/report[1].pdf', '/report1.pdf', '/{a,b}.txt', '/*', '/x y/', '/-r');
    expect(await ls('/report[1].pdf')).toEqual(['/report[1].pdf']);
    expect(await ls('/report\\[1].pdf')).toEqual(['/report[1].pdf']);
    expect(await ls('/report[1-9].pdf')).toEqual(['/report1.pdf']);
    expect(await ls('/{a,b}.txt')).toEqual(['/{a,b}.txt']);
    expect(await ls('/*')).toEqual(['/*']);
    expect(await ls('/[*]')).toEqual(['/*']);
    expect(await ls('/x y', '/-r')).toEqual(['/x y/', '/-r']);
  });

  it('match names in any Unicode normal form', async () => {
    await grow('/café/naïve.txt', '/\u200frtl', '/🙂.txt', `/${'ä'.repeat(255)}`);
    expect(await ls('/cafe\u0301/nai\u0308*')).toEqual(['/café/naïve.txt']);
    expect(await ls('/cafe\u0301/naïve.txt')).toEqual(['/café/naïve.txt']);
    expect(await ls('/?.txt')).toEqual(['/🙂.txt']);
    expect(await ls('/\u200f*', `/${'a\u0308'.repeat(255)}`)).toEqual(['/\u200frtl', `/${'ä'.repeat(255)}`]);
  });

  it('work for download and share too', async () => {
    await grow('/a.txt', '/b.txt', '/c.jpg');
    expect(lines((await on('share', '/*.txt', '/c.jpg')).out)).toHaveLength(3);
    expect(await on('share', '/*.gif')).toMatchObject({ code: 5 });
    const { code, out } = await on('download', '/{a,b}.txt', '--json');
    const got = records<{ source: string; status: string }>(out).toSorted((a, b) => (a.source < b.source ? -1 : 1));
    expect([code, got]).toMatchObject([
      0,
      [
        { source: '/a.txt', status: 'downloaded' },
        { source: '/b.txt', status: 'downloaded' },
      ],
    ]);
  });
});

describe('tree', () => {
  it('draws the content of a folder, folders first, and counts it', async () => {
    await grow('/x/1/deep/a', '/x/2/', '/x/b.txt', '/x/c.txt', '/x/d.txt', '/y');
    expect(await on('tree', '/x')).toEqual({
      code: 0,
      out: `/x/
├── 1/
│   └── deep/
│       └── a
├── 2/
├── b.txt
├── c.txt
└── d.txt

3 folders, 4 files
`,
      err: '',
    });
    const { out } = await on('tree', '--max-depth', '1', '--sizes', '--quiet');
    expect(out).toBe('/\n├── [    35 B]  x/\n└── [     2 B]  y\n');
    expect((await on('tree', '-d')).out).toBe('/\n└── x/\n    ├── 1/\n    │   └── deep/\n    └── 2/\n\n4 folders\n');
  });

  it('writes one object a line as JSON', async () => {
    await grow('/x/a', '/y');
    const { out } = await on('tree', '--json');
    expect(records(out)).toMatchObject([
      { path: '/x', depth: 1, type: 'folder' },
      { path: '/x/a', depth: 2, type: 'file' },
      { path: '/y', depth: 1 },
    ]);
  });

  it('draws with ASCII characters if the terminal has no others', async () => {
    await grow('/x/a', '/b');
    expect((await me.with({ terminal: 80, env: { NO_COLOR: '1' } }, 'tree')).out).toBe(
      '/\n|-- x/\n|   `-- a\n`-- b\n\n1 folder, 2 files\n',
    );
    expect((await onTerminal('tree')).out).toContain('└── a');
  });

  it('accepts one folder', async () => {
    await grow('/a', '/b/');
    expect(await on('tree', '/a')).toMatchObject({ code: 6, out: '' });
    expect(await on('tree', '/*')).toMatchObject({ code: 2, out: '' });
    expect((await on('tree', '/b*')).out).toBe('/b/\n\n0 folders, 0 files\n');
  });

  it('reports a folder that is removed meanwhile and continues', async () => {
    await grow('/x/1/a', '/x/2/b', '/x/3/c');
    const [, two] = json<{ id: string }>((await on('ls', '/x', '--json')).out);
    const proxy = await startProxy(() => me.drive.url, {
      answer(incoming, outgoing) {
        if (!incoming.url?.includes(`parentId=${two!.id}`)) return false;
        outgoing.writeHead(404, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ status: 404, code: 'folder_not_found', message: 'gone' }));
        return true;
      },
    });
    const { code, out, err } = await me.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'tree', '/x', '-q');
    expect(code).toBe(0);
    expect(out).toBe('/x/\n├── 1/\n│   └── a\n├── 2/\n└── 3/\n    └── c\n');
    expect(err).toBe('warning: /x/2 no longer exists\n');
  });
});

describe('find', () => {
  const find = async (...argv: string[]): Promise<string[]> => lines((await on('find', ...argv)).out);

  it('prints all paths at and below a folder', async () => {
    await grow('/x/1/a', '/x/b', '/y');
    expect(await find()).toEqual(['/x', '/x/1', '/x/1/a', '/x/b', '/y']);
    expect(await find('/x')).toEqual(['/x', '/x/1', '/x/1/a', '/x/b']);
    expect(await find('/x', '/x/1', '/y')).toEqual(['/x', '/x/1', '/x/1/a', '/x/b', '/y']);
    expect(await find('/x/b')).toEqual(['/x/b']);
    expect(await find('/x', '--min-depth', '1', '--max-depth', '1')).toEqual(['/x/1', '/x/b']);
    expect(await find('/x', '--max-depth', '0')).toEqual(['/x']);
    expect(await find('--limit', '2')).toEqual(['/x', '/x/1']);
    expect((await on('find', '--type', 'f', '-0')).out).toBe('/x/1/a\0/x/b\0/y\0');
    expect(await on('find', '--name', 'nothing')).toEqual({ code: 0, out: '', err: '' });
  });

  it('filters by name, kind, size and time', async () => {
    await me.put('/big', 'x'.repeat(2000));
    await me.put('/x/.hidden.TXT', 'x'.repeat(10));
    me.drive.clock.advance(10 * 24 * 3600 * 1000);
    await me.put('/x/new.txt', 'x'.repeat(1024));
    expect(await find('--name', '*.txt')).toEqual(['/x/new.txt']);
    expect(await find('--iname', '*.txt')).toEqual(['/x/.hidden.TXT', '/x/new.txt']);
    expect(await find('--type', 'd')).toEqual(['/x']);
    expect(await find('--size', '+1k')).toEqual(['/x', '/big']);
    expect(await find('--size', '-11')).toEqual(['/x/.hidden.TXT']);
    expect(await find('--size', '1KiB')).toEqual(['/x/new.txt']);
  });

  it('finds the same with the server’s search as by walking the folders', async () => {
    await grow('/B/two report.PDF', '/B/report.pdf', '/a/z/report.pdf', '/a/report.pdf/x', '/Zebra.pdf', '/ärger.pdf');
    const calls = async (...argv: string[]): Promise<{ found: string[]; asked: string[] }> => {
      const proxy = await startProxy(() => me.drive.url);
      const { out } = await me.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'find', ...argv);
      return { found: lines(out), asked: proxy.requests.map(({ url = '' }) => url) };
    };
    for (const pattern of ['*.pdf', '*report*', 'report.pdf', '*{rger,ebra}*']) {
      const searched = await calls('--type', 'f', '--name', pattern);
      const walked = await calls('/*', '--type', 'f', '--name', pattern);
      expect(searched.asked.some((url) => url.includes('q='))).toBe(true);
      expect(walked.asked.some((url) => url.includes('q='))).toBe(false);
      expect(searched.found).toEqual(walked.found);
      expect(searched.found.length).toBeGreaterThan(0);
    }
    const few = await calls('--type', 'f', '--name', 'report.pdf');
    expect(few.asked).toHaveLength(3);
    expect((await calls('--type', 'f', '--iname', '*REPORT*')).found).toHaveLength(3);
    expect((await calls('--type', 'f', '--name', '*.pdf', '--max-depth', '1')).found).toEqual([
      '/Zebra.pdf',
      '/ärger.pdf',
    ]);
    expect((await calls('--name', '*.pdf')).found).toContain('/a/report.pdf');
  });

  it('refuses invalid tests', async () => {
    for (const argv of [
      ['--size', 'big'],
      ['--newer', 'yesterday'],
      ['--type', 'x'],
      ['--limit', '-1'],
      ['-name', 'x'],
    ]) {
      expect(await on('find', ...argv)).toMatchObject({ code: 2, out: '' });
    }
  });
});

it('escapes control characters on a terminal', async () => {
  await grow('/safe\u202etxt.exe');
  for (const argv of [
    ['ls'],
    ['ls', '-l'],
    ['tree'],
    ['find'],
    ['find', '-0'],
    ['ls', '/safe*'],
    ['rm', '-n', '/safe*'],
  ]) {
    const { out } = await onTerminal(...argv);
    expect(out).toContain('safe\ufffdtxt.exe');
    expect((await on(...argv)).out).toContain('safe\u202etxt.exe');
  }
});

it('waits for the rate limit on a long walk', { timeout: 30_000 }, async () => {
  await grow('/1/', '/2/', '/3/', '/4/', '/5/');
  let refused = 0;
  const proxy = await startProxy(() => me.drive.url, {
    answer(incoming, outgoing) {
      if (!incoming.url?.includes('parentId') || refused >= 6) return false;
      refused++;
      outgoing.writeHead(429, { 'content-type': 'application/json', 'retry-after': '0' });
      outgoing.end(JSON.stringify({ status: 429, code: 'rate_limited', message: 'slow down' }));
      return true;
    },
  });
  const { code, out } = await me.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'find');
  expect({ code, found: lines(out).length }).toEqual({ code: 0, found: 5 });
});

it('suggests what to do if the server cannot be reached', { timeout: 20_000 }, async () => {
  const nowhere = await me.with({ env: { DRIVE_BASE_URL: 'http://127.0.0.1:1' } }, 'ls');
  expect(nowhere).toMatchObject({ code: 7, out: '' });
  expect(nowhere.err).toMatch(/^error: http:\/\/127\.0\.0\.1:1 could not be reached: .*\n$/);
});

it('finds files and folders by words, the best match first, below a folder and with other tests', async () => {
  await me.grow('/Reports/annual report.pdf', '/Reports/2025/report annual.txt', '/annually/other.txt');
  const found = async (...args: string[]) => (await me.on('find', '--words', 'annual', ...args)).out.trim().split('\n');
  expect(await found()).toEqual(['/annually', '/Reports/annual report.pdf', '/Reports/2025/report annual.txt']);
  expect(await found('/Reports', '--type', 'f', '--limit', '1')).toEqual(['/Reports/annual report.pdf']);
  expect(await found('/Reports/2025', '--max-depth', '1')).toEqual(['/Reports/2025/report annual.txt']);
  const json = JSON.parse((await me.on('find', '--words', '"report annual"', '--json')).out) as { path: string };
  expect(json.path).toBe('/Reports/2025/report annual.txt');
});
