import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, drive, freshMachine, run, runServer, startServer, type RunningServer } from './programs.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the main path, with the built programs', () => {
  const { home, env, dataDirectory } = freshMachine();
  const file = join(home, 'sea and sky.bin');
  const bytes = randomBytes(3_000_001);
  let server: RunningServer;
  let cli: Record<string, string>;

  beforeAll(async () => {
    writeFileSync(file, bytes);
    server = await startServer(env, '--cli-profile');
    const { DRIVE_ADMIN_EMAIL: _, DRIVE_ADMIN_PASSWORD: __, ...rest } = env;
    cli = rest;
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    rmSync(home, { recursive: true, force: true });
  });

  it('signs the CLI in during the set-up of the first administrator', async () => {
    const { code, stdout } = await drive(cli, 'whoami', '--json');
    expect({ code, email: (JSON.parse(stdout) as { email: string }).email }).toEqual({ code: 0, email: admin.email });
  });

  it('sends uploaded and shared bytes to a visitor who uses curl', async () => {
    expect(await drive(cli, 'upload', file)).toMatchObject({ code: 0 });
    const share = await drive(cli, 'share', '/sea and sky.bin');
    expect(share).toMatchObject({ code: 0, stdout: expect.stringMatching(/^http\S+\n$/) as string });
    const copy = join(home, 'copy');
    const fetched = await run('curl', ['-sSfL', '-o', copy, share.stdout.trim()], { env: { PATH: env.PATH ?? '' } });
    expect(fetched.code).toBe(0);
    expect(sha256(readFileSync(copy))).toBe(sha256(bytes));
  });

  it('downloads what it uploaded, byte for byte', async () => {
    const copy = join(home, 'downloaded');
    expect(await drive(cli, 'download', '/sea and sky.bin', '-o', copy)).toMatchObject({ code: 0 });
    expect(sha256(readFileSync(copy))).toBe(sha256(bytes));
  });

  it('serves the scripts of a page with all that they import', async () => {
    const request = await drive(cli, 'collect', 'create', 'Photos', '--json');
    const { url } = JSON.parse(request.stdout) as { url: string };
    const read = async (address: string): Promise<string> => {
      const answer = await fetch(address);
      expect([address, answer.status]).toEqual([address, 200]);
      return answer.text();
    };
    const html = await read(url);
    const scripts = Array.from(html.matchAll(/(?:<script[^>]* src|data-sender)="([^"]+)"/g), ([, path = '']) => path);
    expect(scripts.map((path) => path.slice(path.lastIndexOf('/'))).toSorted()).toEqual(['/collect.js', '/sending.js']);
    for (const path of scripts) {
      const address = new URL(path, url).href;
      for (const [, imported = ''] of (await read(address)).matchAll(/\bfrom ?"([^"]+)"/g))
        await read(new URL(imported, address).href);
    }
  });

  it('keeps the master secret and the keys from other users of the machine', () => {
    expect(statSync(join(dataDirectory, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, '.config/drive/credentials.json')).mode & 0o777).toBe(0o600);
  });

  it('refuses a second server on the same data directory', async () => {
    const second = await runServer(env, 'serve');
    expect(second.code).not.toBe(0);
    expect(second.stderr).toMatch(/Another drive-server is running/);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('exits with 0 on SIGTERM and serves everything again at the next start', async () => {
    expect(await server.end('SIGTERM')).toBe(0);
    server = await startServer({ ...env, DRIVE_PORT: new URL(server.url).port });
    const { stdout } = await drive(cli, 'ls', '--json');
    expect(stdout).toContain('sea and sky.bin');
    expect(existsSync(join(dataDirectory, 'secret.key'))).toBe(true);
  });
});
