import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { CreatedApiKey } from '@drive/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../../server/test/drive.ts';
import { cli } from '../../../test/cli.ts';
import { createFakeKeychain, createTestDirectory } from '../../../test/fake-world.ts';
import { startProxy } from '../../../test/proxy.ts';

let drive: Drive;
let user: TestUser;
let home: string;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
  home = createTestDirectory();
});

const credentials = (): string => join(home, '.config/drive/credentials.json');
const json = (text: string): unknown => JSON.parse(text);

describe('login --with-key', () => {
  it('checks the key, stores it in a file if there is no keyring, and warns before', async () => {
    const { code, out, err } = await cli(['login', '--with-key', '--url', drive.url], { home, stdin: `${user.key}\n` });
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err.indexOf('no system keyring')).toBeGreaterThanOrEqual(0);
    expect(err.indexOf('no system keyring')).toBeLessThan(err.indexOf(`signed in to ${drive.url} as ${user.email}`));
    expect(err + out).not.toContain(user.key);
    expect(statSync(credentials()).mode & 0o777).toBe(0o600);
    const { out: who } = await cli(['whoami', '--json'], { home });
    expect(json(who)).toMatchObject({ email: user.email, server: drive.url, profile: expect.any(String) as string });
  });

  it('stores it in the keyring if there is one, and nothing on disk', async () => {
    const keychain = createFakeKeychain();
    const { err } = await cli(['login', '--with-key', '--url', drive.url, '--profile', 'mine'], {
      home,
      keychain,
      stdin: user.key,
    });
    expect(err).not.toContain('keyring');
    expect(keychain.secrets).toEqual(new Map([['mine', user.key]]));
    expect(existsSync(credentials())).toBe(false);
    expect((await cli(['whoami'], { home, keychain })).out).toContain('from the keyring');
  });

  it('stores no key that is refused', async () => {
    const wrong = `svc_${'x'.repeat(40)}`;
    const { code, err } = await cli(['login', '--with-key', '--url', drive.url], { home, stdin: wrong });
    expect(code).toBe(4);
    expect(err).toBe(`error: ${drive.url} does not accept this key\n`);
    expect(existsSync(join(home, '.config/drive'))).toBe(false);
  });

  it('stores a second account of the same server under a name of its own', async () => {
    const other = await drive.createUser();
    const one = await cli(['login', '--with-key', '--url', drive.url], { home, stdin: user.key });
    const named = ['login', '--with-key', '--url', drive.url, '--profile', 'other'];
    const { err } = await cli(named, { home, stdin: other.key });
    const [, name = ''] = /\(profile (.*)\)\n/.exec(one.err) ?? [];
    expect(one.err).toContain(`${name} is now the current profile\n`);
    expect(err).toContain(`other is now the current profile; to go back: drive-cli profile use ${name}\n`);
    expect((await cli(named, { home, stdin: other.key })).err).not.toContain('now the current');
    const who = async (...argv: string[]) =>
      (json((await cli(['whoami', '--json', ...argv], { home })).out) as { email: string }).email;
    expect(await who()).toBe(other.email);
    expect((await cli(['profile', 'list'], { home })).out).toBe(`${name}\t${drive.url}\t\nother\t${drive.url}\t*\n`);
    expect(await who('--profile', name)).toBe(user.email);
  });
});

describe('login in the browser', () => {
  const approve = async (err: () => string, approval: { approve: boolean } | undefined, asUser = user) => {
    const userCode = /code (\S{4}-\S{4})/.exec(err())?.[1];
    if (userCode === undefined || approval === undefined) return;
    const answer = await drive.fetch('/api/auth/device/approve', {
      method: 'POST',
      key: asUser.key,
      json: { userCode, ...approval },
    });
    expect(answer.status).toBe(204);
  };

  it('shows URL and code, polls at the given interval, and is signed in once it is approved', async () => {
    const { createFakeWorld } = await import('../../../test/fake-world.ts');
    const { run } = await import('../../run.ts');
    const slept: number[] = [];
    const world = createFakeWorld({
      home,
      argv: ['login', '--url', drive.url],
      async sleep(ms) {
        slept.push(ms);
        drive.clock.advance(ms);
        if (slept.length === 3) await approve(world.err, { approve: true });
      },
    });
    expect(await run(world)).toBe(0);
    expect(world.err()).toContain(`${drive.url}/`);
    expect(slept).toEqual([10_000, 10_000, 10_000]);
    expect((await cli(['whoami', '--json'], { home })).out).toContain(user.email);
    const stored = Object.values(json(readFileSync(credentials(), 'utf8')) as Record<string, string>);
    expect(stored).toEqual([expect.stringMatching(/^svc_.{40}$/)]);
    expect(stored).not.toContain(user.key);
    expect(world.err()).not.toContain(stored[0]);
  });

  it('exits with 4 if the request is refused', async () => {
    const { createFakeWorld } = await import('../../../test/fake-world.ts');
    const { run } = await import('../../run.ts');
    const world = createFakeWorld({
      home,
      argv: ['login', '--url', drive.url],
      async sleep(ms) {
        drive.clock.advance(ms);
        await approve(world.err, { approve: false });
      },
    });
    expect(await run(world)).toBe(4);
    expect(world.err()).toContain('refused in the browser');
    expect(existsSync(credentials())).toBe(false);
  });

  it.each(['--new-window', 'file:///etc/passwd', 'https://elsewhere.example/device'])(
    'does not open a URL that is not on the server: %s',
    async (verificationUriComplete) => {
      const proxy = await startProxy(() => drive.url, {
        answer(incoming, outgoing) {
          if (incoming.url !== '/api/auth/device') return false;
          const device = {
            deviceCode: 'x'.repeat(43),
            userCode: 'ABCD-EFGH',
            verificationUri: verificationUriComplete,
            verificationUriComplete,
            expiresIn: 10,
            interval: 10,
          };
          outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(device));
          return true;
        },
      });
      const stdin = new PassThrough();
      const { code, err } = await cli(['login', '--url', proxy.url], {
        home,
        stdin,
        stdinIsTerminal: true,
        openBrowser: () => {
          throw new Error('this must not be opened');
        },
        sleep: () => Promise.reject(new Error('asked for long enough')),
      });
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('not opened') as string });
    },
  );

  it('exits with 4 if the code expires', async () => {
    const { code, err } = await cli(['login', '--url', drive.url], {
      home,
      sleep: async (ms) => drive.clock.advance(ms * 10),
    });
    expect(code).toBe(4);
    expect(err).toContain('expired before the sign-in was confirmed');
  });
});

describe('logout', () => {
  it('removes the stored key and keeps it valid on the server, or revokes it with --revoke', async () => {
    const env = { DRIVE_BASE_URL: drive.url, DRIVE_API_KEY: user.key };
    const { rawKey } = json((await cli(['keys', 'create', '--json'], { env })).out) as { rawKey: string };
    const works = async () => (await drive.fetch('/api/me', { key: rawKey })).status;

    await cli(['login', '--with-key', '--url', drive.url], { home, stdin: rawKey });
    expect(await cli(['logout'], { home })).toMatchObject({ code: 0, out: '' });
    expect([await works(), await cli(['whoami'], { home })]).toMatchObject([200, { code: 4 }]);
    expect(await cli(['logout'], { home })).toMatchObject({ code: 4 });

    await cli(['login', '--with-key', '--url', drive.url], { home, stdin: rawKey });
    expect(await cli(['logout', '--revoke'], { home })).toMatchObject({ code: 0 });
    expect(await works()).toBe(401);
  });
});

describe('keys', () => {
  const env = () => ({ DRIVE_BASE_URL: drive.url, DRIVE_API_KEY: user.key });

  it('prints only a new key to standard output, once', async () => {
    const { code, out, err } = await cli(['keys', 'create', '--label', 'backup'], { env: env() });
    expect(code).toBe(0);
    expect(out).toMatch(/^svc_[\w-]{40}\n$/);
    expect(err).not.toContain(out.trim());
    const { out: list } = await cli(['keys', 'list', '--json'], { env: env() });
    expect(json(list)).toMatchObject([{ label: 'backup', prefix: out.slice(0, 12), revokedAt: null }, { label: null }]);
    expect(list).not.toContain(out.trim());
    expect((await cli(['whoami'], { env: { ...env(), DRIVE_API_KEY: out.trim() } })).code).toBe(0);
  });

  it('limits a key to scopes, a folder and a lifetime', async () => {
    await cli(['mkdir', '/Public'], { env: env() });
    const created = await cli(
      ['keys', 'create', '--scope', 'files:read', '--folder', '/Public', '--expires', '30d', '--json'],
      { env: env() },
    );
    expect(JSON.parse(created.out)).toMatchObject({ scopes: ['files:read'], folderId: expect.any(String) });
    expect((JSON.parse(created.out) as { expiresAt: string | null }).expiresAt).not.toBeNull();
    const { rawKey } = JSON.parse(created.out) as { rawKey: string };
    expect(await cli(['ls', '/'], { env: { ...env(), DRIVE_API_KEY: rawKey } })).toMatchObject({ code: 0, out: '' });
    expect((await cli(['keys', 'create', '--scope', 'files'], { env: env() })).err).toContain('files:read');
    expect((await cli(['keys', 'create', '--folder', '/Nowhere'], { env: env() })).code).not.toBe(0);
  });

  it('lets a new key expire in 90 days and administrate nothing, unless it is told otherwise', async () => {
    const admin = await drive.createUser({ isAdmin: true });
    const create = async (key: string, ...more: string[]) => {
      const asKey = { env: { ...env(), DRIVE_API_KEY: key } };
      const { code, out, err } = await cli(['keys', 'create', '--json', ...more], asKey);
      expect([code, err]).toEqual([0, expect.any(String)]);
      const { expiresAt, scopes, rawKey } = JSON.parse(out) as CreatedApiKey;
      const days = expiresAt === null ? null : (Date.parse(expiresAt) - drive.clock.now()) / 86_400_000;
      return { days, scopes, rawKey, err };
    };
    const some = ['files:read', 'files:write', 'shares', 'webhooks', 'account'];
    const first = await create(admin.key);
    expect(first).toMatchObject({ days: 90, scopes: some, err: expect.stringContaining('--expires') as string });
    expect(await create(admin.key, '--scope', 'admin', '--expires', 'never')).toMatchObject({
      days: null,
      scopes: ['admin'],
    });
    const limited = await create(admin.key, '--scope', 'files:read', 'account', '--expires', '30d');
    const others = await create(limited.rawKey);
    expect(others).toMatchObject({ days: 30, scopes: ['files:read', 'account'] });
    expect(await create(admin.key, '--expires', '1y')).toMatchObject({ days: 365, scopes: some });
    await cli(['mkdir', '/Drafts'], { env: { ...env(), DRIVE_API_KEY: admin.key } });
    expect(await create(admin.key, '--folder', '/Drafts')).toMatchObject({ days: 90, scopes: some.slice(0, 3) });
  });

  it('shows a table on a terminal and tabs otherwise', async () => {
    await cli(['keys', 'create', '--label', 'two words', '--expires', 'never'], { env: env() });
    expect((await cli(['keys', 'list'], { env: env(), terminal: 120 })).out).toMatch(
      /KEY .*\n.*two words.*active.*\n.*in use here/,
    );
    const plain = (await cli(['keys', 'list'], { env: env() })).out.trimEnd().split('\n');
    expect(plain.map((line) => line.split('\t').length)).toEqual([9, 9]);
  });

  it('revokes by id and by prefix, and says so if it was the current key', async () => {
    const created = json((await cli(['keys', 'create', '--json'], { env: env() })).out) as {
      id: string;
      rawKey: string;
    };
    expect(await cli(['keys', 'revoke', created.id], { env: env() })).toMatchObject({ code: 0, out: '' });
    const own = await cli(['keys', 'revoke', user.key.slice(0, 12)], { env: env() });
    expect(own.err).toContain('the key this command used');
    expect(await cli(['keys', 'list'], { env: env() })).toMatchObject({ code: 4 });
  });

  it('revokes nothing if one of the keys is unknown', async () => {
    const { code } = await cli(['keys', 'revoke', user.key.slice(0, 12), 'svc_unknown1'], { env: env() });
    expect([code, (await cli(['whoami'], { env: env() })).code]).toEqual([5, 0]);
  });

  it('exits with 6 at the eleventh key, and with 2 for a label that is too long', async () => {
    for (let count = 1; count < 10; count++) await cli(['keys', 'create'], { env: env() });
    const full = await cli(['keys', 'create'], { env: env() });
    expect(full).toMatchObject({ code: 6, out: '', err: expect.stringContaining('keys revoke') as string });
    expect(await cli(['keys', 'create', '--label', 'x'.repeat(81)], { env: env() })).toMatchObject({ code: 2 });
  });
});

it('reads the key from a file or from standard input', async () => {
  const file = join(home, 'key.txt');
  writeFileSync(file, `${user.key}\n`);
  const whoami = ['whoami', '--url', drive.url, '--json', '--api-key-file'];
  expect((await cli([...whoami, 'key.txt'], { home })).out).toContain(user.email);
  expect((await cli([...whoami, '-'], { home, stdin: user.key })).out).toContain(user.email);
  expect(await cli([...whoami, 'missing.txt'], { home })).toMatchObject({ code: 2 });
});
