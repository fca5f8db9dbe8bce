import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDirectory } from '../../test/fake-world.ts';
import { scan, type ScanOptions } from './scan-upload.ts';

let cwd: string;
const signal = new AbortController().signal;
const look = (paths: string[], options: Partial<ScanOptions> = {}) =>
  scan(
    paths.map((path) => ({ path, shownAs: path })),
    { cwd, to: '/', recursive: true, patterns: {}, signal, ...options },
  );
const write = (path: string, content = 'x') => {
  mkdirSync(join(cwd, path, '..'), { recursive: true });
  writeFileSync(join(cwd, path), content);
};

beforeEach(() => {
  cwd = createTestDirectory();
});

it('maps a folder below the folder on the server, with empty folders, parents first', async () => {
  write('docs/a.txt', 'aa');
  write('docs/deep/er/b.txt');
  mkdirSync(join(cwd, 'docs/empty'));
  const found = await look(['docs/'], { to: '/Manuals' });
  expect(found.folders).toEqual([
    '/Manuals/docs',
    '/Manuals/docs/deep',
    '/Manuals/docs/empty',
    '/Manuals/docs/deep/er',
  ]);
  expect(found.files.map(({ folder, name, size, shownAs }) => ({ folder, name, size, shownAs }))).toEqual([
    { folder: '/Manuals/docs', name: 'a.txt', size: 2, shownAs: 'docs/a.txt' },
    { folder: '/Manuals/docs/deep/er', name: 'b.txt', size: 1, shownAs: 'docs/deep/er/b.txt' },
  ]);
  expect(found.roots).toMatchObject([{ remotePath: '/Manuals/docs', file: undefined }]);
});

it('names the folder after itself for “.”', async () => {
  write('docs/a.txt');
  const found = await look(['.'], { cwd: join(cwd, 'docs') });
  expect(found.roots).toMatchObject([{ remotePath: '/docs', file: undefined }]);
});

it('continues after invalid items and reports each', async () => {
  write('good.txt');
  write('back\\slash');
  mkdirSync(join(cwd, 'folder'));
  const found = await look(['missing.txt', 'back\\slash', 'folder', 'good.txt'], { recursive: false });
  expect(found.files.map(({ name }) => name)).toEqual(['good.txt']);
  expect(found.problems.map(({ shownAs, error }) => [shownAs, error.exitCode, error.hint])).toEqual([
    ['missing.txt', 5, undefined],
    ['back\\slash', 1, undefined],
    ['folder', 2, 'add -r to upload it'],
  ]);
});

describe('links and special files', () => {
  it('a given link is followed, under its own name', async () => {
    write('real.txt', 'four');
    symlinkSync('real.txt', join(cwd, 'link.txt'));
    const found = await look(['link.txt']);
    expect(found.files).toMatchObject([{ name: 'link.txt', size: 4 }]);
  });

  it('links, sockets and pipes inside folders are skipped, also in cycles', async () => {
    write('docs/a.txt');
    symlinkSync('..', join(cwd, 'docs/up'));
    symlinkSync('a.txt', join(cwd, 'docs/link.txt'));
    execFileSync('mkfifo', [join(cwd, 'docs/pipe')]);
    const found = await look(['docs']);
    expect(found.files).toHaveLength(1);
    expect([found.skippedLinks, found.skippedSpecial]).toEqual([['docs/link.txt', 'docs/up'], ['docs/pipe']]);
    expect(found.problems).toEqual([]);
  });
});

it('a single file may be given another name, but not a folder', async () => {
  write('a.txt');
  mkdirSync(join(cwd, 'docs'));
  const found = await look(['a.txt', 'docs'], { name: 'b.txt', to: '/X' });
  expect(found.roots).toMatchObject([{ remotePath: '/X/b.txt', file: found.files[0] }]);
  expect(found.problems).toMatchObject([{ shownAs: 'docs', error: { exitCode: 2 } }]);
});
