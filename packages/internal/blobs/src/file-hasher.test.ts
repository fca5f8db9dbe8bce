import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from './blob-store.ts';
import { FileHasher } from './file-hasher.ts';

const sumsOf = (bytes: Uint8Array) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  crc32: crc32(bytes),
});
const MiB = 1024 * 1024;
const failureOf = (digest: Promise<unknown>): Promise<unknown> => digest.catch((error: unknown) => error);

describe('hashing files in threads', () => {
  let directory: string;
  let hasher: FileHasher;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'drive-hash-'));
    hasher = new FileHasher(2);
  });
  afterEach(async () => {
    await hasher.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('follows many growing files at once', async () => {
    const files = Array.from({ length: 6 }, (_, index) => ({
      id: `upload ${index}`,
      path: join(directory, String(index)),
      content: randomBytes(9 * MiB + index),
    }));
    for (let at = 0; at < 10 * MiB; at += 3 * MiB)
      for (const { id, path, content } of files) {
        appendFileSync(path, content.subarray(at, at + 3 * MiB));
        hasher.follow(id, path, Math.min(content.length, at + 3 * MiB));
        await hasher.whenNear(id);
      }
    await Promise.all(
      files.map(async ({ id, path, content }) =>
        expect(await hasher.digest(id, path, content.length)).toEqual(sumsOf(content)),
      ),
    );
  });

  it('resumes after a pause, and restarts after forget()', async () => {
    const path = join(directory, 'a');
    const [old, content] = [randomBytes(5 * MiB), randomBytes(5 * MiB)];
    writeFileSync(path, old);
    hasher.follow('a', path, old.length);
    hasher.forget('a');
    writeFileSync(path, content.subarray(0, 3 * MiB));
    hasher.follow('a', path, 3 * MiB);
    hasher.rest('a');
    appendFileSync(path, content.subarray(3 * MiB));
    expect(await hasher.digest('a', path, content.length)).toEqual(sumsOf(content));
  });

  it('does not return the digest of a forgotten file for a new one of the same name', async () => {
    const path = join(directory, 'a');
    writeFileSync(path, 'old');
    const forgotten = failureOf(hasher.digest('a', path, 3));
    hasher.forget('a');
    const next = join(directory, 'b');
    writeFileSync(next, 'new');
    const digest = hasher.digest('a', next, 3);
    expect(await forgotten).toBeInstanceOf(StorageError);
    expect(await digest).toEqual(sumsOf(Buffer.from('new')));
  });

  it('fails for a missing or truncated file, without delaying others', async () => {
    const path = join(directory, 'a');
    await expect(hasher.digest('a', path, 10)).rejects.toBeInstanceOf(StorageError);
    writeFileSync(path, 'short');
    await expect(hasher.digest('a', path, 10)).rejects.toThrow('ends at 5 of 10');
    hasher.follow('a', path, 1024 * MiB);
    await hasher.whenNear('a');
    expect(await hasher.digest('a', path, 5)).toEqual(sumsOf(Buffer.from('short')));
  });

  it('rejects all waiting calls when a thread ends', async () => {
    const path = join(directory, 'a');
    writeFileSync(path, 'bytes');
    const waiting = failureOf(hasher.digest('a', path, 5));
    await hasher.close();
    expect(await waiting).toBeInstanceOf(StorageError);
    await expect(hasher.digest('a', path, 5)).rejects.toBeInstanceOf(StorageError);
  });
});
