import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useDrive } from '../../test/drive-user.ts';
import { createFakeWorld, type FakeWorldOptions } from '../../test/fake-world.ts';
import { startProxy } from '../../test/proxy.ts';
import { run } from '../run.ts';

const me = useDrive();
const { on, asVisitor, here, read, write } = me;
const trip = ['/Trip/a.txt', '/Trip/b.txt', '/Trip/Day 1/c.txt', '/Trip/Day 1/Evening/d.txt', '/Trip/z.txt'];
const [tickets, hourMs] = ['.local/state/drive/downloads', 3_600_000];

/** A link of /Trip. */
async function shared(...flags: string[]): Promise<string> {
  await me.grow(...trip);
  return (await on('share', '/Trip', ...flags)).out.trim();
}
async function downloadsOf(link: string): Promise<string> {
  await me.drive.drain();
  const { out } = await on('shares', 'show', link, '--json');
  const { downloadCount, maxDownloads } = JSON.parse(out) as { downloadCount: number; maxDownloads: number | null };
  return `${downloadCount} of ${maxDownloads}`;
}
const kept = (): string[] => (existsSync(here(tickets)) ? readdirSync(here(tickets)) : []);
const visiting = (options: Partial<FakeWorldOptions>, ...argv: string[]) =>
  me.with({ ...options, env: { DRIVE_API_KEY: '', DRIVE_BASE_URL: '', ...options.env } }, ...argv);

/** Before the server, it holds back one file, and interrupts the command that asks for it. */
async function interruptingAt(file: string): Promise<{ readonly url: string; pass(): void; interrupt: () => void }> {
  let isHeld = true;
  const self = { url: '', pass: () => void (isHeld = false), interrupt: () => {} };
  const proxy = await startProxy(() => me.drive.url, {
    answer(incoming) {
      const holds = isHeld && incoming.url?.includes('/files/d/') === true && incoming.url.includes(file);
      if (holds) self.interrupt();
      return holds;
    },
  });
  return Object.assign(self, { url: proxy.url });
}

describe('the download of a folder by its link', () => {
  it('counts once, however many files it has, and takes the only download of a limited link', async () => {
    const link = await shared('--max-downloads', '1');
    expect(await asVisitor('download', link)).toEqual({ code: 0, out: `${here('Trip')}\n`, err: '' });
    for (const path of trip) expect(read(path.slice(1))).toBe(path);
    expect(await downloadsOf(link)).toBe('1 of 1');
    const other = await asVisitor('download', link, '-o', 'other');
    expect([other.code, other.err]).toEqual([5, expect.stringContaining('has no downloads left')]);
    expect(kept()).toEqual([]);
  });

  it('counts once without a limit, too, and again when it is downloaded again', async () => {
    const link = await shared();
    for (const target of ['one', 'two']) expect((await asVisitor('download', link, '-o', target)).code).toBe(0);
    expect(await downloadsOf(link)).toBe('2 of null');
  });

  it('is told by shares show, as in the README', async () => {
    for (const path of ['guide.md', 'cli.md', 'adr/0001.md', 'adr/0002.md']) write(`docs/${path}`, path);
    expect((await on('upload', '-r', 'docs')).code).toBe(0);
    const link = (await on('share', '/docs', '--max-downloads', '100')).out.trim();
    expect((await asVisitor('download', link, '-o', 'copy')).code).toBe(0);
    await me.drive.drain();
    expect((await on('shares', 'show', link)).out).toMatch(/^downloads +1 of 100$/m);
  });

  it('takes nothing if nothing is missing, nor as a dry run', async () => {
    const link = await shared('--max-downloads', '3');
    expect((await asVisitor('download', link, '--dry-run')).code).toBe(0);
    expect([await downloadsOf(link), kept()]).toEqual(['0 of 3', []]);
    for (let count = 0; count < 3; count += 1) expect((await asVisitor('download', link)).code).toBe(0);
    expect(await downloadsOf(link)).toBe('1 of 3');
    rmSync(here('Trip/a.txt'));
    expect((await asVisitor('download', link)).code).toBe(0);
    expect(await downloadsOf(link)).toBe('2 of 3');
  });

  it('counts once for a link of several files, and with --zip', async () => {
    await me.grow('/a.txt', '/b.txt', '/c.txt');
    const link = (await on('share', '/a.txt', '/b.txt', '/c.txt', '--together', '--max-downloads', '2')).out.trim();
    expect((await asVisitor('download', link)).code).toBe(0);
    expect(await downloadsOf(link)).toBe('1 of 2');
    expect((await asVisitor('download', link, '--zip')).code).toBe(0);
    expect(await downloadsOf(link)).toBe('2 of 2');
  });

  it('names the file of a link of one file in its event, without a ticket', async () => {
    await me.grow('/a.txt');
    const link = (await on('share', '/a.txt', '--max-downloads', '1')).out.trim();
    const proxy = await startProxy(() => me.drive.url);
    expect((await asVisitor('download', link.replace(me.drive.url, proxy.url))).code).toBe(0);
    expect(proxy.calls.filter((call) => call.endsWith('/tickets'))).toEqual([]);
    expect(await downloadsOf(link)).toBe('1 of 1');
  });
});

describe('an interrupted download of a folder by its link', () => {
  /** Interrupted at z.txt of a link with one download. */
  async function interrupted(): Promise<{ link: string; argv: string[]; pass(): void }> {
    const link = await shared('--max-downloads', '1');
    const proxy = await interruptingAt('z.txt');
    const argv = ['download', link.replace(me.drive.url, proxy.url)];
    const world = createFakeWorld({ home: me.home, argv: [...argv, '-j', '1'] });
    proxy.interrupt = () => world.interrupt();
    expect(await run(world)).toBe(130);
    proxy.pass();
    expect(existsSync(here('Trip/z.txt'))).toBe(false);
    return { link, argv, pass: proxy.pass };
  }

  it('resumes within the same count, by a ticket that only its user can read and that is deleted at the end', async () => {
    const { link, argv } = await interrupted();
    const [name = ''] = kept();
    expect(kept()).toHaveLength(1);
    expect(statSync(here(`${tickets}/${name}`)).mode & 0o777).toBe(0o600);
    const { ticket } = JSON.parse(readFileSync(here(`${tickets}/${name}`), 'utf8')) as { ticket: string };
    expect(ticket).toMatch(/^\S{20,}$/);
    expect(await downloadsOf(link)).toBe('1 of 1');
    expect(await asVisitor(...argv)).toEqual({ code: 0, out: `${here('Trip')}\n`, err: '' });
    expect(read('Trip/z.txt')).toBe('/Trip/z.txt');
    expect([await downloadsOf(link), kept()]).toEqual(['1 of 1', []]);
  });

  it('resumes into its own folder only, and for a day', async () => {
    const { link, argv } = await interrupted();
    mkdirSync(here('elsewhere'));
    expect((await asVisitor(...argv, '-o', 'elsewhere')).code).toBe(5);
    expect((await asVisitor('download', link)).code).toBe(5);
    me.drive.clock.advance(25 * hourMs);
    const late = await asVisitor(...argv);
    expect([late.code, late.err]).toEqual([5, expect.stringContaining('has no downloads left')]);
    const daysLater = Date.now() + 25 * hourMs;
    expect((await visiting({ now: () => daysLater }, ...argv)).code).toBe(5);
    expect(kept()).toEqual([]);
  });

  it('delivers what is missing of it with --force, and the rest again if another download is left', async () => {
    const { link, argv } = await interrupted();
    await me.drive.drain();
    me.drive.clock.advance(hourMs);
    write('Trip/a.txt', 'changed');
    const { code, err } = await asVisitor(...argv, '--force');
    expect(code).toBe(3);
    expect(err).toMatch(/^error: \S+a\.txt: This link has no downloads left/m);
    expect([read('Trip/z.txt'), read('Trip/a.txt')]).toEqual(['/Trip/z.txt', 'changed']);
    expect(await downloadsOf(link)).toBe('1 of 1');
    expect((await on('shares', 'set', link, '--max-downloads', '2')).code).toBe(0);
    expect((await asVisitor(...argv, '--force')).code).toBe(0);
    expect([read('Trip/a.txt'), await downloadsOf(link), kept()]).toEqual(['/Trip/a.txt', '2 of 2', []]);
  });
});

it('a ticket that cannot be kept is a warning', async () => {
  const link = await shared('--max-downloads', '1');
  write('state', 'a file');
  const { code, err } = await visiting({ env: { XDG_STATE_HOME: here('state') } }, 'download', link);
  expect([code, err]).toEqual([
    0,
    `warning: ${here('state/drive/downloads')} cannot be written: if it is interrupted, this download of the link cannot be resumed\n`,
  ]);
});
