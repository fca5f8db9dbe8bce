import { expect, it } from 'vitest';
import { isReadableOnTheWay, parseServerUrl } from './server-url.ts';

it.each([
  ['https://Drive.Example.com/', 'https://drive.example.com'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://example.com:443/drive//', 'https://example.com/drive'],
])('normalizes %s to %s', (text, url) => expect(parseServerUrl(text, '--url')).toBe(url));

it.each([
  'drive.example.com',
  'ftp://example.com',
  'http://',
  '',
  'https://u:p@example.com',
  'https://a.b/?x',
  'https://a.b/#x',
])('refuses %j as a usage error', (text) =>
  expect(() => parseServerUrl(text, '--url')).toThrow(expect.objectContaining({ exitCode: 2 }) as Error),
);

it('does not repeat a password in the URL', () => {
  expect(() => parseServerUrl('https://u:hunter2@example.com', '--url')).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }) as Error,
  );
});

it('detects URLs that send a key unencrypted', () => {
  const readable = ['http://example.com', 'http://10.0.0.5:8080', 'http://127.0.0.1.example.com'];
  const safe = [
    'https://example.com',
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://[::1]:1',
    'http://a.localhost',
  ];
  expect(readable.map(isReadableOnTheWay)).toEqual([true, true, true]);
  expect(safe.map(isReadableOnTheWay)).toEqual([false, false, false, false, false]);
});
