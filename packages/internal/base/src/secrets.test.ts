import { expect, test } from 'vitest';
import { createSecrets, findSigned } from './secrets.ts';

const secrets = createSecrets(Buffer.alloc(32, 1), 'test');

test('an encrypted value can be decrypted, differs each time and reveals nothing', () => {
  const [one, two] = [1, 2].map(() => secrets.encrypt('webhook-secret', 'a', 'Größe'));
  expect(one).toMatch(/^[\w-]+$/);
  expect(one).not.toBe(two);
  expect(Buffer.from(one ?? '', 'base64url').includes('Gr')).toBe(false);
  expect(secrets.decrypt('webhook-secret', 'a', one ?? '')).toBe('Größe');
  expect(secrets.decrypt('webhook-secret', 'a', secrets.encrypt('webhook-secret', 'a', ''))).toBe('');
});

test('no two encrypted values of a thousand begin with the same bytes', () => {
  const starts = Array.from({ length: 1000 }, () => secrets.encrypt('cursor', 'a', 'text').slice(0, 16));
  expect(new Set(starts).size).toBe(1000);
});

test('programs with the same master secret have different keys', () => {
  const other = createSecrets(Buffer.alloc(32, 1), 'other');
  expect(other.verify('api-key', 'text', secrets.sign('api-key', 'text'))).toBe(false);
  expect(secrets.verify('api-key', 'text', secrets.sign('api-key', 'text'))).toBe(true);
});

test('[P-354] an encrypted value cannot be read or changed with another secret', () => {
  const encrypted = secrets.encrypt('webhook-secret', 'a', 'text');
  expect(() => secrets.decrypt('webhook-secret', 'b', encrypted)).toThrow();
  expect(() => secrets.decrypt('api-key', 'a', encrypted)).toThrow();
  expect(() => createSecrets(Buffer.alloc(32, 2), 'test').decrypt('webhook-secret', 'a', encrypted)).toThrow();
  const bytes = Buffer.from(encrypted, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => secrets.decrypt('webhook-secret', 'a', changed.toString('base64url'))).toThrow();
  }
  for (const broken of ['', 'AAAA', encrypted.slice(0, 20)])
    expect(() => secrets.decrypt('webhook-secret', 'a', broken)).toThrow();
});

test('what the previous master secret signed and encrypted counts, and new values are of the current one', async () => {
  const previous = createSecrets(Buffer.alloc(32, 1), 'test');
  const current = createSecrets(Buffer.alloc(32, 2), 'test');
  const both = createSecrets(Buffer.alloc(32, 2), 'test', Buffer.alloc(32, 1));
  expect(both.signatures('api-key', 'text')).toEqual([
    current.sign('api-key', 'text'),
    previous.sign('api-key', 'text'),
  ]);
  expect(both.sign('api-key', 'text')).toBe(current.sign('api-key', 'text'));
  expect(both.verify('api-key', 'text', previous.sign('api-key', 'text'))).toBe(true);
  expect(current.verify('api-key', 'text', previous.sign('api-key', 'text'))).toBe(false);
  const [old, fresh] = [previous.encrypt('cursor', 'a', 'text'), both.encrypt('cursor', 'a', 'text')];
  expect([old, fresh].map((each) => both.decrypt('cursor', 'a', each))).toEqual(['text', 'text']);
  expect([old, fresh].map((each) => both.isCurrent('cursor', 'a', each))).toEqual([false, true]);
  expect(() => both.decrypt('cursor', 'b', old)).toThrow();
});

test('a hash that another request replaces during the look-up is found', async () => {
  const both = createSecrets(Buffer.alloc(32, 2), 'test', Buffer.alloc(32, 1));
  const [current] = both.signatures('api-key', 'text');
  let lookups = 0;
  const find = async (hash: string): Promise<string | undefined> => {
    lookups += 1;
    return lookups > 1 && hash === current ? 'row' : undefined;
  };
  expect(await findSigned(both, ['api-key', 'text'], find)).toBe('row');
});
