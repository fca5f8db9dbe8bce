import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../server/test/drive.ts';
import { createTestDirectory } from '../test/fake-world.ts';
import { startProxy } from '../test/proxy.ts';

const MiB = 1024 * 1024;
const main = fileURLToPath(new URL('./main.ts', import.meta.url));
let drive: Drive;
let user: TestUser;
let home: string;
beforeAll(async () => {
  drive = await startDrive();
  user = await drive.createUser();
});
afterAll(() => drive.close());
beforeEach(() => {
  home = createTestDirectory();
});

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: string | null; out: string; err: string }>;
}

/** Starts the program in a separate process. */
function start(
  argv: readonly string[],
  { url = drive.url, key = user.key, env = {} }: { url?: string; key?: string; env?: Record<string, string> } = {},
): Running {
  const child = spawn(process.execPath, ['--conditions=@drive/source', main, ...argv], {
    cwd: home,
    env: {
      HOME: home,
      PATH: process.env['PATH'] ?? '',
      ...env,
      DRIVE_BASE_URL: url,
      ...(key === '' ? {} : { DRIVE_API_KEY: key }),
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    out,
    err,
  }));
  return { child, ended };
}
const finish = (...argv: string[]) => start(argv).ended;

/** Writes a random file of this many MiB; returns its SHA-256. */
function writeLarge(name: string, size: number): string {
  const file = openSync(join(home, name), 'w');
  const hash = createHash('sha256');
  const piece = randomBytes(MiB);
  for (let number = 0; number < size; number++) {
    piece.writeUInt32LE(number, 0);
    hash.update(piece);
    writeSync(file, piece);
  }
  closeSync(file);
  return hash.digest('hex');
}

/** Forwards tus requests and calls back after this many bytes. */
async function watchPatches(bytes: number, onReached: () => void) {
  const offsets: number[] = [];
  let passed = 0;
  const proxy = await startProxy(() => drive.url, {
    answer(incoming) {
      if (incoming.method !== 'PATCH') return false;
      offsets.push(Number(incoming.headers['upload-offset']));
      incoming.on('data', (chunk: Buffer) => {
        const before = passed;
        passed += chunk.length;
        if (before < bytes && passed >= bytes) onReached();
      });
      return false;
    },
  });
  return { url: proxy.url, offsets, calls: proxy.calls };
}

describe('a large upload', { timeout: 60_000 }, () => {
  it.each([
    ['SIGKILL', 300, { code: null, signal: 'SIGKILL' }],
    ['SIGINT', 110, { code: 130, signal: null }],
    ['SIGTERM', 110, { code: 130, signal: null }],
  ] as const)('resumes after %s, of %d MiB', async (signal, size, end) => {
    const name = `film-${signal}.mp4`;
    const sha256 = writeLarge(name, size);
    let running: Running | undefined;
    const watch = await watchPatches((size / 2) * MiB, () => running?.child.kill(signal));
    running = start(['upload', name], watch);
    const first = await running.ended;
    expect(first).toMatchObject({ ...end, out: '' });
    if (signal !== 'SIGKILL')
      expect(first.err).toMatch(/^error: interrupted: 0 of 1 files .*run the same command again/);

    const second = await start(['upload', name], watch).ended;
    expect(second).toMatchObject({ code: 0, signal: null, out: `/${name}\n` });
    expect(second.err).toMatch(/^resuming \S+ at [\d.]+ MiB of (?:300|110) MiB\n$/);
    expect(watch.offsets).toHaveLength(2);
    expect(watch.offsets[1]).toBeGreaterThan((size / 5) * MiB);
    expect(watch.calls.filter((call) => call === 'POST /api/uploads')).toHaveLength(1);
    const [item] = JSON.parse((await finish('ls', `/${name}`, '--json')).out) as [{ sha256: string }];
    expect(item.sha256).toBe(sha256);
  });
});

it('exits without an error if its reader closes the pipe', async () => {
  for (let number = 0; number < 3; number++) await finish('mkdir', `/folder ${number}`);
  const { child, ended } = start(['ls', '--json']);
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ err: '' });
});

it('works without a keyring service: stores the key in a file after a warning', async () => {
  const login = start(['login', '--with-key'], { key: '' });
  login.child.stdin?.end(user.key);
  const { code, err } = await login.ended;
  expect(code).toBe(0);
  expect(err).toContain('no system keyring is available');
  const file = join(home, '.config/drive/credentials.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(user.key);
  expect(await start(['whoami'], { key: '' }).ended).toMatchObject({ code: 0, err: '' });
});

it('uploads piped input', async () => {
  const { child, ended } = start(['upload', '-', '--name', 'piped.txt']);
  child.stdin?.end('from a pipe');
  expect(await ended).toEqual({ code: 0, signal: null, out: '/piped.txt\n', err: '' });
  expect((await finish('download', '/piped.txt', '-o', '-')).out).toBe('from a pipe');
});

describe('behind a proxy', () => {
  const url = 'http://drive.example.test';

  /** A forward proxy that records requests and sends all to one server. */
  async function startForwardProxy(target = drive.url): Promise<{ readonly url: string; readonly seen: string[] }> {
    const seen: string[] = [];
    const server = createServer((incoming, outgoing) => {
      seen.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
      const { pathname, search } = new URL(incoming.url ?? '');
      const options = { method: incoming.method, headers: incoming.headers };
      const upstream = request(target + pathname + search, options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      upstream.on('error', () => outgoing.destroy());
      incoming.pipe(upstream);
    });
    server.on('connect', ({ url }, socket) => {
      seen.push(`CONNECT ${url}`);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
  }

  it('sends API calls and bytes through it, but not to hosts of NO_PROXY', async () => {
    const named = await startDrive({ settings: { BASE_URL: url } });
    onTestFinished(() => named.close());
    const { key } = await named.createUser();
    const proxy = await startForwardProxy(named.url);
    writeFileSync(join(home, 'a.txt'), 'hello');
    const env = { HTTP_PROXY: proxy.url };
    expect(await start(['upload', 'a.txt', '--to', '/proxied'], { url, key, env }).ended).toMatchObject({ code: 0 });
    const uploaded = proxy.seen.splice(0);
    expect(uploaded.some((one) => one.startsWith(`POST ${url}/api/files/folders`))).toBe(true);
    expect(uploaded.some((one) => one.startsWith(`PUT ${url}/files/by-path/`))).toBe(true);
    await start(['download', '/proxied/a.txt', '-o', 'b.txt'], { url, key, env }).ended;
    expect(readFileSync(join(home, 'b.txt'), 'utf8')).toBe('hello');
    expect(proxy.seen.splice(0).some((one) => one.startsWith(`GET ${url}/files/`))).toBe(true);
    const excluded = { ...env, NO_PROXY: 'drive.example.test' };
    const { code } = await start(['whoami', '--retries', '0'], { url, key, env: excluded }).ended;
    expect([code, proxy.seen]).toEqual([7, []]);
  });

  it('sends everything through it before Node 24.14, too', async () => {
    const named = await startDrive({ settings: { BASE_URL: url } });
    onTestFinished(() => named.close());
    const { key } = await named.createUser();
    const proxy = await startForwardProxy(named.url);
    const olderNode = "delete%20process.getBuiltinModule('node:http').setGlobalProxyFromEnv";
    const env = { HTTP_PROXY: proxy.url, NODE_OPTIONS: `--import=data:text/javascript,${olderNode}` };
    writeFileSync(join(home, 'a.txt'), 'hello');
    const commands = [
      ['upload', 'a.txt'],
      ['api', 'me'],
      ['cat', '/a.txt'],
      ['archive', '/a.txt', '-o', '-'],
    ];
    for (const argv of commands) {
      const { code, err } = await start(argv, { url, key, env }).ended;
      expect({ argv, code, err }).toEqual({ argv, code: 0, err: expect.any(String) as string });
    }
    for (const call of [/^GET .*\/api\/me$/, /^GET .*\/files\/d\//, /^GET .*\/files\/archives\//])
      expect(proxy.seen).toContainEqual(expect.stringMatching(call));
  });

  it('sends nothing through it that is for this machine', async () => {
    const proxy = await startForwardProxy();
    writeFileSync(join(home, 'a.txt'), 'hello');
    const { port } = new URL(drive.url);
    for (const host of ['127.0.0.1', 'localhost']) {
      const options = { url: `http://${host}:${port}`, env: { HTTP_PROXY: proxy.url, no_proxy: 'other.example.test' } };
      expect(await start(['upload', 'a.txt', '--to', `/direct-${host}`], options).ended).toMatchObject({ code: 0 });
      expect(await start(['cat', `/direct-${host}/a.txt`], options).ended).toMatchObject({ code: 0, out: 'hello' });
    }
    expect(proxy.seen).toEqual([]);
  });

  it('asks it for a tunnel to an https server', async () => {
    const proxy = await startForwardProxy();
    const env = { HTTPS_PROXY: proxy.url };
    const { code } = await start(['whoami', '--retries', '0'], { url: 'https://drive.example.test', env }).ended;
    expect([code, proxy.seen]).toEqual([7, ['CONNECT drive.example.test:443']]);
  });
});
