import { describe, expect, test } from 'vitest';
import { zipFile } from '../../../test/zip-file.ts';
import type { RangeSource } from '../../browser/range-source.ts';
import { entriesWith, folderOf, listZip, pathOf } from './zip-entries.ts';

const { signal } = new AbortController();
const reading = { signal, onProgress: () => {} };

/** Counts the bytes that are read. */
function sourceOf(bytes: Uint8Array): RangeSource & { bytes: number } {
  return {
    size: bytes.length,
    bytes: 0,
    async read(begin, end) {
      this.bytes += end - begin;
      return Uint8Array.from(bytes.subarray(begin, end));
    },
  };
}

/** `docs/a 2.txt` and `docs/a 10.txt` deflated, `b.bin` of 300,000 bytes stored. */
const archive = zipFile([
  { name: 'docs/', content: '', isStored: true },
  { name: 'docs/a 10.txt', content: 'ten' },
  { name: 'docs/a 2.txt', content: 'two '.repeat(1000), isZip64: true },
  { name: 'b.bin', content: new Uint8Array(300_000).fill(7), isStored: true },
]);

describe('the list of an archive', () => {
  test('is read from its end, without the files in it', async () => {
    const source = sourceOf(archive);
    const entries = await listZip(source, signal);
    expect(source.bytes).toBeLessThan(70_000);
    expect(entries.map(({ folders, name, size }) => [...folders, name, size])).toEqual([
      ['docs', 'a 10.txt', 3],
      ['docs', 'a 2.txt', 4000],
      ['b.bin', 300_000],
    ]);
    expect(folderOf(entries, []).folders).toEqual(['docs']);
    expect(folderOf(entries, []).files.map(({ name }) => name)).toEqual(['b.bin']);
    expect(folderOf(entries, ['docs']).files.map(({ name }) => name)).toEqual(['a 2.txt', 'a 10.txt']);
    expect(entriesWith(entries, 'DOCS/A 2').map(pathOf)).toEqual(['docs/a 2.txt']);
  });

  test('gives the bytes of a single file, and refuses those that are broken', async () => {
    const bytes = Buffer.from(archive);
    const entries = await listZip(sourceOf(bytes), signal);
    const read = async (wanted: string): Promise<string | undefined> =>
      (await entries.find(({ name }) => name === wanted)?.read(reading))?.text();
    expect(await read('a 2.txt')).toBe('two '.repeat(1000));
    expect(await read('b.bin')).toHaveLength(300_000);
    bytes.fill(0xff, bytes.indexOf('docs/a 2.txt') + 32);
    await expect(read('a 2.txt')).rejects.toThrow();
  });

  test('says of files that they are locked, and stops at more bytes than the archive tells', async () => {
    const bomb = zipFile([
      { name: 'bomb', content: new Uint8Array(50_000_000), toldSize: 1000 },
      { name: 'secret', content: 'x', isEncrypted: true },
      { name: 'huge', content: 'x', toldSize: 3_000_000_000 },
    ]);
    const entries = await listZip(sourceOf(bomb), signal);
    expect(entries.map(({ refusal }) => refusal)).toEqual([undefined, 'encrypted', 'large']);
    let most = 0;
    await expect(entries[0]?.read({ signal, onProgress: (share) => (most = share) })).rejects.toThrow('exceeds');
    expect(most).toBeLessThanOrEqual(1);
  });

  test('reads no more of a file once it is no longer wanted', async () => {
    const source = sourceOf(zipFile([{ name: 'b.bin', content: new Uint8Array(8_000_000), isStored: true }]));
    const [entry] = await listZip(source, signal);
    const stop = new AbortController();
    const before = source.bytes;
    await expect(entry?.read({ signal: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow('abort');
    expect(source.bytes - before).toBeLessThan(4_000_000);
  });

  test('never leads out of the archive', async () => {
    const names = ['../../etc/passwd', '/root/.ssh/key', 'C:\\a\\..\\b.txt', './c.txt', '..'];
    const entries = await listZip(sourceOf(zipFile(names.map((name) => ({ name, content: 'x' })))), signal);
    expect(entries.map(pathOf)).toEqual(['etc/passwd', 'root/.ssh/key', 'C:/a/b.txt', 'c.txt', '..']);
  });

  test('may have more than 65,535 files', async () => {
    const files = Array.from({ length: 66_000 }, (_, index) => ({ name: `${index}`, content: '', isStored: true }));
    expect(await listZip(sourceOf(zipFile(files)), signal)).toHaveLength(66_000);
  });

  test('that is cut off, or none, or tells a list of gigabytes, is an error', async () => {
    await expect(listZip(sourceOf(Buffer.from('PK nothing')), signal)).rejects.toThrow();
    await expect(listZip(sourceOf(archive.subarray(0, -100)), signal)).rejects.toThrow();
    const lie = Buffer.from(archive);
    lie.writeUInt32LE(0xf000_0000, lie.length - 10);
    await expect(listZip(sourceOf(lie), signal)).rejects.toThrow('too long');
  });
});
