import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leavePartial } from '../../../../sdk/test/drive-behind-proxy.ts';
import { startDrive, type Drive, type TestUser } from '../../../../server/test/drive.ts';
import { cli, type Finished } from '../../../test/cli.ts';
import { createFakeWorld, createTestDirectory } from '../../../test/fake-world.ts';
import { startProxy } from '../../../test/proxy.ts';
import { run } from '../../run.ts';

let drive: Drive;
let user: TestUser;
let home: string;
const bytes = randomBytes(3_000_001);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const env = () => ({ DRIVE_BASE_URL: drive.url, DRIVE_API_KEY: user.key });
const on = (...argv: string[]): Promise<Finished> => cli(argv, { home, env: env() });
const records = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: string; path: string });
const read = (name: string): Buffer => readFileSync(join(home, name));

beforeAll(async () => {
  drive = await startDrive();
  user = await drive.createUser();
  const source = createFakeWorld({
    argv: ['upload', '-', '--name', 'sea.bin', '--to', '/Photos'],
    env: env(),
    stdin: bytes,
    home: '/nonexistent',
  });
  await run(source);
});
afterAll(() => drive.close());
beforeEach(() => {
  home = createTestDirectory();
});

describe('one file', () => {
  it('is downloaded by path and by id, under its own name or another', async () => {
    expect(await on('download', '/Photos/sea.bin')).toEqual({ code: 0, out: `${join(home, 'sea.bin')}\n`, err: '' });
    const [item] = JSON.parse((await on('ls', '/Photos', '--json')).out) as [{ id: string }];
    const { code, out } = await on('download', item.id, '-o', 'copy.bin', '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        source: item.id,
        status: 'downloaded',
        path: join(home, 'copy.bin'),
        size: bytes.length,
        sha256,
        resumed: false,
      },
    ]);
    expect([read('sea.bin').equals(bytes), read('copy.bin').equals(bytes)]).toEqual([true, true]);
    expect(readdirSync(home).toSorted()).toEqual(['copy.bin', 'sea.bin']);
  });

  it('is stored in an existing folder', async () => {
    mkdirSync(join(home, 'in'));
    expect((await on('download', '/Photos/sea.bin', '-o', 'in')).out).toBe(`${join(home, 'in/sea.bin')}\n`);
    expect((await on('download', '/Photos/sea.bin', '-o', 'new/')).out).toBe(`${join(home, 'new/sea.bin')}\n`);
  });

  it('replaces another file only with --force', async () => {
    writeFileSync(join(home, 'sea.bin'), 'precious');
    const refused = await on('download', '/Photos/sea.bin');
    expect(refused).toMatchObject({ code: 6, out: '', err: expect.stringContaining('--force') as string });
    expect(read('sea.bin').toString()).toBe('precious');
    expect(await on('download', '/Photos/sea.bin', '--force')).toMatchObject({ code: 0 });
    expect(read('sea.bin').equals(bytes)).toBe(true);
  });

  it('is not downloaded again if it already exists', async () => {
    await on('download', '/Photos/sea.bin');
    const { mtimeMs } = statSync(join(home, 'sea.bin'));
    expect(await on('download', '/Photos/sea.bin')).toMatchObject({
      code: 0,
      err: expect.stringContaining('nothing to do') as string,
    });
    expect(statSync(join(home, 'sea.bin')).mtimeMs).toBe(mtimeMs);
  });

  it('keeps its own time, before 1970 too, and otherwise that of its upload', async () => {
    const client = new DriveClient({ baseUrl: env().DRIVE_BASE_URL, apiKey: env().DRIVE_API_KEY });
    const modifiedAt = new Date('1965-01-02T03:04:05.678Z');
    await client.uploads.uploadTo('/Times/old.txt', new Blob(['old']), { modifiedAt });
    await client.uploads.uploadTo('/Times/none.txt', new Blob(['none']));
    const none = await client.files.getByPath('/Times/none.txt');
    const folder = await client.files.getByPath('/Times');
    const link = await client.shares.createForFolder(folder.id);
    const old = await client.shares.create((await client.files.getByPath('/Times/old.txt')).id);
    await on('download', '/Times/old.txt', '/Times/none.txt', '-o', 'files/');
    await on('download', '/Times', '-o', 'folder');
    await on('download', link.shortUrl, '-o', 'link');
    await on('download', old.shortUrl, '-o', 'single/');
    for (const name of ['files/old.txt', 'folder/Times/old.txt', 'link/Times/old.txt', 'single/old.txt'])
      expect([name, statSync(join(home, name)).mtime]).toEqual([name, modifiedAt]);
    for (const name of ['files/none.txt', 'folder/Times/none.txt', 'link/Times/none.txt'])
      expect([name, statSync(join(home, name)).mtime]).toEqual([name, new Date(none.uploadedAt)]);
  });

  it('is written unchanged to standard output, without other output', async () => {
    const world = createFakeWorld({ home, argv: ['download', '/Photos/sea.bin', '-o', '-'], env: env() });
    const chunks: Buffer[] = [];
    const write = world.stdout.write.bind(world.stdout);
    world.stdout.write = ((chunk: Buffer) => {
      chunks.push(chunk);
      return write(chunk);
    }) as never;
    expect(await run(world)).toBe(0);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    const terminal = await cli(['download', '/Photos/sea.bin', '-o', '-'], { home, env: env(), terminal: 80 });
    expect(terminal).toMatchObject({ code: 2, out: '' });
  });

  it('exits with the code of the error', async () => {
    const results = [
      await on('download', '/Photos/missing.bin'),
      await on('download', '/Photos', '-o', '-'),
      await on('download', '0190b6a1-7c1e-7b3a-9a53-3e3f5a2b1c0d'),
    ];
    expect(results.map(({ code, out }) => [code, out])).toEqual([
      [5, ''],
      [2, ''],
      [5, ''],
    ]);
    expect(results[1]?.err).toContain('to download them as one ZIP: drive-cli archive');
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('a folder', () => {
  const tree = { 'a.txt': 'a', 'inner/b.txt': 'b', 'inner/deep/c.txt': 'c' };
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'drive-cli-tree-'));
    mkdirSync(join(home, 'tree/inner/deep'), { recursive: true });
    for (const [path, text] of Object.entries(tree)) writeFileSync(join(home, 'tree', path), text);
    await on('upload', '-r', 'tree', '--to', '/Trees');
    await on('mkdir', '/Trees/tree/empty');
    rmSync(home, { recursive: true });
  });
  const expectTree = (folder: string): void => {
    for (const [path, text] of Object.entries(tree)) expect(read(join(folder, path)).toString()).toBe(text);
    expect(readdirSync(join(home, folder)).toSorted()).toEqual(['a.txt', 'empty', 'inner']);
  };

  it('is downloaded with its content, under its own name or another, and resumes after an interruption', async () => {
    expect(await on('download', '/Trees/tree')).toMatchObject({ code: 0, out: `${join(home, 'tree')}\n` });
    expectTree('tree');
    rmSync(join(home, 'tree/inner/b.txt'));
    const { code, out } = await on('download', '-r', '/Trees/tree', '--json');
    expect([
      code,
      records(out)
        .map(({ status }) => status)
        .toSorted(),
    ]).toEqual([0, ['downloaded', 'present', 'present']]);
    expectTree('tree');
    for (const status of ['downloaded', 'present']) {
      const again = await on('download', '/Trees/tree', '-o', 'copy', '--json');
      expect(records(again.out).map((one) => one['status'])).toEqual([status, status, status]);
    }
    expectTree('copy/tree');
    expect(readdirSync(join(home, 'copy'))).toEqual(['tree']);
  });

  it('is only listed with --dry-run', async () => {
    const { code, out } = await on('download', '/Trees/*', '/Photos', '--dry-run', '--json');
    expect([
      code,
      records(out)
        .map(({ path }) => path)
        .toSorted(),
    ]).toEqual([
      0,
      ['Photos/sea.bin', 'tree/a.txt', 'tree/inner/b.txt', 'tree/inner/deep/c.txt'].map((path) => join(home, path)),
    ]);
    expect(readdirSync(home)).toEqual([]);
  });

  it('may be the root', async () => {
    expect(await on('download', '/', '-o', 'all')).toMatchObject({ code: 0 });
    expectTree('all/Trees/tree');
    expect(read('all/Photos/sea.bin').equals(bytes)).toBe(true);
  });
});

it('continues after failed files, and exits with 3', async () => {
  const { code, out, err } = await on('download', '/Photos/missing.bin', '/Photos/sea.bin');
  expect([code, out]).toEqual([3, `${join(home, 'sea.bin')}\n`]);
  expect(err).toMatch(/^error: \/Photos\/missing\.bin: no such file/);
  writeFileSync(join(home, 'one-file'), '');
  expect(await on('download', '/Photos/sea.bin', '/Trees', '-o', 'one-file')).toMatchObject({ code: 6 });
});

it('reports a folder that is not writable', async () => {
  if (process.getuid?.() === 0) return;
  chmodSync(home, 0o500);
  expect(await on('download', '/Photos/sea.bin')).toMatchObject({ code: 1 });
});

it.runIf(process.platform === 'linux')('reports a target in which no folder can be created', async () => {
  for (const [source, target] of [
    ['/Photos/sea.bin', '/proc/x/y/'],
    ['/Trees', '/proc/x'],
  ] as const)
    expect(await on('download', source, '-o', target)).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be created: no folders can be created there') as string,
    });
  expect(await on('download', '/Photos/sea.bin', '-o', '/proc/x')).toMatchObject({
    code: 1,
    err: expect.stringContaining("/proc/x.part can't be written") as string,
  });
});

describe('a share link', () => {
  it('is downloaded without an account, long or short, and no key is sent', async () => {
    const descriptor = JSON.parse((await on('share', '/Photos/sea.bin', '--json')).out) as Record<string, string>;
    const proxy = await startProxy(() => drive.url);
    for (const name of ['shareUrl', 'shortUrl']) {
      const link = (descriptor[name] ?? '').replace(drive.url, proxy.url);
      expect(await on('download', link, '-o', name)).toMatchObject({ code: 0 });
      expect(read(name).equals(bytes)).toBe(true);
    }
    expect(proxy.requests.length).toBeGreaterThanOrEqual(7);
    expect(proxy.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    const keyless = await cli(['download', descriptor['shortUrl'] ?? '', '-o', 'keyless.bin'], { home });
    expect(keyless).toMatchObject({ code: 0 });
  });

  it('to nothing exits with 5', async () => {
    const { out } = await on('share', '/Photos/sea.bin', '--json');
    const { shareUrl = '', shortUrl = '' } = JSON.parse(out) as Record<string, string>;
    await on('share', '/Photos/sea.bin', '--revoke');
    for (const link of [shareUrl, shortUrl, `${drive.url}/s/nothing`, `${drive.url}/share/nothing`]) {
      expect(await on('download', link)).toMatchObject({ code: 5, out: '' });
    }
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('after an interruption', () => {
  it('downloads only the rest, and verifies the complete file', async () => {
    const ranges: (string | undefined)[] = [];
    const proxy = await startProxy(() => drive.url, {
      cutAfter({ url, headers }) {
        if (url?.startsWith('/files/') !== true) return undefined;
        ranges.push(headers.range);
        return ranges.length < 3 ? 1_000_000 : undefined;
      },
    });
    const result = await cli(['download', '/Photos/sea.bin'], { home, env: { ...env(), DRIVE_BASE_URL: proxy.url } });
    expect(result).toEqual({ code: 0, out: `${join(home, 'sea.bin')}\n`, err: '' });
    expect(read('sea.bin').equals(bytes)).toBe(true);
    const starts = ranges.map((range) => Number(/^bytes=(\d+)-$/.exec(range ?? 'bytes=0-')?.[1]));
    expect(starts).toHaveLength(3);
    expect(starts[1]).toBeGreaterThan(0);
    expect(starts[2]).toBeGreaterThan(starts[1] ?? 0);
  });

  it('writes only the rest to standard output, and nothing of a file that was replaced meanwhile', async () => {
    const client = new DriveClient({ baseUrl: env().DRIVE_BASE_URL, apiKey: env().DRIVE_API_KEY });
    const store = (content: Blob) => client.uploads.uploadTo('/Replaced/sea.bin', content, { onConflict: 'replace' });
    for (const replacement of [undefined, new Blob([Buffer.alloc(bytes.length)]), new Blob(['short'])]) {
      await store(new Blob([bytes]));
      const conditions: unknown[] = [];
      const proxy = await startProxy(() => drive.url, {
        cutAfter({ url, headers }) {
          if (url?.startsWith('/files/') !== true) return undefined;
          conditions.push(headers['if-range']);
          return headers.range === undefined ? 1_000_000 : undefined;
        },
        answer({ url, headers }, outgoing) {
          const isNext = url?.endsWith('/download-url') === true && world.out() !== '';
          if (!isNext || replacement === undefined) return false;
          void store(replacement)
            .then(() => fetch(drive.url + url, { headers: { authorization: headers.authorization ?? '' } }))
            .then((answer) => answer.text())
            .then((text) => outgoing.end(text.replaceAll(drive.url, proxy.url)));
          return true;
        },
      });
      const argv = ['cat', '/Replaced/sea.bin'];
      const world = createFakeWorld({ home, argv, env: { ...env(), DRIVE_BASE_URL: proxy.url } });
      const code = await run(world);
      expect(conditions.at(-1)).toBe(`"${sha256}"`);
      if (replacement === undefined)
        expect([code, world.err(), world.out() === bytes.toString()]).toEqual([0, '', true]);
      else expect([code, world.err()]).toEqual([6, expect.stringContaining('was replaced meanwhile') as string]);
    }
  });

  it.each(['"tag"', 'W/"tag"'])('writes only the rest if a proxy ignores ranges and has the tag %s', async (etag) => {
    const conditions: unknown[] = [];
    const proxy = await startProxy(() => drive.url, {
      answer({ url, headers }, outgoing) {
        if (url?.startsWith('/files/') !== true) return false;
        conditions.push(headers['if-range']);
        outgoing.writeHead(200, { etag });
        if (headers.range !== undefined) outgoing.end(bytes);
        else outgoing.write(bytes.subarray(0, 1_000_000), () => outgoing.destroy());
        return true;
      },
    });
    const argv = ['cat', '/Photos/sea.bin'];
    const world = createFakeWorld({ home, argv, env: { ...env(), DRIVE_BASE_URL: proxy.url } });
    const code = await run(world);
    expect([code, world.err(), world.out() === bytes.toString()]).toEqual([0, '', true]);
    expect(conditions).toEqual([undefined, etag.startsWith('W') ? undefined : etag]);
  });

  it('gives up if a proxy answers with nothing', async () => {
    let answers = 0;
    const proxy = await startProxy(() => drive.url, {
      answer({ url }, outgoing) {
        if (url?.startsWith('/files/') !== true) return false;
        answers++;
        outgoing.writeHead(200).end();
        return true;
      },
    });
    const result = await cli(['cat', '/Photos/sea.bin'], { home, env: { ...env(), DRIVE_BASE_URL: proxy.url } });
    expect(result).toMatchObject({ code: 7, out: '', err: expect.stringContaining('sends no bytes') as string });
    expect(answers).toBe(6);
  });

  it('discards damaged bytes on disk, which never get the final name', async () => {
    await on('download', '/Photos/sea.bin');
    // The remains of an earlier run, with one wrong byte.
    const damaged = Buffer.from(bytes.subarray(0, 1_000_000));
    damaged[17] = (damaged[17] ?? 0) ^ 1;
    leavePartial(join(home, 'other.bin'), damaged, `"${sha256}"`);
    const first = await on('download', '/Photos/sea.bin', '-o', 'other.bin');
    expect(first.code).toBe(1);
    expect(existsSync(join(home, 'other.bin'))).toBe(false);
    expect(await on('download', '/Photos/sea.bin', '-o', 'other.bin')).toMatchObject({ code: 0 });
    expect(read('other.bin').equals(bytes)).toBe(true);
  });
});
