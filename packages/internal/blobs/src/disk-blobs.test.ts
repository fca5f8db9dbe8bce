import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { systemClock, systemRandom } from '@drive/base';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobStoreContract } from './blob-store.contract.ts';
import { StorageError, type BlobStore, type Digest } from './blob-store.ts';
import { openDiskBlobs, type DiskBlobsOptions } from './disk-blobs.ts';

const root = mkdtempSync(join(tmpdir(), 'drive-blobs-'));
let count = 0;
const freshDirectory = (): string => join(root, String(count++));
const openAt = (directory: string, options: Partial<DiskBlobsOptions> = {}): Promise<BlobStore> =>
  openDiskBlobs({ directory, minFreeBytes: 0, clock: systemClock, random: systemRandom, ...options });
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const digestOf = (bytes: Buffer): Digest => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  crc32: crc32(bytes),
});

/** A separate file system, small enough to be filled; only root can mount one. */
const smallDisk = join(root, 'small');
mkdirSync(smallDisk);
const isMounted =
  process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', smallDisk]).status === 0;

afterAll(() => {
  if (isMounted) spawnSync('umount', [smallDisk]);
  rmSync(root, { recursive: true, force: true });
});

describe('blobs on disk', () => {
  blobStoreContract(() => openAt(freshDirectory()));

  it.each([
    [false, 0o700, 0o600],
    [true, 0o750, 0o640],
  ])('are readable by the group: %s', async (isGroupReading, folder, file) => {
    const directory = freshDirectory();
    const blobs = await openAt(directory, { isGroupReading });
    for (const [id, bytes] of [
      ['small', 10],
      ['large', 3_000_000],
    ] as const) {
      const writer = await blobs.stage(id, { key: `bucket/${id}`, offset: 0, totalBytes: bytes });
      await writer.write(randomBytes(bytes));
      await writer.close();
      await blobs.adopt(id, `bucket/${id}`, bytes);
      expect(modeOf(join(directory, 'blobs/bucket', id))).toBe(file);
    }
    for (const path of ['blobs', 'blobs/bucket']) expect(modeOf(join(directory, path))).toBe(folder);
    expect(modeOf(join(directory, 'staging'))).toBe(0o700);
    await blobs.close();
  });

  describe('after the process was killed', () => {
    let directory: string;
    let blobs: BlobStore;
    beforeEach(async () => {
      directory = freshDirectory();
      blobs = await openAt(directory);
    });
    afterEach(() => blobs.close());

    const reopen = async (): Promise<void> => {
      await blobs.close();
      blobs = await openAt(directory);
    };

    it('resumes at the end of the staged bytes, with the digest of the complete file', async () => {
      const content = randomBytes(3_000_000);
      const first = await blobs.stage('a', { key: blobs.newKey(), offset: 0, totalBytes: content.length });
      await first.write(Buffer.from(content.subarray(0, 1_700_000)));
      await first.close();
      await reopen();
      const offset = await blobs.stagedBytes('a');
      expect(offset).toBe(1_700_000);
      const rest = await blobs.stage('a', { key: blobs.newKey(), offset, totalBytes: content.length });
      await rest.write(Buffer.from(content.subarray(offset)));
      expect(await rest.finish()).toEqual(digestOf(content));
    });

    it('adopts a completely staged upload', async () => {
      const content = randomBytes(5000);
      const writer = await blobs.stage('a', { key: blobs.newKey(), offset: 0, totalBytes: 5000 });
      await writer.write(Buffer.from(content));
      await writer.finish();
      await reopen();
      expect(await blobs.adopt('a', blobs.newKey(), 5000)).toEqual(digestOf(content));
    });

    it('repeats the result of an adopted upload', async () => {
      const content = randomBytes(5000);
      const writer = await blobs.stage('a', { key: blobs.newKey(), offset: 0, totalBytes: 5000 });
      await writer.write(Buffer.from(content));
      await writer.finish();
      const key = blobs.newKey();
      await blobs.adopt('a', key, 5000);
      await reopen();
      expect(await blobs.adopt('a', key, 5000)).toEqual(digestOf(content));
    });
  });

  it('stores keys that are issued together in one directory, up to a few thousand', async () => {
    const blobs = await openAt(freshDirectory());
    const bucketOf = (key: string): string => key.slice(0, key.indexOf('/'));
    const first = Array.from({ length: 4096 }, () => bucketOf(blobs.newKey()));
    expect(new Set(first).size).toBe(1);
    await blobs.close();
  });

  it('removes empty directories at the next start, and recreates one for a key that was issued for it', async () => {
    const directory = freshDirectory();
    const put = async (blobs: BlobStore, key: string): Promise<void> => {
      await blobs.put(key, Readable.from([randomBytes(10)]));
    };
    const reopened = async (blobs: BlobStore): Promise<BlobStore> => {
      await blobs.close();
      return openAt(directory, { clock: { now: () => 1 } });
    };
    let blobs = await openAt(directory, { clock: { now: () => 0 } });
    const [gone, late] = [blobs.newKey(), blobs.newKey()];
    await put(blobs, gone);
    blobs = await reopened(blobs);
    const kept = blobs.newKey();
    await put(blobs, kept);
    await blobs.delete(gone);

    blobs = await reopened(blobs);
    await blobs.close();
    expect(readdirSync(join(directory, 'blobs'))).toEqual([kept.slice(0, kept.indexOf('/'))]);
    blobs = await reopened(blobs);
    await put(blobs, late);
    for (const key of [kept, late]) expect(await blobs.find(key)).toMatchObject({ bytes: 10 });
    await blobs.close();
  });

  it('[P-416] refuses ids and keys that escape their directory', async () => {
    const blobs = await openAt(freshDirectory());
    await expect(blobs.stage('../x', { key: 'b/x', offset: 0, totalBytes: 1 })).rejects.toThrow(TypeError);
    await expect(async () => blobs.open('../../etc/passwd')).rejects.toThrow(TypeError);
    await blobs.close();
  });

  describe('on a full disk', () => {
    it('[P-509] new bytes are refused below the low-water mark, and stored ones are still read', async () => {
      let free = 1_000_000;
      let now = 0;
      const blobs = await openAt(freshDirectory(), {
        minFreeBytes: 500_000,
        clock: { now: () => now },
        askFreeBytes: async () => free,
      });
      const key = blobs.newKey();
      const writer = await blobs.stage('a', { key, offset: 0, totalBytes: 1000 });
      await writer.write(randomBytes(1000));
      await writer.finish();
      await blobs.adopt('a', key, 1000);
      await expect(blobs.stage('b', { key: blobs.newKey(), offset: 0, totalBytes: 600_000 })).rejects.toBeInstanceOf(
        StorageError,
      );
      const usable = await blobs.usableBytes();
      expect(usable).toBeGreaterThan(0);
      await (await blobs.stage('most', { key: blobs.newKey(), offset: 0, totalBytes: usable })).close();
      await expect(
        blobs.stage('more', { key: blobs.newKey(), offset: 0, totalBytes: usable + 1 }),
      ).rejects.toBeInstanceOf(StorageError);
      free = 400_000;
      now += 2000;
      expect(await blobs.usableBytes()).toBe(0);
      await expect(blobs.stage('c', { key: blobs.newKey(), offset: 0, totalBytes: 1 })).rejects.toBeInstanceOf(
        StorageError,
      );
      await expect(blobs.putBytes(blobs.newKey(), [randomBytes(1)])).rejects.toBeInstanceOf(StorageError);
      const reader = await blobs.open(key);
      expect(reader?.bytes).toBe(1000);
      await reader?.close();
      await blobs.delete(key);
      await blobs.close();
    });

    it('new bytes leave the room of a released ballast, also those of a running upload', async () => {
      let [free, owed] = [50_000_000, 0];
      const blobs = await openAt(freshDirectory(), {
        clock: { now: () => 0 },
        owedBytes: () => owed,
        askFreeBytes: async () => free,
      });
      const running = await blobs.stage('running', { key: blobs.newKey(), offset: 0, totalBytes: 40_000_000 });
      await running.write(randomBytes(300_000));
      // Others fill the disk, and the database releases the ballast: within the second for which an answer of the disk counts.
      [free, owed] = [16_000_000, 16_000_000];
      await expect(blobs.putBytes(blobs.newKey(), [randomBytes(1)])).rejects.toBeInstanceOf(StorageError);
      await expect(blobs.stage('new', { key: blobs.newKey(), offset: 0, totalBytes: 1 })).rejects.toBeInstanceOf(
        StorageError,
      );
      const more = async (): Promise<unknown> => {
        await running.write(randomBytes(300_000));
        return running.finish();
      };
      await expect(more()).rejects.toBeInstanceOf(StorageError);
      // Allocated again.
      [free, owed] = [50_000_000, 0];
      await blobs.putBytes(blobs.newKey(), [randomBytes(1)]);
      await blobs.close();
    });

    it.runIf(isMounted)('bytes from memory that are written in part are removed', async () => {
      const blobs = await openAt(smallDisk, { askFreeBytes: async () => 100_000_000 });
      const key = blobs.newKey();
      // More than the disk has.
      await expect(blobs.putBytes(key, [randomBytes(5_000_000)])).rejects.toBeInstanceOf(StorageError);
      expect(await blobs.find(key)).toBeUndefined();
      const content = randomBytes(1000);
      expect(await blobs.putBytes(key, [content])).toEqual(digestOf(content));
      await expect(blobs.putBytes(key, [randomBytes(10)])).rejects.toBeInstanceOf(StorageError);
      expect(await blobs.find(key)).toMatchObject({ bytes: 1000 });
      await blobs.delete(key);
      await blobs.close();
    });

    it.runIf(isMounted)('an upload fails, keeps its written bytes and can be resumed later', async () => {
      let now = 0;
      const blobs = await openAt(smallDisk, { clock: { now: () => now } });
      const content = randomBytes(3_000_000);
      writeFileSync(join(smallDisk, 'filler'), Buffer.alloc(2_500_000));
      // Fakes the free space, as if another program filled the disk meanwhile.
      const writer = await blobs.stage('a', { key: blobs.newKey(), offset: 0, totalBytes: 100 });
      await expect(
        (async () => {
          for (let at = 0; at < content.length; at += 100_000)
            await writer.write(Buffer.from(content.subarray(at, at + 100_000)));
          await writer.finish();
        })(),
      ).rejects.toBeInstanceOf(StorageError);
      await expect(writer.close()).rejects.toBeInstanceOf(StorageError);

      rmSync(join(smallDisk, 'filler'));
      now += 2000;
      const offset = await blobs.stagedBytes('a');
      expect(offset).toBeGreaterThan(0);
      const again = await blobs.stage('a', { key: blobs.newKey(), offset, totalBytes: content.length });
      await again.write(Buffer.from(content.subarray(offset)));
      expect(await again.finish()).toEqual(digestOf(content));
      const key = blobs.newKey();
      expect(await blobs.adopt('a', key, content.length)).toMatchObject({ bytes: content.length });
      await blobs.close();
    });
  });

  it('a discard leaves no file open or behind', async () => {
    const directory = freshDirectory();
    const blobs = await openAt(directory);
    const writer = await blobs.stage('a', { key: blobs.newKey(), offset: 0, totalBytes: 10_000_000 });
    for (let i = 0; i < 5; i++) await writer.write(randomBytes(1_000_000));
    await writer.close();
    await blobs.discard('a');
    expect(readdirSync(join(directory, 'staging'))).toEqual([]);
    await blobs.close();
    if (existsSync('/proc/self/fd')) {
      const open = readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          return [readlinkSync(`/proc/self/fd/${fd}`)];
        } catch {
          return [];
        }
      });
      expect(open.filter((path) => path.startsWith(directory))).toEqual([]);
    }
  });
});
