import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { foldCaseBelow } from '../../test/fold-case.ts';
import { findFold, splitTemporary } from './index.ts';

function createDisk(isFolding: boolean): string {
  const root = mkdtempSync(join(tmpdir(), 'drive-sdk-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  if (isFolding) foldCaseBelow(root);
  return root;
}
const list = (root: string): string[] => (readdirSync(root, { recursive: true }) as string[]).toSorted();
async function folds(folder: string, readOnly = false): Promise<boolean> {
  const fold = await findFold(folder, { platform: 'linux', readOnly });
  return fold('a') === fold('A');
}
it('finds out how a disk of Linux folds names, and leaves nothing behind', async () => {
  for (const isFolding of [false, true]) {
    const root = createDisk(isFolding);
    mkdirSync(join(root, 'empty'));
    mkdirSync(join(root, 'full'));
    for (const name of ['123', 'Readme.md']) writeFileSync(join(root, 'full', name), '');
    const before = list(root);
    expect(await folds(join(root, 'full'), true)).toBe(isFolding);
    expect(await folds(join(root, 'empty'))).toBe(isFolding);
    expect(await folds(join(root, 'new/newer'))).toBe(isFolding);
    expect(await folds(join(root, 'empty'), true)).toBe(false);
    expect(list(root)).toEqual(before);
  }
});

it('finds out how a disk folds names while other processes do, and while one fills its trash', async () => {
  const { mkdir } = promises;
  let meanwhile: (path: string) => void;
  const replace = (by: typeof mkdir): void => {
    promises.mkdir = by;
    syncBuiltinESMExports();
  };
  onTestFinished(() => replace(mkdir));
  replace((async (path: string) => {
    await mkdir(path);
    meanwhile(path);
  }) as typeof mkdir);
  const isOfOthers = (): never => {
    throw Object.assign(new Error('it exists'), { code: 'EEXIST' });
  };
  for (const isFolding of [false, true]) {
    const root = createDisk(isFolding);
    meanwhile = isOfOthers;
    expect(await folds(root)).toBe(isFolding);
    expect(list(root)).toEqual(['.drive-trash']);
    rmSync(join(root, '.drive-trash'), { recursive: true });
    meanwhile = (path) => {
      rmSync(path, { recursive: true });
      meanwhile = () => {};
      isOfOthers();
    };
    expect(await folds(root)).toBe(isFolding);
    expect(list(root)).toEqual([]);
    meanwhile = (path) => writeFileSync(join(path, 'deleted.txt'), '');
    expect(await folds(root)).toBe(isFolding);
    expect(list(root)).toEqual(['.drive-trash', '.drive-trash/deleted.txt']);
  }
});

it('splits off the files that are named like the partial download of another', async () => {
  const names = ['x.part2', 'x', 'x.part-etag', 'x.part2-etag', 'x.part', 'y.part', 'X.PART9', 'x.part10'];
  const split = async (platform: string): Promise<string[]> => {
    const fold = await findFold('.', { platform, readOnly: true });
    const { first, afterwards } = splitTemporary(
      names.map((path) => ({ path })),
      fold,
    );
    expect([...first, ...afterwards].length).toBe(names.length);
    return afterwards.map(({ path }) => path);
  };
  const own = ['x.part', 'x.part2', 'x.part-etag', 'x.part2-etag'];
  expect(await split('linux')).toEqual(own);
  expect((await split('win32')).toSorted()).toEqual(['X.PART9', ...own].toSorted());
});
