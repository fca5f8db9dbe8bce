import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startReceiver, toReceivers } from '../../../server/test/network/receivers.ts';
import { cli } from '../../test/cli.ts';
import { useDrive } from '../../test/drive-user.ts';
import { createTestDirectory } from '../../test/fake-world.ts';

const drive = useDrive({ outbound: toReceivers });

/** The response to a line in bash: its kind and the candidates. */
async function bash(line: string, home = drive.home) {
  const { code, out, err } = await cli(['__complete', 'bash', line], { home, env: { ...drive.env } });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [how, ...candidates] = out.trimEnd().split('\n');
  return { how, values: candidates.map((candidate) => candidate.split('\t')[0]) };
}

describe('completion proposes', () => {
  it.each([
    ['drive-cli up', ['upload', 'uploads']],
    ['drive-cli sh', ['share', 'shares']],
    ['drive-cli --json sha', ['share', 'shares']],
    ['drive-cli --profile x sha', ['share', 'shares']],
    ['drive-cli shares r', ['rm']],
    ['drive-cli trash ', ['list', 'restore', 'purge', 'empty', 'help']],
    ['drive-cli help arch', ['archive']],
    ['drive-cli rm --per', ['--permanent']],
    ['drive-cli rm -r --perm', ['--permanent']],
    ['drive-cli rm --dry', ['--dry-run']],
    ['drive-cli ls --js', ['--json']],
    ['drive-cli ls --sort na', ['name']],
    ['drive-cli ls --sort=-s', ['-size']],
    ['drive-cli completion f', ['fish']],
    ['drive-cli completion fish ', []],
    ['drive-cli ls -- --js', []],
    ['drive-cli nonsense ', []],
    ['drive-cli share /a --expires ', []],
  ])('%s', async (line, expected) => {
    expect(await bash(line)).toEqual({ how: expect.stringMatching(/^(list|paths)$/) as string, values: expected });
  });

  it.each([
    ['drive-cli upload ', 'files'],
    ['drive-cli upload a b', 'files'],
    ['drive-cli --api-key-file ', 'files'],
    ['drive-cli download /a -o ', 'files'],
    ['drive-cli download ./', 'files'],
    ['drive-cli share /a --password-file=', 'files'],
  ])('files of this machine, by the shell, for %s', async (line, how) => {
    expect(await bash(line)).toEqual({ how, values: [] });
  });

  it('all flags of a command, with descriptions', async () => {
    const { out } = await cli(['__complete', 'fish', '--', 'rm', '--']);
    expect(out).toContain('--permanent\tDelete permanently; asks for confirmation\n');
    expect(out).toContain('--profile\tProfile to use (also: DRIVE_PROFILE)\n');
  });

  it('ids of the account, with what they are known by', async () => {
    const { out } = await drive.on('collect', 'create', 'Invoices', '--json');
    const { id } = JSON.parse(out) as { id: string };
    expect((await bash('drive-cli collect show ')).values).toEqual([id]);
    expect((await bash(`drive-cli collect rm ${id.slice(0, 4)}`)).values).toEqual([id]);
    expect((await bash('drive-cli keys revoke ')).values).toEqual([drive.user.key.slice(0, 12)]);
    const fish = await cli(['__complete', 'fish', '--', 'collect', 'set', ''], {
      home: drive.home,
      env: { ...drive.env },
    });
    expect(fish.out).toContain(`${id}\tInvoices`);
    expect((await bash('drive-cli admin users show ')).values).toEqual([]);
  });

  it('what the server has, by the client that uses the proxies of every Node', async () => {
    await drive.put('/by proxy.txt');
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('not by fetch'));
    onTestFinished(() => fetch.mockRestore());
    expect((await bash('drive-cli ls /by')).values).toEqual([String.raw`/by\ proxy.txt`]);
    expect((await bash('drive-cli keys revoke ')).values).toHaveLength(1);
  });

  it('tags, by what they begin with', async () => {
    await drive.put('/a.txt');
    await drive.on('tag', 'add', 'To do', '/a.txt');
    await drive.on('tag', 'add', 'Paid', '/a.txt');
    expect((await bash('drive-cli tag add ')).values).toEqual(['Paid', String.raw`To\ do`]);
    expect((await bash('drive-cli tag rm Pa')).values).toEqual(['Paid']);
    expect((await bash('drive-cli ls --tag ')).values).toEqual(['Paid', String.raw`To\ do`]);
    expect(await bash('drive-cli tag rm Paid /')).toEqual({ how: 'paths', values: ['/a.txt'] });
  });

  it('numbers of versions and ids of deliveries, of the file or webhook before them', async () => {
    for (const content of ['one', 'two', 'three']) {
      writeFileSync(join(drive.home, 'a.txt'), content);
      await drive.on('upload', 'a.txt', '--on-conflict', 'replace');
    }
    expect((await bash('drive-cli versions rm /a.txt ')).values).toEqual(['2', '1']);
    expect((await bash('drive-cli versions rm /a.txt 2 ')).values).toEqual(['1']);
    expect((await bash('drive-cli versions restore /missing ')).values).toEqual([]);
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { id } = JSON.parse((await drive.on('webhooks', 'create', receiver.url, '--json')).out) as { id: string };
    expect(await drive.on('webhooks', 'test', id)).toMatchObject({ code: 0 });
    const { out } = await drive.on('webhooks', 'deliveries', id, '--json');
    const deliveries = JSON.parse(out) as { id: string }[];
    expect(deliveries).toHaveLength(1);
    expect((await bash(`drive-cli webhooks redeliver ${id} `)).values).toEqual(deliveries.map((one) => one.id));
  });

  it('ids of files of all users, for administrators', async () => {
    await drive.grow('/a.txt');
    const admin = await drive.drive.createUser({ isAdmin: true });
    const { out } = await cli(['__complete', 'fish', '--', 'admin', 'files', 'rm', ''], {
      home: drive.home,
      env: { ...drive.env, DRIVE_API_KEY: admin.key },
    });
    expect(out).toMatch(/^list\n[0-9a-f-]{36}\ta\.txt, .+@.+\n/);
  });

  it('profiles, with their servers', async () => {
    const home = createTestDirectory();
    mkdirSync(join(home, '.config/drive'), { recursive: true });
    const profiles = { work: { url: 'http://127.0.0.1:1' }, home: { url: 'http://127.0.0.1:2' } };
    writeFileSync(join(home, '.config/drive/config.json'), JSON.stringify({ profiles }));
    for (const words of [['profile', 'use', 'w'], ['ls', '--profile', 'w'], ['--profile=w']]) {
      const { out } = await cli(['__complete', 'zsh', '--', ...words], { home });
      expect(out).toMatch(/^list\n(--profile=)?work\thttp:\/\/127\.0\.0\.1:1\n$/);
    }
  });
});

describe('completion of paths on the server', () => {
  it('proposes one level, folders with a slash', async () => {
    await drive.grow('/Photos/sea.jpg', '/Photos/2026/', '/Phone.txt', '/notes.txt');
    expect(await bash('drive-cli ls ')).toEqual({ how: 'paths', values: ['/Photos/', '/notes.txt', '/Phone.txt'] });
    expect((await bash('drive-cli ls /Pho')).values).toEqual(['/Photos/', '/Phone.txt']);
    expect((await bash('drive-cli ls /Photos/')).values).toEqual(['/Photos/2026/', '/Photos/sea.jpg']);
    expect((await bash('drive-cli mv /Photos/sea.jpg /Photos/2')).values).toEqual(['/Photos/2026/']);
    expect((await bash('drive-cli upload x --to /Pho')).values).toEqual(['/Photos/']);
    expect((await bash('drive-cli upload x --to=/Pho')).values).toEqual(['/Photos/']);
    expect((await bash('drive-cli ls /nowhere/')).values).toEqual([]);
  });

  it('handles names with any quoting of the shell', async () => {
    await drive.grow('/My "odd" $name/', '/a:b/c.txt');
    const plain = [String.raw`/My\ \"odd\"\ \$name/`];
    const inQuotes = [String.raw`/My \"odd\" \$name/`];
    expect((await bash(String.raw`drive-cli ls /My\ `)).values).toEqual(plain);
    expect((await bash('drive-cli ls "/My ')).values).toEqual(inQuotes);
    expect((await bash(String.raw`drive-cli ls "/My \"odd`)).values).toEqual(inQuotes);
    expect((await bash("drive-cli ls '/My ")).values).toEqual(['/My "odd" $name/']);
    // Bash replaces only the part after the last colon.
    expect((await bash('drive-cli ls /a:b/')).values).toEqual(['b/c.txt']);
    expect((await bash('drive-cli ls "/a:b/')).values).toEqual(['/a:b/c.txt']);
  });

  it('omits names with control characters', async () => {
    await drive.grow('/a\u202eb/', '/a\u200fc/', '/ad/');
    expect((await bash('drive-cli ls /a')).values).toEqual(['/ad/']);
  });

  it('caches for some seconds, for this user only', async () => {
    await drive.put('/a.txt');
    await bash('drive-cli ls /');
    await drive.put('/b.txt');
    expect((await bash('drive-cli ls /')).values).toEqual(['/a.txt']);
    const cache = join(drive.home, '.cache/drive/completion');
    expect(readdirSync(cache)).toHaveLength(1);
    expect(statSync(cache).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(cache)) expect(statSync(join(cache, file)).mode & 0o777).toBe(0o600);
    expect((await bash('drive-cli ls /', createTestDirectory())).values).toEqual(['/a.txt', '/b.txt']);
  });

  it('proposes nothing without a key or a server, and prints no error', async () => {
    for (const env of [
      {},
      { DRIVE_BASE_URL: 'http://127.0.0.1:1', DRIVE_API_KEY: drive.user.key },
      { DRIVE_BASE_URL: 'x' },
    ]) {
      const home = createTestDirectory();
      expect(await cli(['__complete', 'bash', 'drive-cli ls /'], { home, env })).toEqual({
        code: 0,
        out: 'paths\n',
        err: '',
      });
      expect(existsSync(join(home, '.cache'))).toBe(false);
    }
  });
});
