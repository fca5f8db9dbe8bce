import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { textOf } from './body-text.ts';

describe('a body with a content coding', () => {
  const text = 'Grüße aus dem Hafen. '.repeat(500);
  const read = (coding: string, body: Buffer): Promise<string> => textOf(body, coding, 65_536);

  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('%s is decoded', async (coding, body) => {
    expect(await read(coding, body)).toBe(text);
  });

  test.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
  ])('%s that is cut short is decoded as far as it goes', async (coding, body) => {
    const start = await read(coding, body.subarray(0, -10));
    expect(start.length).toBeGreaterThan(10);
    expect(text.startsWith(start.replace(/\uFFFD$/, ''))).toBe(true);
  });

  test.each([
    ['zstd', Buffer.from('bytes'), '5 bytes, zstd'],
    ['gzip', Buffer.from('bytes'), '5 bytes, gzip'],
    ['gzip, br', Buffer.from('bytes'), '5 bytes, gzip, br'],
    ['constructor', Buffer.from('bytes'), '5 bytes, constructor'],
    ['x'.repeat(1000), Buffer.from('bytes'), '5 bytes, encoded'],
    ['gzip', Buffer.alloc(0), ''],
  ])('%s that cannot be decoded is described', async (coding, body, shown) => {
    expect(await read(coding, body)).toBe(shown);
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('%s that expands a thousandfold is decoded up to the limit', async (coding, compress) => {
    expect(await textOf(compress(Buffer.alloc(16 << 20)), coding, 1000)).toBe('\0'.repeat(1000));
  });
});
