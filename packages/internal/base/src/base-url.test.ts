import { expect, test } from 'vitest';
import { createBaseUrl } from './base-url.ts';

test('a base URL with a path is the prefix of every link', () => {
  const baseUrl = createBaseUrl('https://drive.example.com/files/');
  expect(baseUrl).toMatchObject({
    href: 'https://drive.example.com/files',
    origin: 'https://drive.example.com',
    path: '/files',
    isSecure: true,
  });
  expect(baseUrl.link('/s/token')).toBe('https://drive.example.com/files/s/token');
});

test('a base URL without a path has an empty path', () => {
  const baseUrl = createBaseUrl('http://127.0.0.1:3000');
  expect(baseUrl).toMatchObject({ href: 'http://127.0.0.1:3000', path: '', isSecure: false });
});
