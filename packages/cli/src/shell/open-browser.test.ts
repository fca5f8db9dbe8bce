import { expect, it } from 'vitest';
import { findServerPage } from './open-browser.ts';

const SERVER = 'https://drive.example.com/below';

it.each([
  ['https://drive.example.com/share/abc', 'https://drive.example.com/share/abc'],
  ['HTTPS://DRIVE.example.com:443/device?code=AB', 'https://drive.example.com/device?code=AB'],
])('opens %s', (url, page) => {
  expect(findServerPage(SERVER, url)).toBe(page);
});

it.each([
  '--profile-directory=/tmp',
  '-a',
  '/etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'vscode://drive.example.com/',
  'ftp://drive.example.com/',
  'http://drive.example.com/',
  'https://drive.example.com:8443/',
  'https://drive.example.com.evil.example/',
  'https://evil@drive.example.com/',
  'https://elsewhere.example/share/abc',
  '',
])('does not open %s', (url) => {
  expect(findServerPage(SERVER, url)).toBeUndefined();
});
