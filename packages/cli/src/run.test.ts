import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../test/cli.ts';
import { createTestDirectory } from '../test/fake-world.ts';

const key = `svc_${'k'.repeat(40)}`;

describe('a usage error exits with 2, in one line that says what to do', () => {
  it.each([
    [['uplod'], "unknown command 'uplod'; did you mean upload?"],
    [['upload', 'a', '--publik'], "unknown option '--publik'; did you mean --public?"],
    [
      ['api', 'get', '/api/me'],
      "too many arguments for 'api'. Expected 1 argument but got 2: get, /api/me; did you mean -X GET?",
    ],
    [['find', '-name', '*.txt'], "unknown option '-name'; did you mean --name?"],
    [['mv', '/a'], '/a: missing destination; drive-cli mv SOURCE… DESTINATION'],
    [['mv', '/a', 'b'], 'b is neither a path nor an id; paths on the server start with a slash: /b'],
    [['rm', '/a/../b'], '/a/../b contains . or ..; give the path from the root'],
    [['ls', '/{a,../b}'], /contains \. or \.\./],
    [['ls', 'C:/Program Files/Git/Photos'], /MSYS_NO_PATHCONV=1/],
    [['find', '--size', 'big'], /--size.*\+10M for larger/],
    [['tree', '--max-depth', 'x'], /--max-depth.*a whole number, 0 or more/],
    [['upload'], "missing required argument 'path'; see drive-cli upload --help"],
    [['shares', 'delete', 'x'], "unknown command 'delete'; did you mean rm?"],
    [['help', 'nope'], "unknown command 'nope'; see drive-cli --help"],
    [['help', 'shares', 'nope'], "unknown command 'nope'; see drive-cli shares --help"],
    [['delete', '/a'], "unknown command 'delete'; did you mean rm?"],
    [['shares', 'xyz'], "unknown command 'xyz'; see drive-cli shares --help"],
    [['keys', 'delete', 'x'], "unknown command 'delete'; did you mean revoke?"],
    [['trash', 'emty'], "unknown command 'emty'; did you mean empty?"],
    [['upload', 'a', '--parallel', '0'], /--parallel.*1 to 99/],
    [['upload', 'a', '--public'], '--public needs --share; add --share, or omit the flag'],
    [['upload', 'a', '--to', 'Archive'], 'Archive is not a path on the server; did you mean /Archive?'],
    [['upload', 'a', 'b', '--name', 'c'], '--name needs a single file'],
    [['upload', '-'], 'standard input has no name; give one with --name'],
    [['upload', '-', 'a'], 'standard input cannot be uploaded together with files'],
    [['upload', '-', '--name', 'a', '--api-key-file', '-'], 'standard input cannot be both the key and the file'],
    [['ls', '--sort', 'color'], /Allowed choices are type,name/],
    [['ls', 'Photos'], 'Photos is neither a path nor an id; paths on the server start with a slash: /Photos'],
    [['ls', 'https://h/s/abc'], /is a share link/],
    [['share', '/a', '--expires', '12h'], /--expires.*7d/],
    [['share', '/a', '--revoke', '--public'], /cannot be used with/],
    [['download', 'https://h/elsewhere'], /is not a share link/],
    [['download', '/a', '/b', '-o', '-'], 'only one file can be written to standard output'],
    [['download', '/a', '-o', '-', '--json'], /"--json and -o - cannot be combined: both write to standard output"/],
    [
      ['whoami', '--url', 'drive.example.com'],
      /--url: not a valid server URL; write it as https:\/\/drive\.example\.com\n/,
    ],
  ])('%j', async (argv, message) => {
    const { code, out, err } = await cli(argv);
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 });
    if (typeof message === 'string') expect(err).toBe(`error: ${message}\n`);
    else expect(err).toMatch(message);
  });
});

it('errors are JSON on standard error with --json, and standard output stays empty', async () => {
  for (const argv of [
    ['ls', '--json', '--sort', 'x'],
    ['--json', 'whoami'],
    ['nonsense', '--json'],
  ]) {
    const { code, out, err } = await cli(argv);
    expect(out).toBe('');
    expect(JSON.parse(err)).toMatchObject({ level: 'error', code: expect.any(String) as string, exitCode: code });
  }
});

describe('help', () => {
  it('is written to standard output on request, and exits with 0', async () => {
    for (const argv of [[], ['--help'], ['help'], ['help', 'upload'], ['upload', '--help'], ['keys', 'create', '-h']]) {
      const { code, out, err } = await cli(argv);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(/^Usage: drive-cli/);
    }
  });

  it('is written to standard error if a command is missing', async () => {
    for (const argv of [['keys'], ['profile']]) {
      const { code, out, err } = await cli(argv);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/^Usage: drive-cli/);
    }
  });

  it('--version prints the version', async () => {
    expect(await cli(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
  });
});

describe('without a key', () => {
  it('exits with 4 and says how to sign in to this server', async () => {
    expect(await cli(['whoami'])).toEqual({
      code: 4,
      out: '',
      err: 'error: not signed in to http://127.0.0.1:8080; run: drive-cli login\n',
    });
    const { err } = await cli(['ls', '--url', 'https://drive.example.com/']);
    expect(err).toMatch(/not signed in to https:\/\/drive\.example\.com; run: drive-cli login --url https:\/\/drive/);
  });

  it('refuses a malformed key, and does not repeat it', async () => {
    const home = createTestDirectory();
    writeFileSync(join(home, 'secret'), 'hunter2\n');
    const wrong = [
      await cli(['whoami', '--api-key-file', 'secret'], { home }),
      await cli(['whoami', '--api-key-file', '-'], { stdin: 'hunter2' }),
      await cli(['whoami'], { env: { DRIVE_API_KEY: 'hunter2' } }),
      await cli(['login', '--with-key'], { stdin: 'hunter2' }),
    ];
    for (const { code, err } of wrong) {
      expect(code).toBe(4);
      expect(err).toMatch(/does not contain an API key/);
      expect(err).not.toContain('hunter2');
    }
  });
});

describe('server and key are those of', () => {
  function home(): string {
    const directory = createTestDirectory();
    mkdirSync(join(directory, '.config/drive'), { recursive: true });
    const profiles = { local: { url: 'http://127.0.0.1:1' }, work: { url: 'http://127.0.0.1:2/drive' } };
    writeFileSync(join(directory, '.config/drive/config.json'), JSON.stringify({ current: 'local', profiles }));
    writeFileSync(join(directory, '.config/drive/credentials.json'), JSON.stringify({ local: key, work: key }));
    return directory;
  }
  // No server is running there: the message names the URL, after the key was found.
  const reached = /^error: http:\/\/127\.0\.0\.1:(\d) could not be reached/;

  it.each([
    [[], {}, '1'],
    [['--profile', 'work'], {}, '2'],
    [[], { DRIVE_BASE_URL: 'http://127.0.0.1:2/drive/' }, '2'],
    [['--url', 'http://127.0.0.1:1'], { DRIVE_BASE_URL: 'http://127.0.0.1:2/drive' }, '1'],
    [['--url', 'http://127.0.0.1:3'], { DRIVE_API_KEY: key }, '3'],
  ])('%j %j', { timeout: 30_000 }, async (argv, env, port) => {
    const { code, err } = await cli(['whoami', ...argv], { home: home(), env });
    expect(code).toBe(7);
    expect(reached.exec(err)?.[1]).toBe(port);
  });

  it("never sends a profile's key to another server", async () => {
    expect(await cli(['whoami', '--url', 'http://127.0.0.1:3'], { home: home() })).toMatchObject({ code: 4 });
    const conflict = await cli(['whoami', '--url', 'http://127.0.0.1:3', '--profile', 'work'], { home: home() });
    expect(conflict).toMatchObject({ code: 2, err: expect.stringContaining('is for http') as string });
  });

  it('names the existing profiles if one is unknown', async () => {
    expect(await cli(['whoami', '--profile', 'wrok'], { home: home() })).toMatchObject({
      code: 5,
      err: 'error: there is no profile wrok; profiles: local, work\n',
    });
  });
});

describe('profile', () => {
  it('lists, switches and removes profiles', async () => {
    const home = createTestDirectory();
    mkdirSync(join(home, '.config/drive'), { recursive: true });
    const profiles = { a: { url: 'http://a.example' }, b: { url: 'http://b.example' } };
    writeFileSync(join(home, '.config/drive/config.json'), JSON.stringify({ current: 'a', profiles }));
    writeFileSync(join(home, '.config/drive/credentials.json'), JSON.stringify({ a: key, b: key }));
    expect((await cli(['profile', 'list'], { home })).out).toBe('a\thttp://a.example\t*\nb\thttp://b.example\t\n');
    expect((await cli(['profile', 'list'], { home, terminal: 80 })).out).toMatch(/\* +a +http:\/\/a\.example/);
    expect(await cli(['profile', 'use', 'b'], { home })).toMatchObject({ code: 0, out: '' });
    expect(await cli(['profile', 'remove', 'b', '-q'], { home })).toEqual({ code: 0, out: '', err: '' });
    const { out } = await cli(['profile', 'list', '--json'], { home });
    expect(JSON.parse(out)).toEqual([{ name: 'a', url: 'http://a.example', current: false }]);
    expect(await cli(['profile', 'use', 'b'], { home })).toMatchObject({ code: 5 });
  });
});
