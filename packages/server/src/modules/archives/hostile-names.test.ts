import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findCommand, runUnpacker, unpackers, writeZip, zipFileOf } from '@drive/zip/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryPaths } from './entry-paths.ts';

/** Content and modification time of every file below a directory, by path. */
function readTree(top: string): Map<string, { content: Buffer; modifiedAt: number }> {
  const found = new Map<string, { content: Buffer; modifiedAt: number }>();
  for (const entry of readdirSync(top, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(relative(top, path), { content: readFileSync(path), modifiedAt: statSync(path).mtimeMs });
  }
  return found;
}

const hostile: readonly (readonly string[])[] = [
  ['plain.txt'],
  ['plain.txt'],
  ['PLAIN.TXT'],
  ['..', '..', 'etc', 'passwd'],
  ['/etc/cron.d/evil'],
  ['C:\\Windows\\system32\\evil.dll'],
  ['..\\..\\up.txt'],
  ['aux.txt'],
  ['NUL'],
  ['com1', 'lpt9.log'],
  ['trailing dots...'],
  ['trailing space '],
  [' leading space'],
  ['-rf'],
  ['--help'],
  ['*'],
  ['?'],
  ['[a-z]'],
  ['@list'],
  ['~', 'home'],
  ['$(id)', '`id`'],
  ['new\nline\rreturn\ttab'],
  ['bell\u0007 escape\u001b[31m'],
  ['größe', '写真', '🎉 fête', 'emoji 👩‍👩‍👧‍👦.png'],
  ['e\u0301 composed'],
  ['\u00e9 composed'],
  ['\u202etxt.exe'],
  ['zero\u200bwidth'],
  ['zerowidth'],
  ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
  ['a'],
  ['A', 'x'],
  ['x'.repeat(255)],
  ['é'.repeat(200)],
  ['🎉'.repeat(255)],
  [...Array.from({ length: 30 }, (_, index) => `a folder with quite a long name, ${index}`), 'deep.txt'],
];

const paths = new EntryPaths();
const files = hostile.map((names, index) =>
  zipFileOf(
    paths.pathOf(names.slice(0, -1), names.at(-1) ?? ''),
    Buffer.alloc(index * 37, index),
    Date.UTC(2021, 1, 3, 4, 5, 6 + index),
  ),
);

let directory: string;
let zip: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'drive-zip-'));
  zip = await writeZip(join(directory, 'hostile.zip'), files);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe.each(unpackers)('$name', (unpacker) => {
  it.skipIf(findCommand(unpacker) === undefined)(
    '[P-285] extracts hostile names to safe paths, with content and times',
    async () => {
      const into = join(directory, unpacker.name, 'into');
      mkdirSync(into, { recursive: true });
      runUnpacker(unpacker, unpacker.extract(zip, into), zip);
      const found = readTree(into);
      expect([...found.keys()].toSorted()).toEqual(files.map(({ path }) => path).toSorted());
      // Nothing was extracted beside the target folder.
      expect(readdirSync(join(directory, unpacker.name))).toEqual(['into']);
      for (const file of files) {
        const { content, modifiedAt } = found.get(file.path) ?? {};
        const expected = Buffer.alloc(file.sizeBytes);
        await file.read(expected, 0);
        expect([file.path, content?.equals(expected)]).toEqual([file.path, true]);
        if (unpacker.keepsTimes) expect([file.path, modifiedAt]).toEqual([file.path, file.modifiedAt]);
      }
    },
  );
});
