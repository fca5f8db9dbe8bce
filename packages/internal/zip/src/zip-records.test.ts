import { describe, expect, it } from 'vitest';
import {
  centralHeader,
  centralHeaderBytes,
  endRecords,
  endRecordsBytes,
  localHeader,
  localHeaderBytes,
  ZipLength,
} from './zip-records.ts';

const limit = 0xffff_ffff;
const numbers = [0, 1, limit - 1, limit, limit + 1, 2 ** 40, Number.MAX_SAFE_INTEGER - 2 ** 30];
const times = [Date.UTC(2026, 0, 1), Date.UTC(2040, 0, 1), -1];
const entryOf = (sizeBytes: number, modifiedAt: number, path = 'grün.txt') => ({
  path,
  sizeBytes,
  crc32: limit,
  modifiedAt,
});

describe('ZIP records', () => {
  it('[P-274] have the computed length on both sides of every ZIP64 limit', () => {
    for (const sizeBytes of numbers)
      for (const modifiedAt of times) {
        const entry = entryOf(sizeBytes, modifiedAt);
        expect(localHeader(entry)).toHaveLength(localHeaderBytes(entry.path, sizeBytes, modifiedAt));
        for (const offset of numbers)
          expect(centralHeader(entry, offset)).toHaveLength(
            centralHeaderBytes(entry.path, sizeBytes, modifiedAt, offset),
          );
      }
    for (const count of [0, 1, 65_534, 65_535, 65_536, 100_000])
      for (const offset of numbers)
        for (const bytes of numbers) {
          const directory = { count, offset, bytes };
          expect(endRecords(directory)).toHaveLength(endRecordsBytes(directory));
        }
  });

  it('[P-275] use a ZIP64 field exactly for the numbers that do not fit', () => {
    const extraOf = (record: Buffer, at: number): number[] => {
      const extra = record.subarray(at + Buffer.byteLength('grün.txt'));
      if (extra.readUInt16LE(0) !== 1) return [];
      return Array.from({ length: extra.readUInt16LE(2) / 8 }, (_, index) =>
        Number(extra.readBigUInt64LE(4 + index * 8)),
      );
    };
    const time = times[0] ?? 0;
    const central = (sizeBytes: number, offset: number) => {
      const record = centralHeader(entryOf(sizeBytes, time), offset);
      return [record.readUInt32LE(20), record.readUInt32LE(24), record.readUInt32LE(42), extraOf(record, 46)];
    };
    expect(central(limit - 1, limit - 1)).toEqual([limit - 1, limit - 1, limit - 1, []]);
    expect(central(limit, 5)).toEqual([limit, limit, 5, [limit, limit]]);
    expect(central(5, limit)).toEqual([5, 5, limit, [limit]]);
    expect(central(2 ** 40, 2 ** 41)).toEqual([limit, limit, limit, [2 ** 40, 2 ** 40, 2 ** 41]]);
    expect(extraOf(localHeader(entryOf(limit - 1, time)), 30)).toEqual([]);
    expect(extraOf(localHeader(entryOf(limit, time)), 30)).toEqual([limit, limit]);
  });

  it('add up to lengths beyond 32 bits', () => {
    const length = new ZipLength();
    for (let index = 0; index < 3; index += 1) length.add(entryOf(2 ** 40, times[0] ?? 0));
    const each = localHeaderBytes('grün.txt', 2 ** 40, times[0] ?? 0) + 2 ** 40;
    const directory = [0, each, 2 * each].map((offset) =>
      centralHeaderBytes('grün.txt', 2 ** 40, times[0] ?? 0, offset),
    );
    expect(length.bytes).toBe(3 * each + directory.reduce((sum, bytes) => sum + bytes, 0) + 22 + 56 + 20);
  });
});
