import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type DriveOptions } from '../../../test/drive.ts';

const target = `${process.platform}-${process.arch}`;
const program = '#!/bin/sh\necho 9.8.7\n';
const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

let directory: string;
let clients: string;
let drive: Drive | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-install-'));
  clients = join(directory, 'clients');
  mkdirSync(clients);
});
afterEach(async () => {
  await drive?.close();
  drive = undefined;
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a server that serves these files. */
async function start(files: Readonly<Record<string, string>>, options: DriveOptions = {}): Promise<Drive> {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(clients, name), content);
  return (drive = await startDrive({ ...options, clients }));
}
const html = (drive: Drive, path: string): Promise<Response> => drive.fetch(path, { headers: { accept: 'text/html' } });

/** Runs the script of the server in an empty home directory. */
async function runScript({ fetch }: Drive, ...args: string[]): Promise<{ code: number; output: string; home: string }> {
  const script = await (await fetch('/install/cli.sh')).text();
  const home = mkdtempSync(join(directory, 'home-'));
  return new Promise((resolve) => {
    const child = execFile(
      'sh',
      ['-s', '--', ...args],
      { env: { HOME: home, PATH: process.env['PATH'] }, encoding: 'utf8' },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr, home }),
    );
    child.stdin?.end(script);
  });
}

describe('the page /install', () => {
  it('shows the commands for the built clients, with the URL of the server', async () => {
    const drive = await start(
      { 'drive-cli.tgz': 'cli', 'drive-sdk.tgz': 'sdk', 'drive-react.tgz': 'react', 'drive-cli-linux-x64': program },
      { settings: { BASE_URL: 'https://example.org/drive' } },
    );
    const text = await (await html(drive, '/install')).text();
    expect(text).toContain('curl -fsSL https://example.org/drive/install/cli.sh | sh');
    expect(text).toContain('npm install --global https://example.org/drive/install/drive-cli.tgz');
    expect(text).toContain('npm install https://example.org/drive/install/drive-sdk.tgz');
    expect(text).toContain(
      'https://example.org/drive/install/drive-sdk.tgz https://example.org/drive/install/drive-react.tgz',
    );
    expect(text).toContain('drive-cli login --url https://example.org/drive');
    expect(text).toContain(sha256(program));
    const [, script = ''] = /<script type="module" src="\/drive(\/assets\/[^"]+)"/.exec(text) ?? [];
    expect((await drive.fetch(script)).headers.get('content-type')).toMatch(/javascript/);
  });

  it('is in the language of the visitor, and so are the headings of the documentation of the API', async () => {
    const drive = await start({ 'drive-cli.tgz': 'cli' });
    const german = async (path: string): Promise<string> =>
      (await drive.fetch(path, { headers: { accept: 'text/html', 'accept-language': 'de' } })).text();
    expect(await german('/install')).toContain('Mit npm und Node 22.12 oder neuer:');
    const docs = await german('/api/docs');
    expect(docs).toContain('<h1 lang="de">Die API dieses Servers</h1>');
    expect(docs).toContain('Die Dokumentation ist auf Englisch.');
  });

  it('omits clients that are not built', async () => {
    const text = await (await html(await start({ 'drive-sdk.tgz': 'sdk', 'notes.txt': 'private' }), '/install')).text();
    expect(text).toContain('/install/drive-sdk.tgz');
    expect(text).toContain('The command line is not built on this server.');
    for (const other of ['drive-cli.tgz', 'drive-react.tgz', 'cli.sh', 'notes.txt']) expect(text).not.toContain(other);
  });
});

describe('a client that the server hands out', () => {
  it.each([1, 32_768, 3_000_000])('arrives byte for byte with its length: %s bytes', async (bytes) => {
    const content = 'x'.repeat(bytes);
    const { fetch, logged } = await start({ 'drive-cli.tgz': content });
    const response = await fetch('/install/drive-cli.tgz');
    expect(response.headers.get('content-type')).toBe('application/gzip');
    expect(response.headers.get('content-length')).toBe(String(bytes));
    expect(await response.text()).toBe(content);
    const head = await fetch('/install/drive-cli.tgz', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes)]);
    expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('that is not built is answered with 404 and a message that says so', async () => {
    const { fetch } = await start({ 'notes.txt': 'private' });
    for (const name of ['drive-sdk.tgz', 'drive-cli-linux-arm64', 'notes.txt', '..%2Fnotes.txt']) {
      const response = await fetch(`/install/${name}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not_found', message: expect.stringContaining('not built') });
    }
  });

  it('is the new one as soon as a build has replaced it', async () => {
    const drive = await start({ 'drive-sdk.tgz': 'old' });
    expect(await (await html(drive, '/install')).text()).toContain(sha256('old'));
    writeFileSync(join(clients, 'drive-sdk.tgz'), 'newer');
    expect(await (await html(drive, '/install')).text()).toContain(sha256('newer'));
    expect(await (await drive.fetch('/install/drive-sdk.tgz')).text()).toBe('newer');
  });
});

describe('the script /install/cli.sh', () => {
  it('stores the verified program in ~/.local/bin and says how to sign in', async () => {
    const drive = await start({ [`drive-cli-${target}`]: program });
    const { code, output, home } = await runScript(drive);
    const installed = join(home, '.local/bin/drive-cli');
    expect([code, output]).toEqual([0, expect.stringContaining(`drive-cli login --url ${drive.url}`)]);
    expect(output).toContain(`drive-cli 9.8.7 is installed in ${home}/.local/bin.`);
    expect(output).toContain('is not in PATH');
    expect(readFileSync(installed, 'utf8')).toBe(program);
    expect(statSync(installed).mode & 0o777).toBe(0o755);
  });

  it('stores the program in the directory that is given', async () => {
    const drive = await start({ [`drive-cli-${target}`]: program });
    const other = join(directory, 'my bin');
    expect(await runScript(drive, other)).toMatchObject({ code: 0 });
    expect(readdirSync(other)).toEqual(['drive-cli']);
  });

  it('installs nothing when the download is not what the server described', async () => {
    const drive = await start({ [`drive-cli-${target}`]: program });
    const script = await (await drive.fetch('/install/cli.sh')).text();
    const tampered = { ...drive, fetch: async () => new Response(script) } as Drive;
    writeFileSync(join(clients, `drive-cli-${target}`), 'something else');
    const { code, output, home } = await runScript(tampered);
    expect([code, output]).toEqual([1, expect.stringContaining(`expected ${sha256(program)}`)]);
    expect(readdirSync(join(home, '.local/bin'))).toEqual([]);
  });

  it('explains the installation with npm on a machine that no binary is built for', async () => {
    const drive = await start({ 'drive-cli.tgz': 'cli', 'drive-cli-plan9-mips': program });
    const { code, output, home } = await runScript(drive);
    expect([code, output]).toEqual([
      1,
      `drive-cli was not installed: this server has no binary for ${target}. ` +
        `With Node 22.12 or newer, run: npm install --global ${drive.url}/install/drive-cli.tgz\n`,
    ]);
    expect(existsSync(join(home, '.local'))).toBe(false);
  });
});

describe('the page that connects a terminal', () => {
  it('shows the command that installs the command line from this server', async () => {
    const drive = await start({ 'drive-cli.tgz': 'cli' });
    const user = await drive.createUser();
    const { cookie } = await drive.signIn(user);
    const command = `npm install --global ${drive.url}/install/drive-cli.tgz`;
    const response = await drive.fetch('/device', { headers: { accept: 'text/html', cookie } });
    expect(await response.text()).toContain(command);
  });
});
