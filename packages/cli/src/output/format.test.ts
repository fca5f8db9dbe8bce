import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatDuration, withArticle } from './format.ts';

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1023 B'],
    [1024, '1.0 KiB'],
    [99.94 * 1024, '99.9 KiB'],
    [99.96 * 1024, '100 KiB'],
    [1023.6 * 1024, '1.0 MiB'],
    [5 * 1024 ** 3, '5.0 GiB'],
    [2 ** 53 - 1, '8.0 PiB'],
  ])('writes %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe('durations', () => {
  it.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [59_600, '1:00'],
    [125_000, '2:05'],
    [3_725_000, '1:02:05'],
  ])('writes %d ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));
});

it('puts the right article before a noun', () => {
  const nouns = ['account', 'API key', 'open invitation', 'upload', 'user', 'URL', 'file request'];
  expect(nouns.map(withArticle).join(', ')).toBe(
    'an account, an API key, an open invitation, an upload, a user, a URL, a file request',
  );
});

it('counts one file and many files', () => {
  expect([formatCount(1, 'file'), formatCount(1234, 'file')]).toEqual(['1 file', '1,234 files']);
});
