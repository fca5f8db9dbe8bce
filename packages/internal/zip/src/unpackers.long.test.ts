import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCommand, runUnpacker, unpackers, writeZip, zeros, zipFileOf } from '../test/index.ts';

let directory: string;
let many: string;
let large: string;
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
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe.each(unpackers)('$name', (unpacker) => {
  it.skipIf(findCommand(unpacker) === undefined)('lists more than 65,535 files', () => {
    const listed = runUnpacker(unpacker, unpacker.list(many), many).toString().trim().split('\n');
    expect(listed).toHaveLength(66_000);
  });
});

// A piped unpacker would have to read all 4 GiB.
describe.each(unpackers.filter(({ isPiped }) => isPiped !== true))('$name', (unpacker) => {
  it.skipIf(findCommand(unpacker) === undefined)('finds a file behind one of more than 4 GiB', () => {
    expect(runUnpacker(unpacker, unpacker.print(large, 'behind.txt'), large).toString()).toBe('found');
  });
});
