import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOpenBlobs, type OpenBlobs } from './open-blobs.ts';

let directory: string;
let blobs: OpenBlobs;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-open-'));
  blobs = createOpenBlobs();
});
afterEach(async () => {
  await blobs.close();
  rmSync(directory, { recursive: true });
});

const put = (name: string): string => {
  writeFileSync(join(directory, name), name);
  return join(directory, name);
};
async function read(path: string): Promise<string | undefined> {
  const blob = await blobs.open(path);
  if (blob === undefined) return undefined;
  const bytes = Buffer.alloc(blob.bytes);
  await blob.read(bytes, 0);
  await blob.close();
  return bytes.toString();
}
/** Number of files below the directory that this process has open. */
const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(directory);
    } catch {
      return false;
    }
  }).length;
const onLinux = process.platform === 'linux';

it('returns the same bytes to all readers from one open file', async () => {
  const path = put('a');
  const readers = await Promise.all([blobs.open(path), blobs.open(path), blobs.open(path)]);
  if (onLinux) expect(openFiles()).toBe(1);
  for (const reader of readers) await reader?.close();
  expect(await read(path)).toBe('a');
});

it('keeps at most 64 unused files open', async () => {
  for (let count = 0; count < 100; count++) await read(put(`file ${count}`));
  if (onLinux) expect(openFiles()).toBe(64);
  expect(await read(join(directory, 'file 0'))).toBe('file 0');
});

it('closes a removed file once its readers are done', async () => {
  const path = put('a');
  const reader = await blobs.open(path);
  blobs.forget(path);
  rmSync(path);
  expect(await blobs.open(path)).toBeUndefined();
  const bytes = Buffer.alloc(1);
  expect(await reader?.read(bytes, 0)).toBe(1);
  await reader?.close();
  if (onLinux) expect(openFiles()).toBe(0);
});

it('finds a file that was missing at the first attempt', async () => {
  expect(await blobs.open(join(directory, 'late'))).toBeUndefined();
  expect(await read(put('late'))).toBe('late');
});

it('ignores a second close of a reader', async () => {
  const path = put('a');
  const [first, second] = [await blobs.open(path), await blobs.open(path)];
  await first?.close();
  await first?.close();
  blobs.forget(path);
  const bytes = Buffer.alloc(1);
  expect(await second?.read(bytes, 0)).toBe(1);
  await second?.close();
});

it('hands each reader of a small blob memory of its own, and serves parts of it', async () => {
  const path = put('content');
  const reader = await blobs.open(path);
  const first = Buffer.alloc(7);
  await reader?.read(first, 0);
  first.fill('x');
  // The file is not read again.
  writeFileSync(path, 'changed');
  expect(await read(path)).toBe('content');
  const part = Buffer.alloc(10);
  expect(await reader?.read(part, 3)).toBe(4);
  expect(part.toString('utf8', 0, 4)).toBe('tent');
  expect(await reader?.read(part, 7)).toBe(0);
  await reader?.close();
});
