import { spawnSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zeros, zipFileOf, zipOf } from '../../../test/zip-files.ts';
import { EntryPaths } from '../../modules/archives/entry-paths.ts';
import type { ZipFile } from './zip-stream.ts';

/**
 * Programs that people open archives with. `.ci/run` installs them; where one is missing, its tests are told as skipped.
 */
interface Unpacker {
  readonly name: string;
  readonly commands: readonly string[];
  /** Gets the ZIP through a pipe, so that it can't look at the end first. */
  readonly isPiped?: boolean;
  readonly keepsTimes: boolean;
  unpack(zip: string, into: string): readonly string[];
  list(zip: string): readonly string[];
  /** One file to standard output. */
  print(zip: string, path: string): readonly string[];
}

const python = (script: string, ...args: readonly string[]): string[] => [
  '-c',
  `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); ${script}`,
  ...args,
];
const unpackers: readonly Unpacker[] = [
  {
    name: 'unzip',
    commands: ['unzip'],
    keepsTimes: true,
    unpack: (zip, into) => ['-q', zip, '-d', into],
    list: (zip) => ['-Z1', zip],
    print: (zip, path) => ['-p', zip, path],
  },
  {
    name: '7-Zip',
    commands: ['7zz', '7z'],
    keepsTimes: true,
    unpack: (zip, into) => ['x', '-bd', `-o${into}`, zip],
    list: (zip) => ['l', '-ba', zip],
    print: (zip, path) => ['x', '-so', zip, path],
  },
  {
    name: 'Python’s zipfile',
    commands: ['python3'],
    keepsTimes: false,
    unpack: (zip, into) => python('assert z.testzip() is None; z.extractall(sys.argv[2])', zip, into),
    list: (zip) => python('print("\\n".join(z.namelist()))', zip),
    print: (zip, path) => python('sys.stdout.buffer.write(z.read(sys.argv[2]))', zip, path),
  },
  {
    name: 'bsdtar',
    commands: ['bsdtar'],
    keepsTimes: true,
    unpack: (zip, into) => ['-xf', zip, '-C', into],
    list: (zip) => ['-tf', zip],
    print: (zip, path) => ['-xOf', zip, path],
  },
  {
    name: 'bsdtar at the end of a pipe',
    commands: ['bsdtar'],
    isPiped: true,
    keepsTimes: true,
    unpack: (_zip, into) => ['-xf', '-', '-C', into],
    list: () => ['-tf', '-'],
    print: (_zip, path) => ['-xOf', '-', path],
  },
];

const commandOf = ({ commands }: Unpacker): string | undefined =>
  commands.find((command) => spawnSync(command, [], { stdio: 'ignore' }).error === undefined);

function run(unpacker: Unpacker, args: readonly string[], zip: string): Buffer {
  const command = commandOf(unpacker);
  if (command === undefined) throw new Error(`${unpacker.name} is not installed`);
  const line = unpacker.isPiped === true ? ['sh', '-c', 'cat "$0" | "$@"', zip, command, ...args] : [command, ...args];
  const { status, stdout, stderr } = spawnSync(line[0] ?? '', line.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  });
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-zip-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const written = new Map<string, Promise<string>>();

/** One ZIP for all of them. */
function zipNamed(name: string, files: () => readonly ZipFile[]): Promise<string> {
  let zip = written.get(name);
  if (zip === undefined) written.set(name, (zip = writeZip(join(directory, name), files())));
  return zip;
}

/** Where there are only zeros, the file has holes. */
async function writeZip(path: string, files: readonly ZipFile[]): Promise<string> {
  const file = openSync(path, 'w');
  const nothing = Buffer.alloc(1024 * 1024);
  let position = 0;
  for await (const piece of zipOf(files)) {
    if (!piece.equals(nothing.subarray(0, piece.length))) writeSync(file, piece, 0, piece.length, position);
    position += piece.length;
  }
  ftruncateSync(file, position);
  closeSync(file);
  return path;
}

/** What lies below a directory: bytes and time by path. */
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

describe.each(unpackers)('$name', (unpacker) => {
  const isMissing = commandOf(unpacker) === undefined;

  it.skipIf(isMissing)('unpacks hostile names to what they were given, bytes and times too', async () => {
    const paths = new EntryPaths();
    const files = hostile.map((names, index) =>
      zipFileOf(
        paths.pathOf(names.slice(0, -1), names.at(-1) ?? ''),
        Buffer.alloc(index * 37, index),
        Date.UTC(2021, 1, 3, 4, 5, 6 + index),
      ),
    );
    const zip = await zipNamed('hostile.zip', () => files);
    const into = join(directory, unpacker.name, 'into');
    mkdirSync(into, { recursive: true });
    run(unpacker, unpacker.unpack(zip, into), zip);
    const found = readTree(into);
    expect([...found.keys()].toSorted()).toEqual(files.map(({ path }) => path).toSorted());
    // Nothing has landed beside it.
    expect(readdirSync(join(directory, unpacker.name))).toEqual(['into']);
    for (const file of files) {
      const { content, modifiedAt } = found.get(file.path) ?? {};
      const expected = Buffer.alloc(file.sizeBytes);
      await file.read(expected, 0);
      expect([file.path, content?.equals(expected)]).toEqual([file.path, true]);
      if (unpacker.keepsTimes) expect([file.path, modifiedAt]).toEqual([file.path, file.modifiedAt]);
    }
  });

  it.skipIf(isMissing)('lists more than 65,535 files', async () => {
    const zip = await zipNamed('many.zip', () =>
      Array.from({ length: 66_000 }, (_, index) => zipFileOf(`folder/${index}`, Buffer.from('x'))),
    );
    const listed = run(unpacker, unpacker.list(zip), zip).toString().trim().split('\n');
    expect(listed).toHaveLength(66_000);
  });
});

// Through a pipe all of it would have to be read.
describe.each(unpackers.filter(({ isPiped }) => isPiped !== true))('$name', (unpacker) => {
  it.skipIf(commandOf(unpacker) === undefined)('finds what lies behind a file of more than 4 GiB', async () => {
    const zip = await zipNamed('large.zip', () => [
      zeros('large.bin', 2 ** 32 + 5),
      zipFileOf('behind.txt', Buffer.from('found')),
    ]);
    expect(run(unpacker, unpacker.print(zip, 'behind.txt'), zip).toString()).toBe('found');
  });
});
