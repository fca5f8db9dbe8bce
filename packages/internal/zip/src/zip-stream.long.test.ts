import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lengthOf, zeros, zipFileOf, zipOf } from '../test/zip-files.ts';
import { readZip } from '../test/zip-reader.ts';
import { ZipStream, type ZipFile } from './zip-stream.ts';

const read = (files: readonly ZipFile[], bufferBytes?: number, batchFiles?: number) =>
  readZip(zipOf(files, bufferBytes, batchFiles));

describe('a ZIP', () => {
  it('has the announced length and the given files, for any files and any buffer size', async () => {
    const file = fc.record({
      path: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      content: fc.uint8Array({ maxLength: 3000 }),
      modifiedAt: fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { maxLength: 25 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 10 }),
        async (wanted, bufferBytes, batchFiles) => {
          const files = wanted.map(({ path, content, modifiedAt }) =>
            zipFileOf(path, Buffer.from(path.endsWith('/') ? [] : content), modifiedAt),
          );
          const zip = await read(files, bufferBytes, batchFiles);
          expect(zip.bytes).toBe(lengthOf(files));
          expect(zip.entries.map(({ path, sizeBytes, crc32 }) => [path, sizeBytes, crc32])).toEqual(
            files.map((each) => [each.path, each.sizeBytes, each.crc32()]),
          );
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('consists of the end record only if there are no files', async () => {
    expect(await read([])).toEqual({ entries: [], bytes: 22, isZip64: false });
  });

  it('keeps times exactly from 1601, to the second from 1970 to 2038, and the nearest DOS time before', async () => {
    const times = [
      '2026-07-01T12:30:01.999Z',
      '1999-12-31T23:59:59.000Z',
      '1975-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
      '1969-12-31T23:59:59.999Z',
      '1901-01-01T00:00:00.001Z',
      '1601-01-01T00:00:00.000Z',
      '1600-12-31T00:00:00.000Z',
      '0001-01-01T00:00:00.000Z',
      '2038-01-19T03:14:07.000Z',
      '2038-01-19T03:14:08.000Z',
      '2050-02-28T06:07:09.000Z',
      '2106-02-07T06:28:15.999Z',
      '2106-02-07T06:28:16.000Z',
      '9999-12-31T23:59:59.999Z',
    ];
    const { entries } = await read(
      times.map((time, index) => zipFileOf(`${index}`, Buffer.alloc(1), Date.parse(time))),
    );
    expect(entries.map(({ modifiedAt }) => new Date(modifiedAt).toISOString())).toEqual(
      times.map((time, index) => {
        if (index === 7 || index === 8) return '1980-01-01T00:00:00.000Z';
        return index === 0 || index === 12 ? time.replace('.999', '.000') : time;
      }),
    );
  });

  it('has folders without bytes', async () => {
    const files = [zipFileOf('a', Buffer.from('x')), zipFileOf('empty/', Buffer.alloc(0))];
    const zip = await read(files);
    expect(zip.entries.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
      ['a', 1],
      ['empty/', 0],
    ]);
    expect(zip.bytes).toBe(lengthOf(files));
  });

  it('[P-276] has correct ZIP64 fields beyond 4 GiB', async () => {
    const files = [zeros('at the border', 0xffff_ffff), zipFileOf('behind it', Buffer.from('x'))];
    expect(await read(files)).toMatchObject({ bytes: lengthOf(files), isZip64: true });
  });

  it.each([65_534, 65_535])('counts %d files', async (count) => {
    const files = Array.from({ length: count }, (_, index) => zipFileOf(`${index}`, Buffer.from('x')));
    const zip = await read(files, undefined, 1000);
    expect([zip.entries.length, zip.isZip64, zip.bytes]).toEqual([count, count >= 65_535, lengthOf(files)]);
  });
});

describe('ZipStream', () => {
  it('reads up to sixteen small files at a time', async () => {
    let inFlight = 0;
    let most = 0;
    const files = Array.from({ length: 200 }, (_, index): ZipFile => ({
      ...zipFileOf(`${index}`, Buffer.alloc(100)),
      read: async (into) => {
        most = Math.max(most, (inFlight += 1));
        await new Promise((resolve) => setImmediate(resolve));
        into.fill(0);
        inFlight -= 1;
      },
    }));
    await read(files);
    expect(most).toBe(16);
  });

  it('fails if a file cannot be read, after all reads into the buffer have ended', async () => {
    let isReading = false;
    const slow: ZipFile = {
      ...zipFileOf('slow', Buffer.alloc(100)),
      read: async () => {
        isReading = true;
        for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        isReading = false;
      },
    };
    const broken: ZipFile = {
      ...zipFileOf('broken', Buffer.alloc(100)),
      read: () => Promise.reject(new Error('the disk is gone')),
    };
    const stream = new ZipStream(async function* list() {
      yield [broken, slow];
    });
    await expect(stream.fill(Buffer.alloc(10_000))).rejects.toThrow('the disk is gone');
    expect(isReading).toBe(false);
  });

  it('asks for a checksum only when it writes the header of the file', async () => {
    const asked: string[] = [];
    const files = ['a', 'b', 'c'].map((path): ZipFile => ({
      ...zipFileOf(path, Buffer.alloc(1000)),
      crc32: async () => {
        asked.push(path);
        return 0;
      },
    }));
    const stream = new ZipStream(async function* list() {
      yield files;
    });
    await stream.fill(Buffer.alloc(500));
    expect(asked).toEqual(['a']);
    await stream.fill(Buffer.alloc(1000));
    expect(asked).toEqual(['a', 'b']);
    await stream.close();
    expect(await stream.fill(Buffer.alloc(10))).toBe(0);
  });
});
