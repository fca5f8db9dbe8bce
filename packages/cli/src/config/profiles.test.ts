import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createTestDirectory } from '../../test/fake-world.ts';
import { configDirectory, stateDirectory } from './directories.ts';
import { loadProfiles, profileNameFor } from './profiles.ts';

let directory: string;
beforeEach(() => {
  directory = join(createTestDirectory(), 'drive');
});
const content = (): unknown => JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8'));
const local = { name: 'local', url: 'http://127.0.0.1:8080' };

it('is empty without a file, and reading writes nothing', async () => {
  const profiles = await loadProfiles(directory);
  expect([profiles.list(), profiles.current]).toEqual([[], undefined]);
  expect(() => statSync(directory)).toThrow(/ENOENT/);
});

it('writes the format that the server writes, for the owner only, and leaves no other file', async () => {
  const profiles = await loadProfiles(directory);
  await profiles.save(local, { makeCurrent: true });
  expect(content()).toEqual({ current: 'local', profiles: { local: { url: 'http://127.0.0.1:8080' } } });
  expect(statSync(join(directory, 'config.json')).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(readdirSync(directory)).toEqual(['config.json']);
});

it('keeps unknown fields', async () => {
  mkdirSync(directory);
  const written = { current: 'local', theme: 'dark', profiles: { local: { url: local.url, note: 'mine' } } };
  writeFileSync(join(directory, 'config.json'), JSON.stringify(written));
  const profiles = await loadProfiles(directory);
  await profiles.save({ name: 'local', url: 'http://127.0.0.1:9' }, { makeCurrent: false });
  expect(content()).toEqual({ ...written, profiles: { local: { url: 'http://127.0.0.1:9', note: 'mine' } } });
});

it('keeps a profile that another program has added meanwhile', async () => {
  const [one, other] = [await loadProfiles(directory), await loadProfiles(directory)];
  await one.save(local, { makeCurrent: true });
  await other.save({ name: 'work', url: 'https://work.example' }, { makeCurrent: false });
  expect((await loadProfiles(directory)).list()).toEqual([local, { name: 'work', url: 'https://work.example' }]);
});

it('has no current profile after that one was removed', async () => {
  const profiles = await loadProfiles(directory);
  await profiles.save(local, { makeCurrent: true });
  await profiles.remove('local');
  expect(content()).toEqual({ profiles: {} });
});

it.each([
  'nonsense',
  '[]',
  '{"profiles":[]}',
  '{"profiles":{"a":{}}}',
  '{"profiles":{"a":{"url":"x"}}}',
  '{"current":1}',
])('rejects %s as configuration', async (text) => {
  mkdirSync(directory);
  writeFileSync(join(directory, 'config.json'), text);
  await expect(loadProfiles(directory)).rejects.toMatchObject({ exitCode: 1, hint: 'correct the file or delete it' });
});

it('names a profile after its server', () => {
  const urls = ['https://drive.example.com', 'http://127.0.0.1:8080', 'http://[::1]:81/x'];
  expect(urls.map(profileNameFor)).toEqual(['drive.example.com', '127.0.0.1-8080', 'default']);
});

it('uses the configuration directory of the system', () => {
  const linux = { platform: 'linux' as const, homeDirectory: '/home/a' };
  expect(configDirectory({ ...linux, env: {} })).toBe('/home/a/.config/drive');
  expect(configDirectory({ ...linux, env: { XDG_CONFIG_HOME: '/c' } })).toBe('/c/drive');
  expect(stateDirectory({ ...linux, env: {} })).toBe('/home/a/.local/state/drive');
  expect(stateDirectory({ ...linux, env: { XDG_STATE_HOME: '/s' } })).toBe('/s/drive');
  const windows = { platform: 'win32' as const, homeDirectory: 'C:/a', env: { APPDATA: 'R', LOCALAPPDATA: 'L' } };
  expect([configDirectory(windows), stateDirectory(windows)]).toEqual(['R/drive', 'L/drive']);
});
