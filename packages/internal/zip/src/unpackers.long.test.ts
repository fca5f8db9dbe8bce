import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCommand, runUnpacker, unpackers, writeZip, zeros, zipFileOf } from '../test/index.ts';

const times = [
  '1965-01-01T10:11:13Z',
  '1970-01-01T00:00:00Z',
  '1975-05-06T01:02:03Z',
  '2026-05-03T02:01:01Z',
  '2040-02-29T01:02:03Z',
];

let directory: string;
let many: string;
let large: string;
let dated: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'zip-'));
  many = await writeZip(
    join(directory, 'many.zip'),
    Array.from({ length: 66_000 }, (_, index) => zipFileOf(`folder/${index}`, Buffer.from('x'))),
  );
  large = await writeZip(join(directory, 'large.zip'), [
    zeros('large.bin', 2 ** 32 + 5),
    zipFileOf('behind.txt', Buffer.from('found')),
  ]);
  dated = await writeZip(join(directory, 'dated.zip'), [
    ...times.map((time, index) => zipFileOf(`${index}.txt`, Buffer.from('x'), Date.parse(time))),
    zipFileOf('empty/', Buffer.alloc(0), Date.parse('2015-01-01T00:00:00Z')),
  ]);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe.each(unpackers)('$name', (unpacker) => {
  it.skipIf(findCommand(unpacker) === undefined)('lists more than 65,535 files', () => {
    const listed = runUnpacker(unpacker, unpacker.list(many), many).toString().trim().split('\n');
    expect(listed).toHaveLength(66_000);
  });
});

describe.each(unpackers)('$name', (unpacker) => {
  it.skipIf(findCommand(unpacker) === undefined)('[P-281] creates empty folders, and files with their own time', () => {
    const into = join(directory, unpacker.name);
    mkdirSync(into);
    runUnpacker(unpacker, unpacker.extract(dated, into), dated);
    expect(statSync(join(into, 'empty')).isDirectory()).toBe(true);
    // The mode is in the central directory only, at the end of a pipe.
    if (unpacker.isPiped !== true) expect(statSync(join(into, 'empty')).mode & 0o777).toBe(0o755);
    if (!unpacker.keepsTimes) return;
    const nearest = unpacker.readsFileTimes === true ? times : ['1980-01-01T00:00:00Z', ...times.slice(1)];
    expect(times.map((_, index) => statSync(join(into, `${index}.txt`)).mtimeMs)).toEqual(
      nearest.map((time) => Date.parse(time)),
    );
  });
});

// A piped unpacker would have to read all 4 GiB.
describe.each(unpackers.filter(({ isPiped }) => isPiped !== true))('$name', (unpacker) => {
  it.skipIf(findCommand(unpacker) === undefined)('finds a file behind one of more than 4 GiB', () => {
    expect(runUnpacker(unpacker, unpacker.print(large, 'behind.txt'), large).toString()).toBe('found');
  });
});
