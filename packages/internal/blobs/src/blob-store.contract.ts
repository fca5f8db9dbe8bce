import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError, type BlobStore, type Digest, type StagedWriter, type StagePosition } from './blob-store.ts';

/** The tests of every implementation. */
export function blobStoreContract(open: () => Promise<BlobStore>): void {
  let blobs: BlobStore;
  beforeEach(async () => {
    blobs = await open();
    keys.clear();
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
  /** The key of each upload by its id: an upload keeps it. */
  const keys = new Map<string, string>();
  const keyOf = (id: string): string => {
    const key = keys.get(id) ?? blobs.newKey();
    keys.set(id, key);
    return key;
  };
  const stage = (id: string, position: Omit<StagePosition, 'key'>): Promise<StagedWriter> =>
    blobs.stage(id, { key: keyOf(id), ...position });
  const stageAll = async (id: string, content: Buffer): Promise<void> => {
    const writer = await stage(id, { offset: 0, totalBytes: content.length });
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
  const inOrder = async (names: AsyncIterable<string>): Promise<string[]> => {
    const all: string[] = [];
    for await (const name of names) all.push(name);
    return all;
  };
  const collect = async (names: AsyncIterable<string>): Promise<string[]> => (await inOrder(names)).toSorted();

  describe('an upload in one piece', () => {
    it.each([1, 10_000, 1024 * 1024, 3 * 1024 * 1024 + 7])(
      'becomes a blob of %d bytes with the right digest',
      async (size) => {
        const content = bytesOf(size);
        const key = keyOf('a');
        const writer = await stage('a', { offset: 0, totalBytes: size });
        for (let at = 0; at < size; at += 65_536) await writer.write(Buffer.from(content.subarray(at, at + 65_536)));
        const digest = digestOf(content);
        expect(await writer.finish()).toEqual(digest);
        expect(await blobs.adopt('a', key, size)).toEqual(digest);
        expect((await readAll(key))?.equals(content)).toBe(true);
        expect(await blobs.find(key)).toMatchObject({ bytes: size });
        expect(await blobs.stagedBytes('a')).toBe(0);
      },
    );

    it('overwrites the bytes of an earlier attempt', async () => {
      await stageAll('a', bytesOf(5_000_000, 3));
      const content = bytesOf(10);
      const key = keyOf('a');
      await stageAll('a', content);
      expect(await blobs.stagedBytes('a')).toBe(10);
      expect(await blobs.adopt('a', key, 10)).toEqual(digestOf(content));
    });

    it('keeps nothing of an earlier attempt, also if it is empty', async () => {
      await stageAll('a', bytesOf(10));
      await (await stage('a', { offset: 0, totalBytes: 10 })).close();
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
            // Bytes after which the writer stops, and whether they are kept.
            pieces: fc.array(fc.tuple(fc.integer({ min: 0, max: 500_000 }), fc.boolean()), { maxLength: 5 }),
            finishes: fc.boolean(),
          }),
          async ({ size, chunk, pieces, finishes }) => {
            const id = `upload-${run++}`;
            const content = bytesOf(size, run);
            let at = 0;
            const send = async (until: number, end: 'close' | 'finish' | 'abandon'): Promise<void> => {
              const writer = await stage(id, { offset: at, totalBytes: size });
              expect(writer.offset).toBe(at);
              for (let from = at; from < until; from += chunk)
                await writer.write(Buffer.from(content.subarray(from, Math.min(until, from + chunk))));
              if (end === 'finish') expect(await writer.finish()).toEqual(digestOf(content));
              else await writer[end]();
              if (end !== 'abandon') at = until;
              expect(await blobs.stagedBytes(id)).toBe(at);
            };
            for (const [length, isKept] of pieces)
              await send(Math.min(size, at + length), isKept ? 'close' : 'abandon');
            await send(size, finishes ? 'finish' : 'close');
            const key = keyOf(id);
            expect(await blobs.adopt(id, key, size)).toEqual(digestOf(content));
            expect((await readAll(key))?.equals(content)).toBe(true);
          },
        ),
        { numRuns: 25 },
      );
    });

    it('ends where it began if a writer abandons its bytes', async () => {
      const content = bytesOf(2_500_001);
      await stageAll('a', content.subarray(0, 1_200_000));
      const abandoned = await stage('a', { offset: 1_200_000, totalBytes: content.length });
      await abandoned.write(bytesOf(1_000_000, 9));
      await abandoned.abandon();
      expect(await blobs.stagedBytes('a')).toBe(1_200_000);
      const writer = await stage('a', { offset: 1_200_000, totalBytes: content.length });
      await writer.write(Buffer.from(content.subarray(1_200_000)));
      expect(await writer.finish()).toEqual(digestOf(content));
    });

    it('leaves nothing if its only writer abandons its bytes', async () => {
      const writer = await stage('a', { offset: 0, totalBytes: 5 });
      await writer.write(bytesOf(5));
      await writer.abandon();
      expect(await blobs.stagedBytes('a')).toBe(0);
      expect(await blobs.adopt('a', keyOf('a'), 5)).toBeUndefined();
    });

    it('makes no blob if its digest is refused', async () => {
      const content = bytesOf(3_000_000);
      const writer = await stage('a', { offset: 0, totalBytes: content.length });
      await writer.write(Buffer.from(content));
      const refuse = (digest: Digest): void => {
        expect(digest).toEqual(digestOf(content));
        throw new RangeError('not these bytes');
      };
      await expect(writer.finish(refuse)).rejects.toThrow(RangeError);
      await blobs.discard('a');
      expect(await blobs.find(keyOf('a'))).toBeUndefined();
      expect(await blobs.stagedBytes('a')).toBe(0);
    });

    it('accepts thousands of tiny chunks', async () => {
      const content = bytesOf(5_000);
      const writer = await stage('a', { offset: 0, totalBytes: content.length });
      for (const byte of content) await writer.write(Buffer.from([byte]));
      expect(await writer.finish()).toEqual(digestOf(content));
    });

    it('accepts chunks that share their memory', async () => {
      const slab = Buffer.from(new Uint8Array(bytesOf(2_000_000)).buffer);
      const whole = digestOf(slab);
      const writer = await stage('a', { offset: 0, totalBytes: slab.length });
      for (let at = 0; at < slab.length; at += 300_000) await writer.write(slab.subarray(at, at + 300_000));
      expect(await writer.finish()).toEqual(whole);
    });

    it('refuses an offset that is not the end of the staged bytes', async () => {
      await stageAll('a', bytesOf(10));
      await expect(stage('a', { offset: 9, totalBytes: 20 })).rejects.toBeInstanceOf(StorageError);
      await expect(stage('a', { offset: 11, totalBytes: 20 })).rejects.toBeInstanceOf(StorageError);
      await expect(stage('b', { offset: 1, totalBytes: 20 })).rejects.toBeInstanceOf(StorageError);
    });
  });

  describe('adopting a staged upload', () => {
    it('can be repeated', async () => {
      const content = bytesOf(1000);
      await stageAll('a', content);
      const key = keyOf('a');
      const first = await blobs.adopt('a', key, 1000);
      expect(await blobs.adopt('a', key, 1000)).toEqual(first);
      expect((await readAll(key))?.equals(content)).toBe(true);
    });

    it('refuses an upload of another size and leaves it unchanged', async () => {
      await stageAll('a', bytesOf(1000));
      const key = keyOf('a');
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
      expect(await blobs.adopt('a', keyOf('a'), 10)).toBeUndefined();
    });

    it('works for many uploads at once', async () => {
      const uploads = Array.from({ length: 40 }, (_, index) => ({
        id: `u${index}`,
        key: keyOf(`u${index}`),
        content: bytesOf(2000 + index, index),
      }));
      await Promise.all(
        uploads.map(async ({ id, key, content }) => {
          const writer = await stage(id, { offset: 0, totalBytes: content.length });
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

    it('are not stored if the check of their sums throws', async () => {
      const key = blobs.newKey();
      for (const size of [100, 9_000_000]) {
        const content = bytesOf(size);
        const source = (async function* () {
          yield content;
        })();
        const refused = blobs.put(key, source, (digest) => {
          throw new RangeError(digest.sha256);
        });
        await expect(refused).rejects.toThrow(digestOf(content).sha256);
        expect(await blobs.find(key)).toBeUndefined();
        expect(await collect(blobs.listStaged())).toEqual([]);
      }
    });

    it('are read from any position', async () => {
      const content = bytesOf(1000);
      const key = keyOf('a');
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

    it('are listed in the order of their keys, by prefix and after a key', async () => {
      const stored = Array.from({ length: 7 }, () => blobs.newKey()).concat('zz/b', 'zz/c', 'zy/a');
      for (const key of stored) await blobs.putBytes(key, [bytesOf(1)]);
      const all = await inOrder(blobs.list());
      expect(all).toEqual(stored.toSorted());
      expect(await inOrder(blobs.list({ after: all[3]! }))).toEqual(all.slice(4));
      expect(await inOrder(blobs.list({ prefix: 'zz/' }))).toEqual(['zz/b', 'zz/c']);
      expect(await inOrder(blobs.list({ prefix: 'z', after: 'zz/b' }))).toEqual(
        all.filter((key) => key.startsWith('z') && key > 'zz/b'),
      );
    });

    it('leave their place when they are set aside', async () => {
      const key = blobs.newKey();
      await blobs.putBytes(key, [bytesOf(10)]);
      expect(await blobs.setAside(key)).toContain('lost');
      expect(await blobs.find(key)).toBeUndefined();
      expect(await collect(blobs.list())).toEqual([]);
      await expect(blobs.setAside(key)).rejects.toBeInstanceOf(StorageError);
    });

    it('are read from any position, also if they were opened for a range', async () => {
      const content = bytesOf(1000);
      const key = blobs.newKey();
      await blobs.putBytes(key, [content]);
      for (const range of [{ start: 0 }, { start: 100, end: 399 }, { start: 999 }]) {
        const reader = await blobs.open(key, range);
        expect(reader?.bytes).toBe(1000);
        for (const position of [100, 0, 150, 399, 900]) {
          const into = Buffer.alloc(300);
          const got = await reader?.read(into, position);
          expect(into.subarray(0, got).equals(content.subarray(position, position + 300))).toBe(true);
        }
        await reader?.close();
      }
      expect(await blobs.open(blobs.newKey(), { start: 0 })).toBeUndefined();
    });

    it('are deleted permanently, and a repeat succeeds', async () => {
      const key = keyOf('a');
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
    const key = keyOf('b');
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
