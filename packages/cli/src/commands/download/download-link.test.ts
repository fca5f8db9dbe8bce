import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contentsOf } from '../../../../server/test/api/archive-requests.ts';
import { startDrive } from '../../../../server/test/drive.ts';
import { cli } from '../../../test/cli.ts';
import { sha256, useDrive } from '../../../test/drive-user.ts';
import { createFakeWorld } from '../../../test/fake-world.ts';
import { listFiles } from '../../../test/list-files.ts';
import { startProxy } from '../../../test/proxy.ts';
import { typist } from '../../../test/typist.ts';
import { run } from '../../run.ts';

const me = useDrive({ settings: { RATE_API: '12' } });
const { on, records, asVisitor, here, read, write } = me;
const all = (path = ''): string[] =>
  listFiles(me.home).filter((at) => at !== `${path}/` && at.startsWith(path) && !at.startsWith('.local/'));

interface Shared {
  readonly shareUrl: string;
  readonly shortUrl: string;
  readonly shareToken: string;
}
/** Resets the rate limit, which is small in these tests and tested once. */
const refill = (): void => me.drive.clock.advance(60_000);
async function share(...argv: string[]): Promise<Shared> {
  refill();
  return (await records('share', ...argv, '--json'))[0] as unknown as Shared;
}
async function locked(path: string, password = 'open sesame'): Promise<Shared> {
  const shared = await share(path);
  await me.with({ stdin: password }, 'shares', 'set', path, '--password');
  return shared;
}

describe('the link of a folder', () => {
  const trip = ['/Trip/plan.txt', '/Trip/Day 1/sea.jpg', '/Trip/Day 1/Evening/süß.txt', '/Trip/Empty/'];
  const there = [
    'Trip/',
    'Trip/Day 1/',
    'Trip/Day 1/Evening/',
    'Trip/Day 1/Evening/süß.txt',
    'Trip/Day 1/sea.jpg',
    'Trip/Empty/',
    'Trip/plan.txt',
  ];

  it('downloads its structure, and nothing outside it', async () => {
    await me.grow(...trip, '/secret.txt');
    const { shortUrl } = await share('/Trip');
    expect(await asVisitor('download', shortUrl)).toEqual({ code: 0, out: `${here('Trip')}\n`, err: '' });
    expect(all()).toEqual(there);
    expect(read('Trip/Day 1/Evening/süß.txt')).toBe('/Trip/Day 1/Evening/süß.txt');
  });

  it('downloads only missing files again, and replaces none', async () => {
    await me.grow(...trip);
    const { shareUrl } = await share('/Trip');
    await asVisitor('download', shareUrl);
    const { mtimeMs } = statSync(here('Trip/plan.txt'));
    write('Trip/Day 1/sea.jpg', 'mine');
    refill();
    const again = await asVisitor('download', shareUrl, '--json');
    const told = again.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([again.code, told.map(({ status }) => String(status)).toSorted()]).toEqual([
      3,
      ['failed', 'present', 'present'],
    ]);
    expect(told).toContainEqual({
      source: shareUrl,
      status: 'present',
      path: here('Trip/plan.txt'),
      size: 14,
      sha256: sha256('/Trip/plan.txt'),
      resumed: false,
    });
    expect([read('Trip/Day 1/sea.jpg'), statSync(here('Trip/plan.txt')).mtimeMs]).toEqual(['mine', mtimeMs]);
    refill();
    expect((await asVisitor('download', shareUrl, '--force')).code).toBe(0);
    expect(read('Trip/Day 1/sea.jpg')).toBe('/Trip/Day 1/sea.jpg');
  });

  it('is downloaded into the named folder, which is created if missing', async () => {
    await me.grow('/Trip/plan.txt');
    const { shareUrl } = await share('/Trip');
    mkdirSync(here('in'));
    write('file', 'mine');
    expect((await asVisitor('download', shareUrl, '-o', 'in')).out).toBe(`${here('in/Trip')}\n`);
    expect((await asVisitor('download', shareUrl, '-o', 'new/one')).out).toBe(`${here('new/one/Trip')}\n`);
    expect([read('in/Trip/plan.txt'), read('new/one/Trip/plan.txt')]).toEqual(['/Trip/plan.txt', '/Trip/plan.txt']);
    expect(await asVisitor('download', shareUrl, '-o', 'file')).toMatchObject({ code: 6, out: '' });
    write('Trip', 'in the way');
    expect(await asVisitor('download', shareUrl)).toMatchObject({ code: 6, out: '' });
    expect(read('Trip')).toBe('in the way');
  });

  it('is downloaded as a ZIP on request, also to standard output', async () => {
    await me.grow('/Trip/plan.txt', '/Trip/Day 1/sea.jpg');
    const { shareUrl } = await share('/Trip');
    expect(await asVisitor('download', '--zip', shareUrl)).toMatchObject({ code: 0, out: `${here('Trip.zip')}\n` });
    const expected = { 'plan.txt': '/Trip/plan.txt', 'Day 1/sea.jpg': '/Trip/Day 1/sea.jpg' };
    expect(await contentsOf(readFileSync(here('Trip.zip')))).toEqual(expected);
    expect(await asVisitor('download', '--zip', shareUrl)).toMatchObject({ code: 6, out: '' });
    expect((await asVisitor('download', '--zip', shareUrl, '-o', '-')).out).toMatch(/^PK.*Day 1\/sea\.jpg/s);
    expect(await asVisitor('download', shareUrl, '-o', '-')).toMatchObject({ code: 2, out: '' });
    expect(await on('download', '--zip', '/Trip')).toMatchObject({ code: 2, out: '' });
    expect(all()).toEqual(['Trip.zip']);
  });

  it('is downloaded without exhausting the rate limit, for any number of files', async () => {
    await me.grow(...Array.from({ length: 30 }, (_, index) => `/Many/${index}.txt`));
    const { shareUrl } = await share('/Many');
    refill();
    expect((await asVisitor('download', shareUrl)).code).toBe(0);
    expect(all('Many')).toHaveLength(30);
  });
});

it('the link of several files downloads all of them into one folder', async () => {
  await me.grow('/a.txt', '/Photos/sea.jpg');
  const { shortUrl } = await share('/a.txt', '/Photos/sea.jpg', '--together');
  expect(await asVisitor('download', shortUrl)).toEqual({
    code: 0,
    out: `${here('a.txt')}\n${here('sea.jpg')}\n`,
    err: '',
  });
  await asVisitor('download', shortUrl, '-o', 'both');
  expect(all()).toEqual(['a.txt', 'both/', 'both/a.txt', 'both/sea.jpg', 'sea.jpg']);
});

it('several links and own files are downloaded together, without those that fail', async () => {
  await me.grow('/a.txt', '/Trip/plan.txt', '/own.txt');
  const [file, folder] = [await share('/a.txt'), await share('/Trip')];
  const missing = `${me.drive.url}/s/nothing`;
  const { code, out, err } = await on('download', file.shortUrl, missing, '/own.txt', folder.shareUrl);
  expect([code, out]).toEqual([3, `${here('a.txt')}\n${here('own.txt')}\n${here('Trip')}\n`]);
  expect(err).toMatch(/^error: http\S+\/s\/nothing: .*\n$/);
  expect(await on('download', file.shortUrl, folder.shareUrl, '-o', 'new')).toMatchObject({
    code: 0,
    out: `${here('new/a.txt')}\n${here('new/Trip')}\n`,
  });
});

describe('a link is accepted', () => {
  it.each<[string, (shared: Shared) => string]>([
    ['with a slash at the end', ({ shareUrl }) => `${shareUrl}/`],
    ['with a query and a fragment', ({ shareUrl }) => `${shareUrl}?page=2#files`],
    ['with capitals in scheme and host', ({ shareUrl }) => shareUrl.replace('http://127.0.0.1', 'HTTP://LOCALHOST')],
    ['short with a slash and a query', ({ shortUrl }) => `${shortUrl}/?utm_source=x`],
  ])('%s', async (_, linkOf) => {
    await me.grow('/a.txt');
    expect(await asVisitor('download', linkOf(await share('/a.txt')))).toMatchObject({
      code: 0,
      out: `${here('a.txt')}\n`,
    });
    expect(read('a.txt')).toBe('/a.txt');
  });

  it('with the slug in place of the short code', async () => {
    await me.grow('/a.txt');
    await share('/a.txt', '--slug', 'taken-by-word');
    expect((await asVisitor('download', `${me.drive.url}/s/taken-by-word`)).code).toBe(0);
  });

  it('of another server, which gets no key', async () => {
    const other = await startDrive();
    onTestFinished(() => other.close());
    const { key } = await other.createUser();
    write('b.txt', 'from elsewhere');
    const env = { DRIVE_BASE_URL: other.url, DRIVE_API_KEY: key };
    const link = (await cli(['upload', '--share', 'b.txt'], { home: me.home, env })).out.trim();
    const proxy = await startProxy(() => other.url);
    expect((await on('download', link.replace(other.url, proxy.url), '-o', 'copy')).code).toBe(0);
    expect(read('copy')).toBe('from elsewhere');
    expect(proxy.requests.length).toBeGreaterThan(2);
    expect(proxy.requests.filter(({ headers }) => headers.authorization ?? headers.cookie)).toEqual([]);
  });

  it.each(['https://example.com/', 'https://example.com/files/x', 'http://', 'q3J8mZ0sT1vW5xY7zA2bC4'])(
    'but not %s, which is no link',
    async (link) => expect(await asVisitor('download', link)).toMatchObject({ code: 2, out: '' }),
  );
});

describe('a locked link', () => {
  it('asks for its password at a terminal, three times', async () => {
    await me.grow('/a.txt');
    const { shareUrl } = await locked('/a.txt');
    const once = await me.with({ ...typist('wrong', 'open sesame'), env: { DRIVE_API_KEY: '' } }, 'download', shareUrl);
    expect([once.code, once.out]).toEqual([0, `${here('a.txt')}\n`]);
    expect(once.err).toMatch(/^Password of http.*\nwarning: wrong password, attempts left: \d\nPassword of/);
    expect(once.err).not.toContain('sesame');
    const never = await me.with(typist('a', 'b', 'c'), 'download', shareUrl, '--force');
    expect([never.code, never.err.match(/Password of/g)?.length]).toEqual([4, 3]);
    refill();
    const tooOften = await me.with(typist('d', 'open sesame'), 'download', shareUrl, '--force');
    expect([tooOften.code, tooOften.err]).toEqual([7, expect.stringMatching(/try again in 1[0-5] minutes\n$/)]);
  });

  it('can be cancelled with Ctrl-C', async () => {
    await me.grow('/a.txt');
    const { shareUrl } = await locked('/a.txt');
    expect((await me.with(typist('\u0003'), 'download', shareUrl, '/a.txt')).code).toBe(130);
    expect(all()).toEqual([]);
  });

  it('reads it from a file or standard input', async () => {
    await me.grow('/Trip/plan.txt');
    const { shareUrl } = await locked('/Trip');
    write('secret', 'open sesame\n');
    expect((await asVisitor('download', shareUrl, '--password-file', 'secret')).code).toBe(0);
    const zip = await me.with({ stdin: 'open sesame\n' }, 'download', '--zip', shareUrl, '--password-file', '-');
    expect(zip.code).toBe(0);
    expect(all()).toEqual(['Trip.zip', 'Trip/', 'Trip/plan.txt', 'secret']);
    refill();
    write('secret', 'wrong\n');
    expect(await asVisitor('download', shareUrl, '--password-file', 'secret', '-f')).toMatchObject({
      code: 4,
      out: '',
    });
  });

  it('explains how to give one without a terminal', async () => {
    await me.grow('/a.txt');
    const { shareUrl } = await locked('/a.txt');
    const { code, out, err } = await asVisitor('download', shareUrl);
    expect([code, out, err]).toEqual([4, '', expect.stringContaining('--password-file FILE')]);
    expect(JSON.parse((await asVisitor('download', shareUrl, '--json')).err)).toMatchObject({ code: 'share_locked' });
  });

  it('is unlocked again if the grant expires during the download', async () => {
    await me.grow('/Trip/a.txt', '/Trip/b.txt');
    const { shareUrl } = await locked('/Trip');
    let listed = 0;
    const proxy = await startProxy(() => me.drive.url, {
      answer({ url }) {
        if (url?.includes('/files?') === true && ++listed === 1) me.drive.clock.advance(3 * 3600 * 1000);
        return false;
      },
    });
    const link = shareUrl.replace(me.drive.url, proxy.url);
    expect((await me.with({ stdin: 'open sesame' }, 'download', link, '--password-file', '-')).code).toBe(0);
    expect(all('Trip')).toEqual(['Trip/a.txt', 'Trip/b.txt']);
    expect(proxy.calls.filter((call) => call.endsWith('/unlock'))).toHaveLength(2);
  });
});

describe('a link that has ended', () => {
  it('exits with 5, and reports why', async () => {
    await me.grow('/a.txt', '/b.txt');
    const [expired, used] = [await share('/a.txt', '--expires', '1d'), await share('/b.txt', '--max-downloads', '1')];
    expect((await asVisitor('download', used.shortUrl)).code).toBe(0);
    await me.drive.drain();
    const again = await asVisitor('download', used.shareUrl, '--force');
    expect([again.code, again.err]).toEqual([5, expect.stringContaining('has no downloads left')]);
    me.drive.clock.advance(25 * 3600 * 1000);
    for (const link of [expired.shareUrl, expired.shortUrl]) {
      const { code, err } = await asVisitor('download', link);
      expect([code, err]).toEqual([5, expect.stringContaining('has expired')]);
    }
  });

  it('during a download is reported once, with the number of stored files', async () => {
    await me.grow('/Trip/1.txt', '/Trip/2.txt', '/Trip/3.txt', '/Trip/4.txt', '/Trip/5.txt', '/Trip/6.txt');
    const { shareUrl } = await share('/Trip');
    let asked = 0;
    const proxy = await startProxy(() => me.drive.url, {
      answer({ url }) {
        if (url?.includes('/download?') === true && ++asked === 2) me.drive.clock.advance(3 * 24 * 3600 * 1000);
        return false;
      },
    });
    await on('shares', 'set', shareUrl, '--expires', '1d');
    const { code, err } = await asVisitor('download', shareUrl.replace(me.drive.url, proxy.url));
    expect(code).toBe(5);
    expect(err.match(/link has expired/g)).toHaveLength(1);
    expect(err).toMatch(/stopped: [3-6] of 6 files were not downloaded\n$/);
  });
});

it('an interrupted download resumes, and an unfinished file does not have its final name', async () => {
  await me.put('/Trip/large.bin', 'x'.repeat(3_000_000));
  await me.grow('/Trip/a.txt');
  const { shareUrl } = await share('/Trip');
  const ranges: (string | undefined)[] = [];
  let interrupt = (): void => {};
  const isLarge = ({ url }: IncomingMessage): boolean => url?.includes('/files/d/') === true && url.includes('large');
  const proxy = await startProxy(() => me.drive.url, {
    // The first connection breaks, and the second sends nothing until Ctrl-C.
    cutAfter: (incoming) => (isLarge(incoming) && ranges.length === 1 ? 1_500_000 : undefined),
    answer(incoming) {
      if (!isLarge(incoming)) return false;
      ranges.push(incoming.headers.range);
      if (ranges.length === 2) interrupt();
      return ranges.length === 2;
    },
  });
  const argv = ['download', shareUrl.replace(me.drive.url, proxy.url)];
  const world = createFakeWorld({ home: me.home, argv });
  interrupt = () => world.interrupt();
  expect(await run(world)).toBe(130);
  const [, kept] =
    /^error: interrupted: 1 of 2 files are complete, and (1\.\d MiB) of the 2\.9 MiB of large\.bin; run the same command again to resume\n$/.exec(
      world.err(),
    ) ?? [];
  expect(existsSync(here('Trip/large.bin'))).toBe(false);
  expect(await asVisitor(...argv)).toMatchObject({
    code: 0,
    err: expect.stringContaining(`resuming large.bin at ${kept} of 2.9 MiB\n`) as string,
  });
  expect(read('Trip/large.bin')).toHaveLength(3_000_000);
  expect(ranges).toEqual([undefined, ...Array(2).fill(expect.stringMatching(/^bytes=[1-9]\d+-$/))]);
  expect(all('Trip')).toEqual(['Trip/a.txt', 'Trip/large.bin']);
});
