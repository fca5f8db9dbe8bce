import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

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
