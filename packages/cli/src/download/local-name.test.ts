import { describe, expect, it } from 'vitest';
import { requireLocalName } from './local-name.ts';

describe('a remote name', () => {
  it.each([
    '',
    ' ',
    '.',
    '..',
    '../x',
    '..\\x',
    '/etc/passwd',
    'C:\\x',
    'a/b',
    '\u0000',
    '\u0007..\u0007',
    '\ud800',
    'x'.repeat(256),
  ])('%j is refused', (name) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(() => requireLocalName(name, { platform })).toThrow(expect.objectContaining({ exitCode: 1 }) as Error);
  });

  it.each([
    ['sea.jpg', 'sea.jpg'],
    ['\u001b[31mred\u0007', '[31mred'],
    ['e\u0301', '\u00e9'],
    ['CON', 'CON'],
    ['a:b', 'a:b'],
    ['...', '...'],
  ])('%j is stored as %j', (name, local) => expect(requireLocalName(name, { platform: 'linux' })).toBe(local));

  it.each([
    ['sea.jpg', 'sea.jpg'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['Com1', '_Com1'],
    ['LPT³.tar.gz', '_LPT³.tar.gz'],
    ['NUL .txt', '_NUL .txt'],
    ['console', 'console'],
    ['a:b|c?.txt', 'a_b_c_.txt'],
    ['C:', 'C_'],
    ['dot.', 'dot_'],
    ['...', '___'],
  ])('%j is stored as %j on Windows', (name, local) =>
    expect(requireLocalName(name, { platform: 'win32' })).toBe(local),
  );
});
