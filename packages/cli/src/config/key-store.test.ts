import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createFakeKeychain, createFakeWorld } from '../../test/fake-world.ts';
import type { Keychain } from '../shell/world.ts';
import { createKeyStore } from './key-store.ts';

const key = `svc_${'a'.repeat(40)}`;

function setUp(keychain?: Keychain) {
  const world = createFakeWorld({ keychain });
  return { keys: createKeyStore(world), file: join(world.home, '.config/drive/credentials.json') };
}

describe('with a keyring', () => {
  it('stores the key there and nothing on disk', async () => {
    const keychain = createFakeKeychain();
    const { keys, file } = setUp(keychain);
    const beforeFile = vi.fn<() => void>();
    expect(await keys.save('work', key, beforeFile)).toBe('keyring');
    expect(keychain.secrets.get('work')).toBe(key);
    expect(await keys.find('work')).toEqual({ key, place: 'keyring' });
    expect(beforeFile).not.toHaveBeenCalled();
    expect(() => readFileSync(file)).toThrow(/ENOENT/);
  });

  it('removes the key from the file once the keyring has it', async () => {
    const { keys, file } = setUp(createFakeKeychain());
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, JSON.stringify({ work: 'svc_old', other: 'svc_other' }));
    await keys.save('work', key, () => {});
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ other: 'svc_other' });
  });

  it('finds a key that is only in the file', async () => {
    const { keys, file } = setUp(createFakeKeychain());
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, JSON.stringify({ local: key }));
    expect(await keys.find('local')).toEqual({ key, place: 'file' });
  });
});

describe('without a working keyring', () => {
  const failing: Keychain = {
    find: () => Promise.reject(new Error('no D-Bus')),
    save: () => Promise.reject(new Error('no D-Bus')),
    remove: () => Promise.reject(new Error('no D-Bus')),
  };
  const locked: Keychain = { find: async () => undefined, save: async () => {}, remove: async () => false };

  it.each([
    ['there is none', undefined],
    ['it fails', failing],
    ['it is locked and forgets', locked],
  ])('writes a file for the owner only if %s, and warns before', async (_case, keychain) => {
    const { keys, file } = setUp(keychain);
    const beforeFile = vi.fn<() => void>(() => expect(() => statSync(file)).toThrow(/ENOENT/));
    expect(await keys.save('work', key, beforeFile)).toBe('file');
    expect(beforeFile).toHaveBeenCalledOnce();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    expect(await keys.find('work')).toEqual({ key, place: 'file' });
    expect(await keys.remove('work')).toBe(true);
    expect(await keys.find('work')).toBeUndefined();
    expect(await keys.remove('work')).toBe(false);
  });

  it('stops waiting for one that does not answer, and does not call it again', async () => {
    vi.useFakeTimers();
    const find = vi.fn<() => Promise<undefined>>(() => new Promise(() => {}));
    const { keys } = setUp({ ...locked, find });
    const first = keys.find('work');
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect(await first).toBeUndefined();
    expect(await keys.find('work')).toBeUndefined();
    expect(find).toHaveBeenCalledOnce();
  });
});

it('restricts a file that others can read before it uses the key', async () => {
  const { keys, file } = setUp();
  await keys.save('work', key, () => {});
  chmodSync(file, 0o644);
  expect(await keys.find('work')).toEqual({ key, place: 'file' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('does not find inherited object properties as profiles', async () => {
  const { keys } = setUp();
  await keys.save('work', key, () => {});
  expect(await keys.find('constructor')).toBeUndefined();
  await keys.save('__proto__', key, () => {});
});

it('names a broken file', async () => {
  const { keys, file } = setUp();
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '{');
  await expect(keys.find('work')).rejects.toThrow(`${file} is not valid JSON`);
  writeFileSync(file, '[1]');
  await expect(keys.find('work')).rejects.toThrow(/not a valid list of keys/);
});
