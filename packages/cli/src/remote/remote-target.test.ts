import { describe, expect, it } from 'vitest';
import { CliError } from '../shell/cli-error.ts';
import { joinRemote, normalizeRemotePath, parseOwnTarget, parseTarget, splitRemote } from './remote-target.ts';

const id = '0190b6a1-7c1e-7b3a-9a53-3e3f5a2b1c0d';

describe('an argument that names an item on the server', () => {
  it.each([
    ['/a/b.txt', { kind: 'path', path: '/a/b.txt' }],
    ['//a///b/', { kind: 'path', path: '/a/b' }],
    ['/', { kind: 'path', path: '/' }],
    ['/ a /cafe\u0301', { kind: 'path', path: '/a/café' }],
    [id.toUpperCase(), { kind: 'id', id }],
    ['https://drive.example.com/s/Ab3dE', { kind: 'share', url: 'https://drive.example.com/s/Ab3dE' }],
    ['http://h:81/prefix/share/tok', { kind: 'share', url: 'http://h:81/prefix/share/tok' }],
  ])('%s', (argument, target) => expect(parseTarget(argument)).toEqual(target));

  it.each([
    'a.txt',
    './a',
    '',
    '..',
    'svc_abc',
    id.slice(1),
    'https://drive.example.com/app/',
    '/a/../b',
    '/./a',
    '/ /a',
  ])('refuses %j', (argument) => expect(() => parseTarget(argument)).toThrow(CliError));

  it('suggests a correction', () => {
    expect(() => parseTarget('photos/a.jpg')).toThrow(
      expect.objectContaining({ exitCode: 2, hint: expect.stringContaining('/photos/a.jpg') as string }) as Error,
    );
  });

  it('refuses a share link if only own files are accepted', () => {
    expect(() => parseOwnTarget('https://drive.example.com/s/Ab3dE')).toThrow(/is a share link/);
  });
});

it('joins and splits paths, also the root', () => {
  expect([joinRemote('/', 'a'), joinRemote('/a', 'b')]).toEqual(['/a', '/a/b']);
  expect(splitRemote('/a/b')).toEqual({ folder: '/a', name: 'b' });
  expect(splitRemote('/a')).toEqual({ folder: '/', name: 'a' });
  expect(splitRemote('/')).toBeUndefined();
});

it('refuses a folder that does not start with a slash', () => {
  expect(() => normalizeRemotePath('Archive')).toThrow(
    expect.objectContaining({ hint: 'did you mean /Archive?' }) as Error,
  );
});
