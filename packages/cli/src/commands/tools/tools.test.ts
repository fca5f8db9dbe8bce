import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cli } from '../../../test/cli.ts';
import { useDrive } from '../../../test/drive-user.ts';
import { startProxy } from '../../../test/proxy.ts';

const drive = useDrive();
const json = (text: string): unknown => JSON.parse(text);

describe('api', () => {
  it('sends the request, with or without /api, and prints the response', async () => {
    for (const path of ['/api/me', 'api/me', 'me', '/me']) {
      const { code, out, err } = await drive.on('api', path);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(json(out)).toMatchObject({ email: drive.user.email });
    }
    expect((await drive.with({ terminal: 80 }, 'api', 'me')).out).toContain('\n  "email"');
    expect((await drive.on('api', 'healthz', '-i')).out).toMatch(/^200 OK\n[^]*x-request-id: [^]*\{"status":"ok"\}\n$/);
  });

  it('sends fields as JSON, or as the query of a GET', async () => {
    const made = await drive.on('api', 'files/folders', '-f', 'name=true');
    expect(json(made.out)).toMatchObject({ name: 'true', type: 'folder' });
    await drive.grow('/a.txt', '/b.txt');
    const listed = await drive.on('api', 'files', '-X', 'GET', '-F', 'limit=1', '-f', 'q=txt');
    expect(json(listed.out)).toMatchObject({ files: [{ name: 'a.txt' }], pagination: { totalItems: 2 } });
    const { id } = json(made.out) as { id: string };
    const moved = await drive.on('api', 'files/move', '-X', 'patch', '-F', `ids[]=${id}`, '-F', 'moveToRoot=true');
    expect(json(moved.out)).toMatchObject({ moved: [{ id }], failed: [] });
  });

  it('reads secrets from a file or from standard input', async () => {
    await drive.put('/a.txt');
    const { id } = json((await drive.on('api', 'files/by-path?path=/a.txt')).out) as { id: string };
    const shared = await drive.with({ stdin: 'hunter22\n' }, 'api', `files/${id}/share`, '-F', 'password=@-');
    expect(json(shared.out)).toMatchObject({ passwordProtected: true });
    writeFileSync(join(drive.home, 'body.json'), '{"name":"From a file"}');
    expect(json((await drive.on('api', 'files/folders', '--input', 'body.json')).out)).toMatchObject({
      name: 'From a file',
    });
    const fromStdin = await drive.with({ stdin: '{"name":"Typed"}' }, 'api', 'files/folders', '--input', '-');
    expect(json(fromStdin.out)).toMatchObject({ name: 'Typed' });
  });

  it('merges all pages', async () => {
    await drive.grow('/a.txt', '/b.txt', '/c.txt');
    const { out } = await drive.on('api', 'files?limit=1', '--paginate');
    expect(json(out)).toMatchObject({
      files: [{ name: 'a.txt' }, { name: 'b.txt' }, { name: 'c.txt' }],
      pagination: { currentPage: 1, totalItems: 3, totalPages: 1 },
    });
  });

  it('prints an error response, and exits with the code of its status', async () => {
    const missing = await drive.on('api', 'files/00000000-0000-4000-8000-000000000000');
    expect(missing.code).toBe(5);
    expect(json(missing.out)).toMatchObject({ code: 'file_not_found' });
    expect(missing.err).toMatch(/^error: /);
    expect((await drive.on('api', 'files/folders', '-f', 'name=')).code).toBe(2);
    await drive.grow('/there/');
    expect((await drive.on('api', 'files/folders', '-f', 'name=there')).code).toBe(6);
    const wrong = { DRIVE_API_KEY: `svc_${'x'.repeat(40)}` };
    expect((await drive.with({ env: wrong }, 'api', 'me')).code).toBe(4);
    expect((await drive.with({ env: { DRIVE_BASE_URL: 'http://127.0.0.1:1' } }, 'api', 'me')).code).toBe(7);
    expect(await drive.on('api', `files/${'0'.repeat(8)}-0000-4000-8000-000000000000`, '-X', 'DELETE')).toMatchObject({
      code: 5,
    });
  });

  it('writes null with --json for an empty response, and nothing otherwise', async () => {
    await drive.put('/a.txt');
    const { id } = json((await drive.on('api', 'files/by-path?path=/a.txt')).out) as { id: string };
    expect(await drive.on('api', `files/${id}`, '-X', 'DELETE')).toEqual({ code: 0, out: '', err: '' });
    expect((await drive.on('api', `files/${id}`, '-X', 'DELETE', '--json')).out).toBe('null\n');
  });

  it.each([
    [['https://drive.example.com/api/me']],
    [['../../etc/passwd']],
    [['me', '-f', 'name']],
    [['me', '-H', 'X']],
    [['files', '--paginate', '-f', 'q=a']],
    [['me', '-F', 'a=1', '-F', 'a[]=2']],
    [['me', '--input', 'nothing-there']],
    [['me', '-X', 'GET /']],
  ])('refuses %j', async (argv) => {
    expect(await drive.on('api', ...argv)).toMatchObject({ code: 2, out: '' });
  });
});

describe('open', () => {
  it('opens the page of a share, of the server, or of any URL of the server', async () => {
    await drive.put('/a.txt');
    await drive.on('share', '/a.txt');
    const opened: string[] = [];
    const openBrowser = (url: string): boolean => opened.push(url) > 0;
    expect(await drive.with({ openBrowser }, 'open', '/a.txt')).toMatchObject({ code: 0, out: '' });
    await drive.with({ openBrowser }, 'open');
    await drive.with({ openBrowser }, 'open', `${drive.drive.url}/s/abc`);
    expect(opened).toEqual([
      expect.stringMatching(/\/share\/[\w-]+$/) as string,
      `${drive.drive.url}/`,
      `${drive.drive.url}/s/abc`,
    ]);
  });

  it('only prints a URL of another server', async () => {
    const openBrowser = (): boolean => {
      throw new Error('this must not be opened');
    };
    const link = 'https://elsewhere.example/s/abc';
    expect(await drive.with({ openBrowser }, 'open', link)).toMatchObject({
      code: 0,
      out: `${link}\n`,
      err: expect.stringContaining(`not opened: ${link} is not a page of ${drive.drive.url}`) as string,
    });
  });

  it('prints the URL if no browser can be opened, or with --no-browser', async () => {
    expect(await drive.on('open')).toMatchObject({ code: 0, out: `${drive.drive.url}/\n` });
    const openBrowser = (): boolean => {
      throw new Error('nobody asked for it');
    };
    expect((await drive.with({ openBrowser }, 'open', '--no-browser')).out).toBe(`${drive.drive.url}/\n`);
  });

  it('suggests sharing an item that is not shared', async () => {
    await drive.put('/a.txt');
    expect(await drive.on('open', '/a.txt')).toMatchObject({
      code: 5,
      err: expect.stringContaining('drive-cli share /a.txt') as string,
    });
  });
});

describe('doctor', () => {
  const statuses = (out: string) =>
    Object.fromEntries(
      (json(out) as { checks: { name: string; status: string }[] }).checks.map(({ name, status }) => [name, status]),
    );

  it('passes every check except for the keyring, and shows no key', async () => {
    const { code, out, err } = await drive.on('doctor', '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(statuses(out)).toMatchObject({ server: 'ok', answer: 'ok', versions: 'ok', key: 'ok', keyring: 'warning' });
    expect(out).not.toContain(drive.user.key);
    expect((await drive.on('doctor')).out).toContain(`signed in as ${drive.user.email}`);
  });

  it('exits with the code of the problem: no key, a wrong key, no server, another server', async () => {
    const server = createServer((_, answer) => answer.end('<html>')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const wrong = `svc_${'x'.repeat(40)}`;
    const none = await cli(['doctor', '--json'], { env: { DRIVE_BASE_URL: drive.drive.url } });
    expect({ code: none.code, key: statuses(none.out)['key'] }).toEqual({ code: 4, key: 'error' });
    expect((await drive.with({ env: { DRIVE_API_KEY: wrong } }, 'doctor')).code).toBe(4);
    expect((await drive.with({ env: { DRIVE_BASE_URL: 'http://127.0.0.1:1' } }, 'doctor')).code).toBe(7);
    const other = await drive.with({ env: { DRIVE_BASE_URL: url } }, 'doctor');
    expect(other).toMatchObject({ code: 1, out: expect.stringContaining('is not a Drive server') as string });
  });

  it('detects a wrong clock, and a key file that others can read', async () => {
    const proxy = await startProxy(() => drive.drive.url, {
      answer(incoming, outgoing) {
        if (incoming.url !== '/api/public/config') return false;
        outgoing.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString()).end('{"version":"9.0.0"}');
        return true;
      },
    });
    const config = join(drive.home, '.config/drive');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'credentials.json'), '{}');
    chmodSync(join(config, 'credentials.json'), 0o644);
    const { out } = await drive.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'doctor');
    expect(out).toMatch(/warning +clock +this machine is 1:00:0\d ahead of the server/);
    expect(out).toMatch(/warning +versions .*9\.0\.0/);
    expect(out).toMatch(/warning +key file .*0644[^]*chmod 600/);
  });

  it('names the damaged file, and continues', async () => {
    const config = join(drive.home, '.config/drive');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'config.json'), '{');
    const { code, out } = await drive.on('doctor', '--json');
    expect(code).toBe(1);
    expect(statuses(out)).toMatchObject({ configuration: 'error', keyring: 'warning' });
  });

  it('distinguishes a keyring that does not answer from one that fails', async () => {
    const keychain = (find: () => Promise<never>) => ({ find, save: find, remove: find });
    const failing = keychain(() => Promise.reject(new Error('no D-Bus')));
    expect((await drive.with({ keychain: failing }, 'doctor')).out).toMatch(/its service does not answer: no D-Bus/);
  });
});
