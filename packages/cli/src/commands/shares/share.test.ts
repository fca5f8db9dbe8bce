import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { startProxy } from '../../../test/proxy.ts';
import { typist } from '../../../test/typist.ts';
import { drawQrCode } from '../../output/qr-code.ts';

const me = useDrive();
const { on, put, records } = me;

describe('share', () => {
  it('prints only the short link, and the same one again', async () => {
    await put('/a.txt', 'hello');
    const first = await on('share', '/a.txt');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^http\S+\/s\/\S+\n$/);
    expect((await on('share', '/a.txt', '--expires', '7d')).out).toBe(first.out);
  });

  it('sets mode and expiry, and changes only given options', async () => {
    await put('/a.txt');
    const describeShare = async (...argv: string[]) =>
      JSON.parse((await on('share', '/a.txt', '--json', ...argv)).out) as {
        shareMode: string;
        expiresAt: string | null;
      };
    expect(await describeShare()).toMatchObject({ shareMode: 'SHARED', expiresAt: null, path: '/a.txt' });
    const week = await describeShare('--expires', '1w', '--public');
    expect(week.shareMode).toBe('PUBLIC');
    expect(Date.parse(week.expiresAt ?? '') - me.drive.clock.now()).toBe(7 * 24 * 3600 * 1000);
    expect(await describeShare()).toEqual(week);
    expect(await describeShare('--expires', 'never')).toMatchObject({ shareMode: 'PUBLIC', expiresAt: null });
  });

  it('refuses an expiry that the server does not allow as a usage error', async () => {
    await put('/a.txt');
    expect(await on('share', '/a.txt', '--expires', '2y')).toMatchObject({ code: 2, out: '' });
  });

  it('revokes the link', async () => {
    await put('/a.txt');
    const link = (await on('share', '/a.txt')).out.trim();
    expect(await on('share', '/a.txt', '--revoke')).toMatchObject({ code: 0, out: '' });
    expect((await me.drive.fetch(link)).status).toBe(404);
    expect(await on('share', '/a.txt', '--revoke')).toMatchObject({ code: 0 });
  });

  it('shares several items, and continues after missing ones', async () => {
    await me.grow('/a.txt', '/b.txt');
    const some = await on('share', '/a.txt', '/missing', '/b.txt');
    expect([some.code, some.out.trimEnd().split('\n').length]).toEqual([3, 2]);
    expect(await on('share', '/')).toMatchObject({ code: 2, out: '' });
  });

  it('shares folders and the matches of patterns, too', async () => {
    await me.grow('/Photos/sea.jpg', '/Photos/sun.jpg');
    const [folder] = await records('share', '/Photos', '--json');
    expect(folder).toMatchObject({ path: '/Photos', folderId: expect.any(String) as string, shareMode: 'SHARED' });
    expect(await on('share', '/Photos', '--revoke')).toMatchObject({
      code: 0,
      err: 'revoked the share of /Photos\n',
    });
    expect((await records('share', '/Photos/*.jpg', '--json')).map(({ path }) => path)).toEqual([
      '/Photos/sea.jpg',
      '/Photos/sun.jpg',
    ]);
  });

  it('sets all options at once', async () => {
    await put('/a.txt');
    const flags = [
      '--slug',
      'all-at-once',
      '--max-downloads',
      '3',
      '--notify',
      'view,every-download',
      '--expires',
      '2w',
    ];
    const [share] = await records('share', '/a.txt', ...flags, '--json');
    expect(share).toMatchObject({
      shortUrl: `${me.drive.url}/s/all-at-once`,
      maxDownloads: 3,
      notifyOnView: true,
      notifyOwnerOnDownload: true,
      notifyPerRecipient: true,
    });
    const [again] = await records('share', '/a.txt', '--max-downloads', 'none', '--notify', 'none', '--json');
    expect(again).toMatchObject({ maxDownloads: null, notifyOnView: false, notifyOwnerOnDownload: false });
  });

  it('opens a private link again', async () => {
    await put('/a.txt');
    const link = (await on('share', '/a.txt', '--public')).out;
    await on('shares', 'set', '/a.txt', '--private');
    expect((await on('share', '/a.txt')).out).toBe(link);
    expect((await fetch(link.trim())).status).toBe(200);
  });

  it('refuses a slug that cannot be before the first request, and several links with one', async () => {
    await me.grow('/a.txt', '/b.txt');
    const proxy = await startProxy(() => me.drive.url);
    const env = { ...me.env, DRIVE_BASE_URL: proxy.url };
    for (const slug of ['Bad!', 'Ä!', 'ab', 'a--b', '-ab', 'x'.repeat(31), '']) {
      const { code, out, err } = await me.with({ env }, 'share', '/a.txt', '--slug', slug);
      expect([code, out, err]).toEqual([2, '', expect.stringContaining('3 to 30 lowercase letters') as string]);
    }
    expect(proxy.calls).toEqual([]);
    expect(await on('share', '/a.txt', '/b.txt', '--slug', 'two')).toMatchObject({ code: 2, out: '' });
    expect((await on('shares', 'list')).out).toBe('');
  });

  it('creates no link if the slug is taken or reserved, also for several files together', async () => {
    await me.grow('/a.txt', '/b.txt', '/c.txt');
    await on('share', '/a.txt', '--slug', 'a-report');
    expect(await on('share', '/b.txt', '--slug', 'a-report')).toEqual({
      code: 6,
      out: '',
      err: 'error: the slug a-report is taken; /b.txt was not shared\n',
    });
    expect(await on('share', '/b.txt', '--slug', 'admin')).toMatchObject({
      code: 6,
      err: 'error: the slug admin is reserved by the server; /b.txt was not shared\n',
    });
    expect(await on('share', '--together', '/b.txt', '/c.txt', '--slug', 'a-report')).toMatchObject({ code: 6 });
    expect((await on('share', '/a.txt', '--slug', 'a-report')).code).toBe(0);
    expect((await on('shares', 'list')).out.trim().split('\n')).toHaveLength(1);
  });

  /** Another client takes the slug between the check and the change. */
  const late = () =>
    startProxy(() => me.drive.url, {
      answer(incoming, outgoing) {
        if (incoming.url?.includes('slug-available') !== true) return false;
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ slug: 'any', available: true, reason: null }));
        return true;
      },
    });

  it('revokes the link that it created if the slug is taken meanwhile', async () => {
    await me.grow('/a.txt', '/b.txt', '/c.txt');
    await on('share', '/a.txt', '--slug', 'lost-race');
    const env = { ...me.env, DRIVE_BASE_URL: (await late()).url };
    for (const argv of [['/b.txt'], ['--together', '/b.txt', '/c.txt']])
      expect(await me.with({ env }, 'share', ...argv, '--slug', 'lost-race')).toMatchObject({
        code: 6,
        out: '',
        err: expect.stringMatching(/^error: the slug lost-race is taken; .* was not shared\n$/) as string,
      });
    expect((await me.list()).filter(({ shareMode }) => shareMode !== 'PRIVATE').map(({ name }) => name)).toEqual([
      'a.txt',
    ]);
  });

  it('keeps a link that existed with its settings', async () => {
    await me.grow('/a.txt', '/b.txt');
    await on('share', '/a.txt', '--slug', 'first-link');
    await me.with({ stdin: 'open sesame' }, 'share', '/b.txt', '--slug', 'kept', '--expires', '7d', '--password');
    const stateOf = async () => (await records('shares', 'show', '/b.txt', '--json'))[0];
    const before = await stateOf();
    const flags = ['--expires', '1d', '--max-downloads', '1', '--public', '--no-password'];
    for (const url of [me.drive.url, (await late()).url])
      expect(
        await me.with({ env: { ...me.env, DRIVE_BASE_URL: url } }, 'share', '/b.txt', '--slug', 'first-link', ...flags),
      ).toMatchObject({ code: 6, err: expect.stringContaining('the link of /b.txt was not changed: http') as string });
    // The slug is free, but another setting is refused.
    expect(await on('share', '/b.txt', '--slug', 'free-one', '--expires', '2y')).toMatchObject({ code: 2 });
    expect(await stateOf()).toEqual(before);
    expect(await on('share', '/b.txt', '--slug', 'free-one', ...flags)).toMatchObject({ code: 0 });
    expect(await stateOf()).toMatchObject({
      slug: 'free-one',
      maxDownloads: 1,
      shareMode: 'PUBLIC',
      passwordProtected: false,
    });
  });
});

describe('one link for several files', () => {
  it('is printed alone, with all given options', async () => {
    await me.grow('/a.txt', '/b.txt');
    const flags = ['--together', '--slug', 'both', '--expires', '7d'];
    expect(await on('share', '/a.txt', '/b.txt', ...flags)).toEqual({
      code: 0,
      out: `${me.drive.url}/s/both\n`,
      err: '',
    });
    const [share] = await records('share', '/a.txt', '/b.txt', '--together', '--json');
    expect(share).toMatchObject({
      paths: ['/a.txt', '/b.txt'],
      fileCount: 2,
      shortUrl: expect.stringMatching(/\/s\//),
    });
  });

  it('accepts only files, at least two, and all or none', async () => {
    await me.grow('/a.txt', '/Photos/');
    const refused = [
      await on('share', '--together', '/a.txt'),
      await on('share', '--together', '/a.txt', '/Photos'),
      await on('share', '--together', '/a.txt', '/missing', '/Photos'),
    ];
    expect(refused.map(({ code }) => code)).toEqual([2, 2, 1]);
    expect((await on('shares', 'list')).out).toBe('');
  });
});

describe('a password', () => {
  const protectedBy = async (path: string, password: string): Promise<boolean> => {
    const [share] = await records('share', path, '--json');
    const answer = await me.drive.fetch(`/api/public/share/${share?.['shareToken'] as string}/unlock`, {
      method: 'POST',
      json: { password },
    });
    return share?.['passwordProtected'] === true && answer.status === 200;
  };

  it('is typed twice at a terminal, without echo', async () => {
    await put('/a.txt');
    const { code, out, err } = await me.with(typist('open sesame', 'open sesame'), 'share', '/a.txt', '--password');
    expect([code, out]).toEqual([0, expect.stringMatching(/^http\S+\n$/)]);
    expect(out + err).not.toContain('sesame');
    expect(await protectedBy('/a.txt', 'open sesame')).toBe(true);
  });

  it('changes nothing if the second input differs', async () => {
    await put('/a.txt');
    for (const answers of [['open sesame', 'open simsim'], [''], ['\u0003']])
      expect((await me.with(typist(...answers), 'share', '/a.txt', '--password')).code).toBe(
        answers[0] === '\u0003' ? 130 : 2,
      );
    expect((await on('shares', 'list')).out).toBe('');
  });

  it('is read from standard input or a file, as one line', async () => {
    await me.grow('/a.txt', '/b.txt');
    writeFileSync(join(me.home, 'secret'), 'pässwörd \r\n');
    await me.with({ stdin: 'open sesame\n' }, 'share', '/a.txt', '--password');
    await on('share', '/b.txt', '--password-file', 'secret');
    expect(await protectedBy('/a.txt', 'open sesame')).toBe(true);
    expect(await protectedBy('/b.txt', 'pässwörd ')).toBe(true);
    const refused = [
      await me.with({ stdin: 'two\nlines\n' }, 'share', '/a.txt', '--password'),
      await me.with({ stdin: '\n' }, 'share', '/a.txt', '--password'),
      await on('share', '/a.txt', '--password-file', 'missing'),
      await on('share', '/a.txt', '--password-file', 'secret', '--no-password'),
      await me.with({ stdin: 'abc' }, 'share', '/a.txt', '--password'),
      await on('share', '/a.txt', '--password', 'hunter22'),
      await on('share', '/a.txt', '--password=hunter22'),
    ];
    expect(refused.map(({ code }) => code)).toEqual(Array(7).fill(2));
  });

  it('can be cleared', async () => {
    await put('/a.txt');
    await me.with({ stdin: 'open sesame' }, 'share', '/a.txt', '--password');
    expect(await records('share', '/a.txt', '--no-password', '--json')).toMatchObject([{ passwordProtected: false }]);
  });
});

describe('a QR code', () => {
  it('is drawn on a terminal, below the link', async () => {
    await put('/a.txt');
    const { out } = await me.with({ terminal: 80 }, 'share', '/a.txt', '--qr');
    const [link = '', ...drawn] = out.trimEnd().split('\n');
    expect(drawn.length).toBeGreaterThan(12);
    const plain = drawn.map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, ''));
    expect(new Set(plain.join(''))).toEqual(new Set(' ▀▄█'));
    expect(plain).toEqual(
      drawQrCode(link, { columns: 80, colors: true })?.map((line) =>
        line.replaceAll(/\u001b[\da-f-]{36}\[[\d;]*m/g, ''),
      ),
    );
  });

  it('is omitted without a terminal', async () => {
    await put('/a.txt');
    expect((await on('share', '/a.txt', '--qr')).out).toMatch(/^http\S+\n$/);
    expect((await me.with({ terminal: 80 }, 'share', '/a.txt', '--qr', '--json')).out.split('\n')).toHaveLength(2);
    const narrow = await me.with({ terminal: 20 }, 'share', '/a.txt', '--qr');
    expect([narrow.out.split('\n').length, narrow.err]).toEqual([2, expect.stringContaining('too narrow')]);
  });
});
