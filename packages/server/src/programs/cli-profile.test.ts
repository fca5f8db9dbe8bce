import { mkdtemp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../modules/accounts/index.ts';
import { cliConfigDirectory, makeCliProfile } from './cli-profile.ts';

const admin: Account = {
  userId: 7,
  id: 'f3b1a1de-7c1c-4d6a-9a2f-0b7a3b1f5a10',
  email: 'ada@example.com',
  name: null,
  language: null,
  notificationMail: 'now',
  plan: 'free',
  isAdmin: true,
  disabledAt: null,
  suspendedAt: null,
  deletesAt: null,
  vouchedAt: 0,
  createdAt: 0,
};
const url = 'http://127.0.0.1:8080';
const rawKey = `svc_${'k'.repeat(40)}`;

let root: string;
let directory: string;
let lines: string[];
let created: { userId: number; label: string | null }[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'drive-cli-profile-'));
  directory = join(root, 'drive');
  lines = [];
  created = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

const run = (): Promise<void> =>
  makeCliProfile(admin, {
    apiKeys: {
      createKey: (key) => {
        created.push(key);
        return Promise.resolve({
          id: admin.id,
          prefix: rawKey.slice(0, 12),
          label: key.label,
          scopes: ['account'],
          folderId: null,
          expiresAt: null,
          createdAt: '2026-01-01T00:00:00.000Z',
          lastUsedAt: null,
          revokedAt: null,
          rawKey,
        });
      },
    },
    url,
    env: { XDG_CONFIG_HOME: root, APPDATA: root },
    print: (line) => void lines.push(line),
  });
const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(directory, name), 'utf8'));
const put = async (config: unknown, keys?: unknown): Promise<void> => {
  await mkdir(directory);
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  await writeFile(join(directory, 'config.json'), text(config));
  if (keys !== undefined) await writeFile(join(directory, 'credentials.json'), text(keys));
};

describe('the first profile of the CLI', () => {
  test('is written if there is none, with a key of the administrator', async () => {
    await run();
    expect(await read('config.json')).toEqual({ current: 'local', profiles: { local: { url } } });
    expect(await read('credentials.json')).toEqual({ local: rawKey });
    expect(created).toEqual([{ userId: 7, label: `drive-cli on ${hostname()}` }]);
    expect(lines).toEqual([`drive-cli is signed in here: profile "local" and its key are in ${directory}`]);
    expect((await readdir(directory)).toSorted()).toEqual(['config.json', 'credentials.json']);
  });

  test.skipIf(process.platform === 'win32')('is readable by its owner only', async () => {
    await run();
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
    expect(await modeOf(directory)).toBe(0o700);
    expect(await modeOf(join(directory, 'credentials.json'))).toBe(0o600);
    expect(await modeOf(join(directory, 'config.json'))).toBe(0o600);
  });

  test('leaves other profiles, their keys and the current profile unchanged', async () => {
    const work = { url: 'https://work.example', note: 'mine' };
    await put({ current: 'work', theme: 'dark', profiles: { work } }, { work: 'svc_work' });
    await run();
    expect(await read('config.json')).toEqual({ current: 'work', theme: 'dark', profiles: { work, local: { url } } });
    expect(await read('credentials.json')).toEqual({ work: 'svc_work', local: rawKey });
    expect(lines[1]).toBe('another profile is in use: add --profile local, or run drive-cli profile use local');
  });

  test('gets another name if "local" is another server', async () => {
    await put({ profiles: { local: { url: 'http://127.0.0.1:9' } } }, { 'local-2': 'svc_of_somebody' });
    await run();
    expect(await read('config.json')).toEqual({
      current: 'local-3',
      profiles: { local: { url: 'http://127.0.0.1:9' }, 'local-3': { url } },
    });
    expect(await read('credentials.json')).toEqual({ 'local-2': 'svc_of_somebody', 'local-3': rawKey });
  });

  test('replaces the key of an earlier server at the same URL', async () => {
    await put({ current: 'mine', profiles: { mine: { url: `${url}/`, note: 'kept' } } }, { mine: 'svc_old' });
    await run();
    expect(await read('config.json')).toEqual({ current: 'mine', profiles: { mine: { url, note: 'kept' } } });
    expect(await read('credentials.json')).toEqual({ mine: rawKey });
  });

  test('is created beside a profile whose key may be in a keyring, and becomes current', async () => {
    await put({ current: 'local', profiles: { local: { url } } });
    await run();
    expect(await read('config.json')).toEqual({
      current: 'local-2',
      profiles: { local: { url }, 'local-2': { url } },
    });
    expect(await read('credentials.json')).toEqual({ 'local-2': rawKey });
  });

  test.each(['nonsense', '[]', '{"profiles":[]}'])(
    'is not written, and no key created, if there is %s',
    async (text) => {
      await put(text);
      await run();
      expect(created).toEqual([]);
      expect(await readFile(join(directory, 'config.json'), 'utf8')).toBe(text);
      expect(await readdir(directory)).toEqual(['config.json']);
      expect(lines).toEqual([expect.stringMatching(/^drive-cli was not set up here: .*config\.json.*drive-cli login/)]);
    },
  );

  test('is written to the configuration directory of the system', () => {
    expect(cliConfigDirectory({ XDG_CONFIG_HOME: '/x' }, 'linux', '/home/a')).toBe(join('/x', 'drive'));
    expect(cliConfigDirectory({}, 'darwin', '/home/a')).toBe(join('/home/a', '.config', 'drive'));
    expect(cliConfigDirectory({ APPDATA: 'R' }, 'win32', 'C:')).toBe(join('R', 'drive'));
    expect(cliConfigDirectory({}, 'win32', 'C:')).toBe(join('C:', 'AppData', 'Roaming', 'drive'));
  });
});
