import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeCliProfile, type ProfilePlace } from './cli-profile.ts';

let homeDirectory: string;
let place: ProfilePlace;
beforeEach(() => {
  homeDirectory = mkdtempSync(join(tmpdir(), 'drive-profile-'));
  place = { env: {}, platform: 'linux', homeDirectory };
});
afterEach(() => rmSync(homeDirectory, { recursive: true }));

const path = (file: string): string => join(homeDirectory, '.config/drive', file);
const read = (file: string): unknown => JSON.parse(readFileSync(path(file), 'utf8'));
const put = (config: object, keys: object): void => {
  mkdirSync(join(homeDirectory, '.config/drive'), { recursive: true });
  writeFileSync(path('config.json'), JSON.stringify(config));
  writeFileSync(path('credentials.json'), JSON.stringify(keys));
};
const here = { url: 'http://127.0.0.1:8080', rawKey: 'svc_new' };

it('makes a profile that is current, with a key that nobody else can read', async () => {
  expect((await writeCliProfile(place, here)).name).toBe('local');
  expect(read('config.json')).toEqual({ current: 'local', profiles: { local: { url: here.url } } });
  expect(read('credentials.json')).toEqual({ local: 'svc_new' });
  expect(statSync(path('credentials.json')).mode & 0o777).toBe(0o600);
});

it('leaves other profiles as they are', async () => {
  put(
    {
      current: 'work',
      profiles: { work: { url: 'https://drive.example.com' }, local: { url: 'http://127.0.0.1:9' } },
      other: 1,
    },
    { work: 'svc_work', local: 'svc_9' },
  );
  expect((await writeCliProfile(place, here)).name).toBe('local-2');
  expect(read('config.json')).toMatchObject({
    current: 'local-2',
    profiles: { work: { url: 'https://drive.example.com' }, local: { url: 'http://127.0.0.1:9' } },
    other: 1,
  });
  expect(read('credentials.json')).toEqual({ work: 'svc_work', local: 'svc_9', 'local-2': 'svc_new' });
});

it('gives the profile of the same address the new key', async () => {
  put({ current: 'local', profiles: { local: { url: here.url } } }, { local: 'svc_old' });
  expect((await writeCliProfile(place, here)).name).toBe('local');
  expect(read('credentials.json')).toEqual({ local: 'svc_new' });
});

it('keeps clear of a profile whose key may be in the keyring', async () => {
  put({ current: 'local', profiles: { local: { url: here.url } } }, {});
  expect((await writeCliProfile(place, here)).name).toBe('local-2');
});

it('touches nothing where the files are not what they should be', async () => {
  put([], {});
  await expect(writeCliProfile(place, here)).rejects.toThrow(/not ours/);
  expect(read('config.json')).toEqual([]);
});

it('looks where the system says that settings belong', async () => {
  const directory = join(homeDirectory, 'elsewhere');
  expect((await writeCliProfile({ ...place, env: { XDG_CONFIG_HOME: directory } }, here)).directory).toBe(
    join(directory, 'drive'),
  );
});
