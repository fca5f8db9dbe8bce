import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { expect } from 'vitest';
import type { ZipFile } from '../src/index.ts';
import { zipOf } from './zip-files.ts';

/** A program that opens archives. `.ci/run` installs all of them; the tests of a missing one count as skipped. */
interface Unpacker {
  readonly name: string;
  readonly commands: readonly string[];
  /** Reads the ZIP from a pipe, so it cannot read the central directory first. */
  readonly isPiped?: boolean;
  readonly keepsTimes: boolean;
  /** Reads the times of NTFS, too, which are the only ones before 1970. */
  readonly readsFileTimes?: boolean;
  extract(zip: string, into: string): readonly string[];
  list(zip: string): readonly string[];
  /** Prints one file to standard output. */
  print(zip: string, path: string): readonly string[];
}

const python = (script: string, ...args: readonly string[]): string[] => [
  '-c',
  `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); ${script}`,
  ...args,
];

export const unpackers: readonly Unpacker[] = [
  {
    name: 'unzip',
    commands: ['unzip'],
    keepsTimes: true,
    extract: (zip, into) => ['-q', zip, '-d', into],
    list: (zip) => ['-Z1', zip],
    print: (zip, path) => ['-p', zip, path],
  },
  {
    name: '7-Zip',
    commands: ['7zz', '7z'],
    keepsTimes: true,
    readsFileTimes: true,
    extract: (zip, into) => ['x', '-bd', `-o${into}`, zip],
    list: (zip) => ['l', '-ba', zip],
    print: (zip, path) => ['x', '-so', zip, path],
  },
  {
    name: 'Python’s zipfile',
    commands: ['python3'],
    keepsTimes: false,
    extract: (zip, into) => python('assert z.testzip() is None; z.extractall(sys.argv[2])', zip, into),
    list: (zip) => python('print("\\n".join(z.namelist()))', zip),
    print: (zip, path) => python('sys.stdout.buffer.write(z.read(sys.argv[2]))', zip, path),
  },
  {
    name: 'bsdtar',
    commands: ['bsdtar'],
    keepsTimes: true,
    extract: (zip, into) => ['-xf', zip, '-C', into],
    list: (zip) => ['-tf', zip],
    print: (zip, path) => ['-xOf', zip, path],
  },
  {
    name: 'bsdtar reading from a pipe',
    commands: ['bsdtar'],
    isPiped: true,
    keepsTimes: true,
    extract: (_zip, into) => ['-xf', '-', '-C', into],
    list: () => ['-tf', '-'],
    print: (_zip, path) => ['-xOf', '-', path],
  },
];

export const findCommand = ({ commands }: Unpacker): string | undefined =>
  commands.find((command) => spawnSync(command, [], { stdio: 'ignore' }).error === undefined);

/** Runs the unpacker and returns its standard output. Fails unless it succeeds and prints no error. */
export function runUnpacker(unpacker: Unpacker, args: readonly string[], zip: string): Buffer {
  const command = findCommand(unpacker);
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

/** Writes a sparse file: runs of zeros become holes. */
export async function writeZip(path: string, files: readonly ZipFile[]): Promise<string> {
  const file = openSync(path, 'w');
  const zeros = Buffer.alloc(1024 * 1024);
  let position = 0;
  for await (const piece of zipOf(files)) {
    if (!piece.equals(zeros.subarray(0, piece.length))) writeSync(file, piece, 0, piece.length, position);
    position += piece.length;
  }
  ftruncateSync(file, position);
  closeSync(file);
  return path;
}
