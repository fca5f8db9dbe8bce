import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError, type BlobStore, type Digest } from './blob-store.ts';

/** The tests of every implementation. */
export function blobStoreContract(open: () => Promise<BlobStore>): void {
  let blobs: BlobStore;
  beforeEach(async () => {
    blobs = await open();
  });
  afterEach(async () => {
    await blobs.close();
  });

  const digestOf = (bytes: Buffer): Digest => ({
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    crc32: crc32(bytes),
  });
  const bytesOf = (length: number, seed = 1): Buffer => {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let i = 0, x = seed; i < length; i++) bytes[i] = x = (x * 1103515245 + 12345) & 0xff;
    return bytes;
  };
  const stageAll = async (id: string, content: Buffer): Promise<void> => {
    const writer = await blobs.stage(id, { offset: 0, totalBytes: content.length });
    await writer.write(Buffer.from(content));
    await writer.close();
  };
  const readAll = async (key: string): Promise<Buffer | undefined> => {
    const reader = await blobs.open(key);
    if (reader === undefined) return undefined;
    const into = Buffer.alloc(reader.bytes + 10);
    const got = await reader.read(into, 0);
    await reader.close();
    return into.subarray(0, got);
  };
  const collect = async (names: AsyncIterable<string>): Promise<string[]> => {
    const all: string[] = [];
    for await (const name of names) all.push(name);
    return all.toSorted();
  };

  describe('an upload in one piece', () => {
    it.each([1, 10_000, 1024 * 1024, 3 * 1024 * 1024 + 7])(
      'becomes a blob of %d bytes with the right digest',
      async (size) => {
        const content = bytesOf(size);
        const key = blobs.newKey();
        const writer = await blobs.stage('a', { offset: 0, totalBytes: size });
        for (let at = 0; at < size; at += 65_536) await writer.write(Buffer.from(content.subarray(at, at + 65_536)));
        const digest = digestOf(content);
        expect(await writer.finish()).toEqual(digest);
        expect(await blobs.find(key)).toBeUndefined();
        expect(await blobs.adopt('a', key, size)).toEqual(digest);
        expect((await readAll(key))?.equals(content)).toBe(true);
        expect(await blobs.find(key)).toMatchObject({ bytes: size });
        expect(await blobs.stagedBytes('a')).toBe(0);
      },
    );

    it('overwrites the bytes of an earlier attempt', async () => {
      await stageAll('a', bytesOf(5_000_000, 3));
      const content = bytesOf(10);
      const key = blobs.newKey();
      await stageAll('a', content);
      expect(await blobs.stagedBytes('a')).toBe(10);
      expect(await blobs.adopt('a', key, 10)).toEqual(digestOf(content));
    });

    it('keeps nothing of an earlier attempt, also if it is empty', async () => {
      await stageAll('a', bytesOf(10));
      await (await blobs.stage('a', { offset: 0, totalBytes: 10 })).close();
      expect(await blobs.stagedBytes('a')).toBe(0);
    });
  });

  describe('an upload in many pieces', () => {
    it('has the same digest for any chunking and interruption', async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            size: fc.integer({ min: 1, max: 1_300_000 }),
            chunk: fc.integer({ min: 1_000, max: 400_000 }),
            // Bytes after which the writer stops, and the number of them that are then truncated.
            pieces: fc.array(fc.tuple(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 0, max: 50_000 })), {
              maxLength: 5,
            }),
            finishes: fc.boolean(),
          }),
          async ({ size, chunk, pieces, finishes }) => {
            const id = `upload-${run++}`;
            const content = bytesOf(size, run);
            let at = 0;
            const send = async (until: number, last: boolean): Promise<void> => {
              const writer = await blobs.stage(id, { offset: at, totalBytes: size });
              expect(writer.offset).toBe(at);
              for (; at < until; at += chunk)
                await writer.write(Buffer.from(content.subarray(at, Math.min(until, at + chunk))));
              at = until;
              if (last) expect(await writer.finish()).toEqual(digestOf(content));
              else await writer.close();
              expect(await blobs.stagedBytes(id)).toBe(until);
            };
            for (const [length, back] of pieces) {
              await send(Math.min(size, at + length), false);
              if (back > 0) at = Math.max(0, at - back);
            }
            await send(size, finishes);
            const key = blobs.newKey();
            expect(await blobs.adopt(id, key, size)).toEqual(digestOf(content));
            expect((await readAll(key))?.equals(content)).toBe(true);
          },
        ),
        { numRuns: 25 },
      );
    });

    it('removes truncated bytes', async () => {
      const content = bytesOf(2_500_000);
      await stageAll('a', content);
      await blobs.cutStaged('a', 1_200_000);
      expect(await blobs.stagedBytes('a')).toBe(1_200_000);
      const writer = await blobs.stage('a', { offset: 1_200_000, totalBytes: 1_200_001 });
      await writer.write(Buffer.from([7]));
      const whole = Buffer.concat([content.subarray(0, 1_200_000), Buffer.from([7])]);
      expect(await writer.finish()).toEqual(digestOf(whole));
    });

    it('truncates nothing if nothing is staged', async () => {
      await blobs.cutStaged('a', 0);
      const writer = await blobs.stage('a', { offset: 0, totalBytes: 5 });
      await writer.close();
      await blobs.cutStaged('a', 0);
      expect(await blobs.stagedBytes('a')).toBe(0);
    });

    it('accepts thousands of tiny chunks', async () => {
      const content = bytesOf(5_000);
      const writer = await blobs.stage('a', { offset: 0, totalBytes: content.length });
      for (const byte of content) await writer.write(Buffer.from([byte]));
      expect(await writer.finish()).toEqual(digestOf(content));
    });

    it('accepts chunks that share their memory', async () => {
      const slab = Buffer.from(new Uint8Array(bytesOf(2_000_000)).buffer);
      const whole = digestOf(slab);
      const writer = await blobs.stage('a', { offset: 0, totalBytes: slab.length });
      for (let at = 0; at < slab.length; at += 300_000) await writer.write(slab.subarray(at, at + 300_000));
      expect(await writer.finish()).toEqual(whole);
    });

    it('refuses an offset behind the staged bytes', async () => {
      await stageAll('a', bytesOf(10));
      await expect(blobs.stage('a', { offset: 11, totalBytes: 20 })).rejects.toBeInstanceOf(StorageError);
      await expect(blobs.stage('b', { offset: 1, totalBytes: 20 })).rejects.toBeInstanceOf(StorageError);
    });
  });

  describe('adopting a staged upload', () => {
    it('can be repeated', async () => {
      const content = bytesOf(1000);
      await stageAll('a', content);
      const key = blobs.newKey();
      const first = await blobs.adopt('a', key, 1000);
      expect(await blobs.adopt('a', key, 1000)).toEqual(first);
      expect((await readAll(key))?.equals(content)).toBe(true);
    });

    it('refuses an upload of another size and leaves it unchanged', async () => {
      await stageAll('a', bytesOf(1000));
      const key = blobs.newKey();
      expect(await blobs.adopt('a', key, 1001)).toBeUndefined();
      expect(await blobs.adopt('a', key, 999)).toBeUndefined();
      expect(await blobs.find(key)).toBeUndefined();
      expect(await blobs.stagedBytes('a')).toBe(1000);
    });

    it('fails for a discarded upload', async () => {
      await stageAll('a', bytesOf(10));
      await blobs.discard('a');
      await blobs.discard('a');
      expect(await blobs.stagedBytes('a')).toBe(0);
      expect(await blobs.adopt('a', blobs.newKey(), 10)).toBeUndefined();
    });

    it('works for many uploads at once', async () => {
      const uploads = Array.from({ length: 40 }, (_, index) => ({
        id: `u${index}`,
        key: blobs.newKey(),
        content: bytesOf(2000 + index, index),
      }));
      await Promise.all(
        uploads.map(async ({ id, key, content }) => {
          const writer = await blobs.stage(id, { offset: 0, totalBytes: content.length });
          await writer.write(Buffer.from(content));
          await writer.finish();
          expect(await blobs.adopt(id, key, content.length)).toEqual(digestOf(content));
        }),
      );
      expect(await collect(blobs.list())).toEqual(uploads.map(({ key }) => key).toSorted());
      for (const { key, content } of uploads) expect((await readAll(key))?.equals(content)).toBe(true);
    });
  });

  describe('blobs', () => {
    it('are stored in one call', async () => {
      const content = bytesOf(300_000);
      const key = blobs.newKey();
      const source = (async function* () {
        yield content.subarray(0, 100_000);
        yield content.subarray(100_000);
      })();
      expect(await blobs.put(key, source)).toEqual(digestOf(content));
      expect((await readAll(key))?.equals(content)).toBe(true);
    });

    it('are stored at once from memory', async () => {
      const content = bytesOf(30_000);
      const key = blobs.newKey();
      expect(await blobs.putBytes(key, [content.subarray(0, 1), content.subarray(1)])).toEqual(digestOf(content));
      expect((await readAll(key))?.equals(content)).toBe(true);
      const empty = blobs.newKey();
      expect(await blobs.putBytes(empty, [])).toEqual(digestOf(Buffer.alloc(0)));
      expect(await blobs.find(empty)).toMatchObject({ bytes: 0 });
    });

    it('are never stored partially', async () => {
      const key = blobs.newKey();
      const source = (async function* () {
        yield bytesOf(100);
        throw new Error('cut off');
      })();
      await expect(blobs.put(key, source)).rejects.toThrow('cut off');
      expect(await blobs.find(key)).toBeUndefined();
      expect(await collect(blobs.list())).toEqual([]);
      expect(await collect(blobs.listStaged())).toEqual([]);
    });

    it('are read from any position', async () => {
      const content = bytesOf(1000);
      const key = blobs.newKey();
      await stageAll('a', content);
      await blobs.adopt('a', key, 1000);
      const reader = await blobs.open(key);
      const into = Buffer.alloc(300);
      expect(reader?.bytes).toBe(1000);
      expect(await reader?.read(into, 100)).toBe(300);
      expect(into.equals(content.subarray(100, 400))).toBe(true);
      expect(await reader?.read(into, 900)).toBe(100);
      expect(into.subarray(0, 100).equals(content.subarray(900))).toBe(true);
      expect(await reader?.read(into, 1000)).toBe(0);
      await reader?.close();
    });

    it('are deleted permanently, and a repeat succeeds', async () => {
      const key = blobs.newKey();
      await stageAll('a', bytesOf(10));
      await blobs.adopt('a', key, 10);
      await blobs.delete(key);
      await blobs.delete(key);
      expect(await blobs.open(key)).toBeUndefined();
      expect(await blobs.find(key)).toBeUndefined();
    });

    it('have unique keys', () => {
      const keys = Array.from({ length: 5000 }, () => blobs.newKey());
      expect(new Set(keys).size).toBe(5000);
    });
  });

  it('are listed apart from staged uploads', async () => {
    await stageAll('a', bytesOf(10));
    await stageAll('b', bytesOf(20));
    const key = blobs.newKey();
    await blobs.adopt('b', key, 20);
    expect(await collect(blobs.listStaged())).toEqual(['a']);
    expect(await collect(blobs.list())).toEqual([key]);
    expect(await blobs.findStaged('a')).toMatchObject({ bytes: 10 });
    expect(await blobs.findStaged('b')).toBeUndefined();
  });

  it('report the available room', async () => {
    expect(await blobs.freeBytes()).toBeGreaterThan(0);
    await blobs.ping();
  });
}
